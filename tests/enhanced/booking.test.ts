import { expect, type Page, test } from '@playwright/test'
import { DRIVER, fillDriver, freeVehicle, freshPhone, reserve } from '../support/api/booking.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { IS_WHOLE } from '../support/browser/matrix.ts'
import { DRIVER_EN, RESERVE } from '../support/browser/steps/booking-page.ts'
import { freshAddress } from '../support/browser/steps/traveller.ts'
import { wake } from '../support/browser/steps/wake.ts'
import { reservationsOf } from '../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

test('a change is priced at once, and the new total is announced', async ({ page, request }) => {
  const vehicle = await freeVehicle(request)
  await page.goto(`/en${vehicle.path}`)
  await page.getByLabel(DRIVER_EN.fullname).fill('Typed before')
  await page.getByRole('checkbox', { name: 'Second driver' }).check()
  await expect(page.getByRole('status').filter({ hasText: /^New total: €\d/ })).toBeAttached()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel(DRIVER_EN.fullname)).toHaveValue('Typed before')
})

test('the calendar chooses dates in place, and other months keep what was typed', async ({ page, request }) => {
  const vehicle = await freeVehicle(request, { daysAhead: 12 })
  await page.goto(`/en/book/car/${vehicle.id}`)
  await wake(page)
  await page.getByLabel('Discount code').fill('EURO15')
  await page.locator(`.cal a[href$="/${vehicle.start}"]`).click()
  await page.locator(`.cal a[href$="/${vehicle.start}/${vehicle.end}"]`).click()
  await expect(page.getByRole('button', RESERVE)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/en/book/car/${vehicle.id}$`))
  await expect(page.getByRole('group', { name: 'Pick-up' }).getByLabel('Date')).toHaveValue(vehicle.start)
  await expect(page.getByRole('group', { name: 'Return' }).getByLabel('Date')).toHaveValue(vehicle.end)
  await page.getByRole('link', { name: 'Later', exact: true }).click()
  await expect(page).toHaveURL(/month=/)
  await expect(page.getByLabel('Discount code')).toHaveValue('EURO15')
  await expect(page.getByRole('button', RESERVE)).toBeVisible()
})

test('two clicks on "reserve" make one reservation', async ({ page, request }) => {
  const vehicle = await freeVehicle(request)
  await page.goto(`/en${vehicle.path}`)
  await fillDriver(page, DRIVER_EN, { ...DRIVER, phone: freshPhone() })
  await fillAddress(page)
  await page.getByRole('button', RESERVE).dblclick()
  await page.waitForURL(/\/payment\?id=/)
  expect(await reservationsOf(vehicle.id)).toBe(1)
})

test('the button stays busy until the next page has loaded, and a second press does nothing', async ({
  page,
  request,
}) => {
  const vehicle = await freeVehicle(request, { daysAhead: 70 })
  await page.goto(`/en${vehicle.path}`)
  await wake(page)
  await fillDriver(page, DRIVER_EN, { ...DRIVER, phone: freshPhone() })
  await fillAddress(page)
  let sent = 0
  page.on('request', (one) => {
    if (one.method() === 'POST' && (one.postData() ?? '').includes('intent=reserve')) sent++
  })
  const line = Promise.withResolvers<void>()
  await page.route('**/payment.data**', async (route) => {
    await line.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/payment.data**')
  const button = page.locator('#driver').getByRole('button', RESERVE)
  await button.click()
  await asked
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: 'Update price' }).first()).not.toHaveAttribute('aria-busy')
  await button.click({ force: true })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  line.resolve()
  await page.waitForURL(/\/payment\?id=/)
  expect(sent).toBe(1)
})

test('once the form is submitted, no price is requested any more', async ({ page, request }) => {
  const vehicle = await freeVehicle(request, { daysAhead: 70 })
  await page.clock.install()
  await page.goto(`/en${vehicle.path}`)
  await wake(page)
  await fillDriver(page, DRIVER_EN, { ...DRIVER, phone: freshPhone() })
  await fillAddress(page)
  const receive = page.getByRole('group', { name: 'Where will you pick it up?' })
  await receive.getByRole('radio', { name: 'Another address' }).check()
  await expect(page.getByRole('complementary', { name: 'Price summary' }).getByText('Pick-up place fee')).toBeVisible()
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let priced = 0
  await page.route(/\/book\/car\//, async (route) => {
    const sent = route.request().postData() ?? ''
    if (sent.includes('intent=price')) priced++
    if (sent.includes('intent=reserve')) {
      reached.resolve()
      await released.promise
    }
    await route.continue()
  })
  // From here on the clock stands still, so that the delay before a new price never ends.
  await page.clock.pauseAt(Date.now() + 60_000)
  await receive.getByLabel('Address', { exact: true }).fill('Hotel Dariush, room 12')
  await page.locator('#driver').getByRole('button', RESERVE).click()
  await reached.promise
  await page.clock.fastForward(1000)
  await page.clock.resume()
  expect(priced).toBe(0)
  released.resolve()
  await page.waitForURL(/\/payment\?id=/)
  await expect(page.getByText('Pick-up and return: Hotel Dariush, room 12')).toBeVisible()
})

test('losing the connection while reserving keeps the page and everything typed', async ({ page, request }) => {
  const vehicle = await freeVehicle(request)
  await page.goto(`/en${vehicle.path}`)
  await wake(page)
  await fillDriver(page, DRIVER_EN, { ...DRIVER, phone: freshPhone() })
  await fillAddress(page)
  await page.route('**/book/car/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', RESERVE).click()
  await expect(page.getByRole('status').filter({ hasText: 'The connection to the server was lost.' })).toBeVisible()
  await expect(page.getByLabel(DRIVER_EN.fullname)).toHaveValue(DRIVER.fullname)
})

const LOOKS = [
  { prefix: '', colorScheme: 'light' },
  { prefix: '/en', colorScheme: 'dark' },
  { prefix: '/en', colorScheme: 'light' },
] as const
for (const [at, { prefix, colorScheme }] of LOOKS.entries()) {
  /** In the sample only the `nth` state is checked. */
  const isInTurn = (nth: number) => IS_WHOLE || nth % LOOKS.length === at

  test.describe(`axe finds nothing in ${prefix || '/'}, ${colorScheme}`, () => {
    test.use({ colorScheme })

    if (isInTurn(0))
      test('on a vehicle without dates', async ({ page, request }) => {
        const { id } = await freeVehicle(request)
        await page.goto(`${prefix}/book/car/${id}`)
        await expectAccessible(page)
      })

    if (isInTurn(1))
      test('on a vehicle with its price and the driver’s form', async ({ page, request }) => {
        const { path } = await freeVehicle(request)
        await page.goto(prefix + path)
        await expectAccessible(page)
      })

    if (isInTurn(2))
      test('on a form with errors', async ({ page, request }) => {
        const { path } = await freeVehicle(request)
        await page.goto(prefix + path)
        await wake(page)
        await page.locator('#book').getByRole('button').last().click()
        await expect(page.getByRole('alert')).toBeFocused()
        await expectAccessible(page)
      })

    if (isInTurn(3))
      test('on a vehicle that is taken', async ({ page, request }) => {
        const vehicle = await freeVehicle(request, { daysAhead: 26 })
        await reserve(request, vehicle, freshPhone())
        await page.goto(prefix + vehicle.path)
        await expect(page.locator('#taken-title')).toBeVisible()
        await expectAccessible(page)
      })
  })
}

async function fillAddress(page: Page) {
  await page.getByLabel('Country', { exact: true }).fill(DRIVER.country)
  await page.getByLabel('Address', { exact: true }).last().fill(DRIVER.address)
  await page.getByLabel('Postcode').fill(DRIVER.zip_code)
}
