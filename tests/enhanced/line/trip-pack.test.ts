import { expect, type Page, test } from '@playwright/test'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { payHere, reserveAs } from '../../support/browser/steps/own-trip.ts'
import { reserveSome } from '../../support/browser/steps/reserved.ts'
import { newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { around, freshAddress, GAP } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'

const MAX_BYTES = 50_000

test.use({ serviceWorkers: 'allow' })

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'offline')
  const voucher = textFor(language, 'voucher')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() })

    test('a paid trip can be read offline until the sign-out', async ({ page, context, request }) => {
      const person = newcomer(language)
      const trip = await reserveAs(request, language, person)
      await startSignedIn(page, language, person, `${prefix}/payment?id=${trip.id}`)
      await workerRuns(page)
      await payHere(page, language, true)
      const address = `${prefix}/voucher/${trip.id}`
      await expect(page).toHaveURL(address)
      await expect.poll(() => keptTrips(page)).toEqual([trip.id])

      await context.setOffline(true)
      await page.reload()
      await expect(page.getByText(around(t('saved', { time: GAP })))).toBeVisible()
      await expect(page.getByRole('article')).toContainText(localDigits(trip.number, language))
      await expect(page.getByRole('link', { name: /^\+/ }).first()).toHaveAttribute('href', /^tel:\+\d+$/)
      const map = page.getByRole('main').locator('.static-map img')
      expect(await map.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(320)
      const file = page.waitForEvent('download')
      await page.getByRole('link', { name: voucher('calendar') }).click()
      expect((await file).suggestedFilename()).toBe(`${trip.number}.ics`)
      expect(await keptBytes(page)).toBeLessThanOrEqual(MAX_BYTES)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await expectAccessible(page)

      // The trip's other page shows the same; every other page says that there is no connection and lists the trips.
      await page.goto(`${prefix}/profile/reservation/${trip.id}`)
      await expect(page.getByRole('article')).toContainText(localDigits(trip.number, language))
      await page.goto(`${prefix}/companies`)
      await expect(page.getByRole('heading', { level: 1, name: t('title') })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: new RegExp(localDigits(trip.number, language)) }).click()
      await expect(page.getByRole('article')).toContainText(localDigits(trip.number, language))

      await context.setOffline(false)
      await page.getByRole('link', { name: t('current') }).click()
      await expect(page.getByText(around(t('saved', { time: GAP })))).toBeHidden()
      await page.goto(`${prefix}/profile/mobile`)
      await page
        .getByRole('main')
        .getByRole('button', { name: textFor(language, 'account')('signOut') })
        .click()
      await expect.poll(() => keptTrips(page)).toEqual([])
      await context.setOffline(true)
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: t('title') })).toBeVisible()
      await expect(page.getByText(t('trips'))).toBeHidden()
    })

    test('the reservation that was seen last is stored, too; content pages start no service worker', async ({
      page,
      context,
      request,
    }) => {
      await page.goto(`${prefix}/companies`)
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
      const reserved = await reserveSome(request, language)
      await page.goto(`${prefix}/payment?id=${reserved.id}`)
      await workerRuns(page)
      await page.goto(`${prefix}/voucher/${reserved.id}`)
      await expect.poll(() => keptTrips(page)).toEqual([reserved.id])
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByText(around(t('saved', { time: GAP })))).toBeVisible()
      await expect(page.getByText(reserved.driver.fullname)).toBeVisible()
      await expectAccessible(page)
    })
  })
}

/** Waits until the page's scripts have installed the service worker, which then controls the next pages. */
async function workerRuns(page: Page) {
  await wake(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
}

/** Read from one of our pages that is not replaced meanwhile. */
async function keptTrips(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => caches.keys())
  return names.flatMap((name) => (name.startsWith('trip ') ? [name.slice(5)] : []))
}

async function keptBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const [name = ''] = (await caches.keys()).filter((key) => key.startsWith('trip '))
    const kept = await (await caches.open(name)).matchAll()
    const sizes = await Promise.all(kept.map(async (answer) => (await answer.blob()).size))
    return sizes.reduce((sum, size) => sum + size, 0)
  })
}
