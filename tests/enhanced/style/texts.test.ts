import { expect, type Page, test } from '@playwright/test'
import { freeVehicle } from '../../support/api/booking.ts'
import { DRIVER_EN } from '../../support/browser/steps/booking-page.ts'
import { wake } from '../../support/browser/steps/wake.ts'

test('a page loads only the texts that it names, and has none in its HTML', async ({ page }) => {
  const requested = textsRequestedBy(page)
  await page.goto('/en')
  await wake(page)
  expect(new Set(requested)).toEqual(new Set(['common', ...(await areasOf(page))]))
  expect(await page.content()).not.toContain('__messages')
})

test('while the texts of the next page are loading, the former page stays', async ({ page }) => {
  await page.goto('/en/rent/car')
  const heading = page.getByRole('heading', { level: 1 })
  const before = (await heading.textContent()) ?? ''
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/text/*/home.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  const requested = page.waitForRequest('**/assets/text/*/home.js')
  await navigate(page, '/en')
  await requested
  await expect(heading).toHaveText(before)
  gate.resolve()
  await expect(heading).not.toHaveText(before)
})

test('texts that a new version has removed reload the page once, and not endlessly', async ({ page }) => {
  await page.goto('/en/rent/car')
  let loads = 0
  page.on('request', (request) => request.isNavigationRequest() && loads++)
  await page.route('**/assets/text/*/home.js', (route) => route.fulfill({ status: 404, body: '' }))
  await navigate(page, '/en')
  await expect.poll(() => loads).toBe(1)
  let refusals = 0
  page.on('response', (response) => response.url().endsWith('/home.js') && refusals++)
  await expect(async () => {
    await page.mouse.move(2, 2)
    await page.mouse.move(3, 3)
    expect(refusals).toBeGreaterThan(0)
  }).toPass({ timeout: 15_000 })
  // The page stays as the server rendered it, and its links work.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loads).toBe(1)
  await page.getByRole('link', { name: 'Terms' }).first().click()
  await expect(page).toHaveURL('/en/pages/terms')
})

test('a text that was lost on the way is fetched again, and what is typed stays', async ({ page, request }) => {
  const vehicle = await freeVehicle(request, { daysAhead: 70 })
  await page.goto(`/en${vehicle.path}`)
  await wake(page)
  let losses = 0
  await page.route('**/assets/text/*/errors.js', (route) => (losses++ < 2 ? route.abort() : route.continue()))
  let loads = 0
  page.on('request', (request) => request.isNavigationRequest() && loads++)
  const identity = page.getByLabel(DRIVER_EN.national_id, { exact: true })
  await identity.fill('k9128')
  await identity.press('Tab')
  await expect(identity).toHaveAccessibleDescription(/ Passport number is invalid\.$/)
  await expect(identity).toHaveValue('k9128')
  expect([losses, loads]).toEqual([3, 0])
})

/** Navigates as a link does: within the site, without a new document. */
async function navigate(page: Page, address: string) {
  await wake(page)
  await page.evaluate(
    (to) => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { navigate(to: string): void }
      }
      router.navigate(to)
    },
    address.replace(/^\/en$/, '/'),
  )
}

function textsRequestedBy(page: Page): string[] {
  const areas: string[] = []
  page.on('request', (request) => {
    const area = /\/assets\/text\/[\w-]+\/([\w-]+)\.js$/.exec(request.url())?.[1]
    if (area) areas.push(area)
  })
  return areas
}

function areasOf(page: Page): Promise<string[]> {
  return page.evaluate(() => document.documentElement.dataset.areas?.split(' ') ?? [])
}
