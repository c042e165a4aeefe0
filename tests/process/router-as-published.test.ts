import { type ConsoleMessage, expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { ROUTER_PIECES } from '#app/web/router/pieces.ts'
import { IS_WHOLE } from '../support/browser/matrix.ts'
import { freshDriver, travellerOn } from '../support/browser/steps/traveller.ts'
import { wake } from '../support/browser/steps/wake.ts'
import { type SiteProcess, startSiteProcess } from '../support/server/process/site-process.ts'

test.use({ locale: 'en-US' })
test.setTimeout(180_000)

// Starting such a site takes minutes on a busy machine, so this runs only in `test:all`.
for (const piece of IS_WHOLE ? ROUTER_PIECES : []) {
  test(`pages hydrate without a complaint with ${piece} as React Router publishes it`, async ({ page, baseURL }) => {
    await withSite(piece, baseURL, async ({ origin }) => {
      const complaints = complaintsOf(page)
      await page.goto(`${origin}/en/rent/car?city=1061`)
      const vehicle = (await page.locator('.ads h2 a').first().getAttribute('href')) ?? ''
      for (const path of ['/en', '/en/rent/car?city=1061', vehicle, '/en/login']) {
        await page.goto(origin + path)
        await wake(page)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
      expect(complaints).toEqual([])
    })
  })
}

test('with the whole router as published, a visitor searches, chooses, reserves and signs in', async ({
  page,
  baseURL,
}) => {
  test.skip(!IS_WHOLE, 'part of test:all')
  const api = baseURL ?? ''
  await withSite('all', api, async ({ origin }) => {
    const complaints = complaintsOf(page)
    const traveller = travellerOn(page, 'en', { origin, api })
    await traveller.search({ city: 'Kish', daysAhead: 33, days: 4 })
    const automatic = page.getByRole('checkbox', { name: 'Automatic' })
    await automatic.check()
    await expect(page).toHaveURL(/gearbox_type=AUTOMATIC/)
    const { title } = await traveller.choose(0)
    await expect(page).toHaveTitle(new RegExp(title))
    const { total } = await traveller.readBill()
    await traveller.fillDriver(freshDriver('en'))
    expect(await traveller.reserve()).toBe(total)
    await page.goto(`${origin}/en/login`)
    await wake(page)
    const login = textFor('en', 'login')
    await page.getByRole('button', { name: login('send') }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    expect(complaints).toEqual([])
  })
})

/** A site that uses the API of the tests' own site; it has no database and starts at once. */
async function withSite(piece: string, api: string | undefined, use: (site: SiteProcess) => Promise<void>) {
  const settings = { API_BASE_URL: `${api}/api`, BANK_PORT: '', ROUTER_AS_PUBLISHED: piece }
  const site = await startSiteProcess(settings)
  try {
    await use(site)
    expect(site.output()).not.toContain('"event":"error"')
  } finally {
    await site.stop()
  }
}

/** The browser's console messages about policy violations, hydration and errors. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message)) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

/** The browser reports the status of every request that a script makes, so also that of a refused form, which is meant. */
function isRefusal(message: ConsoleMessage): boolean {
  return message.text().includes('status of 400') && new URL(message.location().url).pathname.startsWith('/en/login')
}
