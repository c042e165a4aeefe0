import { expect, type Locator, type Page, test } from '@playwright/test'
import { toPersianDigits } from '#app/rules/text/digits.ts'
import { partsIn } from '#app/rules/time/calendar-date.ts'
import { DRIVER, type FreeVehicle, fillDriver, freeVehicle, freshPhone, reserve } from '../../support/api/booking.ts'
import { WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { DRIVER_EN, fillAddress, RESERVE } from '../../support/browser/steps/booking-page.ts'
import { wake } from '../../support/browser/steps/wake.ts'

const PHONE = { width: 390, height: 844 }
const DAYS_AHEAD = 70

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test(
    'the payment page opens at its top, with the amount and the button on the first screen',
    WITH_SCRIPTS,
    async ({ page, request, javaScriptEnabled }) => {
      const vehicle = await freeVehicle(request, { daysAhead: DAYS_AHEAD })
      await openDriver(page, vehicle, javaScriptEnabled)
      await page.locator('#driver').getByRole('button', RESERVE).click()
      await page.waitForURL(/\/payment\?id=/)
      const pay = page.getByRole('button', { name: /^Pay €/ })
      await expect(pay).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
      expect(await page.evaluate(() => scrollY)).toBe(0)
      if (javaScriptEnabled) await expect(page.getByRole('main')).toBeFocused()
      expect(await isCovered(pay)).toBe(false)
    },
  )

  test('the error of an invalid discount code appears at its field', async ({ page, request }) => {
    const vehicle = await freeVehicle(request, { daysAhead: DAYS_AHEAD })
    await page.goto(`/en${vehicle.path}`)
    const code = page.getByLabel('Discount code')
    await code.fill('NOSUCH')
    await page.getByRole('button', { name: 'Update price' }).first().click()
    await expect(code).toHaveAccessibleDescription('We don’t know this code. Check how it is written.')
    await expect(code).toBeFocused()
    await expect(code).toBeInViewport()
    await expect(page.getByText('We don’t know this code. Check how it is written.')).toHaveCount(1)
  })

  test(
    'a changed price is reported beside the button that reserves',
    WITHOUT_SCRIPTS,
    async ({ page, request, javaScriptEnabled }) => {
      const vehicle = await freeVehicle(request, { daysAhead: DAYS_AHEAD })
      await openDriver(page, vehicle, javaScriptEnabled)
      await page.locator('input[name="shown_total"]').evaluate((field: HTMLInputElement) => {
        field.value = '100'
      })
      await page.locator('#driver').getByRole('button', RESERVE).click()
      const changed = page.getByRole('alert').filter({ hasText: 'The price was €1 and is now' })
      await expect(changed).toBeFocused()
      await expect(changed).toBeInViewport()
      await expect(page.locator('#driver').getByRole('button', RESERVE)).toBeInViewport()
    },
  )

  test(
    'a vehicle that somebody else took is reported beside the button that was pressed, with alternatives',
    WITH_SCRIPTS,
    async ({ page, request, javaScriptEnabled }) => {
      const vehicle = await freeVehicle(request, { daysAhead: DAYS_AHEAD })
      await openDriver(page, vehicle, javaScriptEnabled)
      await reserve(request, vehicle, freshPhone())
      await page.locator('#driver').getByRole('button', RESERVE).click()
      const taken = page.locator('#driver').getByRole('alert')
      await expect(taken).toContainText('This vehicle has just been taken for these days.')
      await expect(taken).toBeFocused()
      await expect(taken).toBeInViewport()
      await expect(page.locator('#driver').getByRole('region', { name: 'Not available at this time' })).toBeVisible()
    },
  )

  test(
    'at the driver’s card the bar at the bottom of the page reserves',
    WITHOUT_SCRIPTS,
    async ({ page, request, javaScriptEnabled }) => {
      const vehicle = await freeVehicle(request, { daysAhead: DAYS_AHEAD })
      await openDriver(page, vehicle, javaScriptEnabled)
      await page.evaluate(() => scrollTo(0, 0))
      const bar = page.locator('.pay-bar')
      if (javaScriptEnabled) await expect(bar.getByRole('button', RESERVE)).toBeHidden()
      await bar.getByRole('link', { name: 'Continue' }).click()
      await expect(bar.getByRole('link', { name: 'Continue' })).toBeHidden()
      await bar.getByRole('button', RESERVE).click()
      await page.waitForURL(/\/payment\?id=/)
    },
  )
})

test('choosing "another address" keeps price, bill and driver; the address is required only when the form is sent', async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const vehicle = await freeVehicle(request, { daysAhead: DAYS_AHEAD })
  await openDriver(page, vehicle, javaScriptEnabled)
  const receive = page.getByRole('group', { name: 'Where will you pick it up?' })
  const back = page.getByRole('group', { name: 'Where will you return it?' })
  const bill = page.getByRole('complementary', { name: 'Price summary' })
  await expect(back.getByRole('radio', { name: 'Same as pick-up' })).toBeChecked()
  await receive.getByRole('radio', { name: 'Another address' }).check()
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Update price' }).first().click()
  await expect(bill.getByText('Return place fee')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('This field is required.')).toHaveCount(0)
  await expect(page.getByLabel(DRIVER_EN.fullname, { exact: true })).toHaveValue(DRIVER.fullname)

  await page.locator('#driver').getByRole('button', RESERVE).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Address: This field is required.'])
  await expect(bill.getByText('Return place fee')).toBeVisible()
  await receive.getByLabel('Address', { exact: true }).fill('Hotel Dariush, room 12')
  await expect(back.getByRole('radio', { name: 'Same as pick-up' })).toBeChecked()
  await page.locator('#driver').getByRole('button', RESERVE).click()
  await page.waitForURL(/\/payment\?id=/)
  await expect(page.getByText('Pick-up and return: Hotel Dariush, room 12')).toBeVisible()
})

test('another language keeps what was typed, with days and date of birth in its calendar', async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const vehicle = await freeVehicle(request, { daysAhead: DAYS_AHEAD })
  await openDriver(page, vehicle, javaScriptEnabled)
  await page.getByLabel('Child seats').selectOption('1')
  const back = page.getByRole('group', { name: 'Where will you return it?' })
  await back.getByRole('radio', { name: 'Another address' }).check()
  await back.getByLabel('Address', { exact: true }).fill('Hotel Dariush')
  await back.getByRole('radio', { name: 'Same as pick-up' }).check()
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Update price' }).first().click()
  const inLanguage = async (language: string) => {
    await page.locator('.menu summary').click()
    await page.locator(`.menu a[hreflang="${language}"]`).click()
    await page.waitForURL(new RegExp(`${language === 'fa' ? '' : `/${language}`}${vehicle.path}\\?currency=`))
    await expect(page.locator('html')).toHaveAttribute('data-language', language)
    if (javaScriptEnabled) await wake(page)
  }
  const fieldOf = (name: string) => page.locator(`#book [name="${name}"]`)

  await inLanguage('fa')
  await expect(fieldOf('fullname')).toHaveValue(DRIVER.fullname)
  await expect(fieldOf('child_seat_count')).toHaveValue('1')
  // An address that was typed and then not chosen is there, too.
  await expect(fieldOf('return_address.address')).toHaveValue('Hotel Dariush')
  const { year, month, day } = partsIn(vehicle.start, 'jalali')
  await expect(fieldOf('start_date.day')).toHaveValue(String(day))
  await expect(fieldOf('start_date.month')).toHaveValue(`${year}-${month}`)
  const born = partsIn(DRIVER.date_of_birth, 'jalali')
  await expect(fieldOf('date_of_birth.year')).toHaveValue(toPersianDigits(String(born.year)))

  if (javaScriptEnabled) await fieldOf('fullname').fill('Niloufar R.')
  await inLanguage('de')
  await expect(fieldOf('fullname')).toHaveValue(javaScriptEnabled ? 'Niloufar R.' : DRIVER.fullname)
  await expect(fieldOf('start_date')).toHaveValue(vehicle.start)
  await expect(fieldOf('date_of_birth.year')).toHaveValue('1988')
  await expect(fieldOf('child_seat_count')).toHaveValue('1')
})

test(
  'another language keeps a driver who was typed before any day was chosen',
  WITH_SCRIPTS,
  async ({ page, request, javaScriptEnabled }) => {
    test.skip(!javaScriptEnabled, 'without scripts nothing is sent before the price')
    const vehicle = await freeVehicle(request, { daysAhead: DAYS_AHEAD })
    await page.goto(`/en/book/car/${vehicle.id}`)
    await wake(page)
    await page.getByLabel('Discount code').fill('SPRING')
    await page.locator('.menu summary').click()
    await page.locator('.menu a[hreflang="de"]').click()
    await page.waitForURL(/\/de\/book\//)
    await expect(page.locator('[name="discount_code"]')).toHaveValue('SPRING')
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

/** Opens a vehicle's page and fills in the driver's form. */
async function openDriver(page: Page, vehicle: FreeVehicle, isScripted: boolean | undefined) {
  await page.goto(`/en${vehicle.path}`)
  if (isScripted) await wake(page)
  const phone = freshPhone()
  // An e-mail address of its own: a shared one would be over its limit of messages, and the page would say so.
  await fillDriver(page, DRIVER_EN, { ...DRIVER, phone, email: `niloufar.${phone}@example.com` })
  await fillAddress(page)
}

/** Whether something covers the middle of an element, such as a bar at the bottom of the screen. */
async function isCovered(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const topmost = document.elementFromPoint(left + width / 2, top + height - 4)
    return topmost === null || !one.contains(topmost)
  })
}
