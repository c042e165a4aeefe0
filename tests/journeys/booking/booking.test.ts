import { expect, type Page, test } from '@playwright/test'
import { formatDate } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import type { Language } from '#app/rules/constants.ts'
import { toPersianDigits } from '#app/rules/text/digits.ts'
import { type CalendarDate, partsIn } from '#app/rules/time/calendar-date.ts'
import {
  amountsOf,
  DRIVER,
  type DriverWords,
  dayOf,
  fillDriver,
  freeVehicle,
  freshPhone,
  reserve,
} from '../../support/api/booking.ts'
import { WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { DRIVER_EN, fillAddress, RESERVE } from '../../support/browser/steps/booking-page.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

interface Words extends DriverWords {
  summary: string
  total: string
  secondDriver: string
  seats: string
  update: string
  reserve: RegExp
  calendar: { pickUp: string; return: string }
}

const EN: Words = {
  ...DRIVER_EN,
  summary: 'Price summary',
  total: 'Total',
  secondDriver: 'Second driver',
  seats: 'Child seats',
  update: 'Update price',
  reserve: RESERVE.name,
  calendar: { pickUp: 'pick-up', return: 'return' },
}

const FA: Words = {
  fullname: 'نام و نام خانوادگی',
  national_id: 'کد ملی یا شمارهٔ گذرنامه',
  country_code: 'کد کشور',
  phone: 'شمارهٔ همراه',
  email: 'ایمیل',
  date_of_birth: 'تاریخ تولد',
  day: 'روز',
  month: 'ماه',
  year: 'سال',
  summary: 'خلاصهٔ قیمت',
  total: 'جمع کل',
  secondDriver: 'رانندهٔ دوم',
  seats: 'صندلی کودک',
  update: 'به‌روزرسانی قیمت',
  reserve: /^رزرو با قیمت/,
  calendar: { pickUp: 'تحویل', return: 'بازگشت' },
}

const prefix = (language: Language) => (language === 'fa' ? '' : `/${language}`)

for (const { language, words } of [
  { language: 'en', words: EN },
  { language: 'fa', words: FA },
] as const) {
  test(`a vehicle is chosen by the calendar and reserved in ${language}`, async ({
    page,
    request,
    javaScriptEnabled,
  }) => {
    const vehicle = await freeVehicle(request, { daysAhead: 12 })
    await page.goto(`${prefix(language)}/book/car/${vehicle.id}`)
    await dayIn(page, vehicle.start, language).click()
    await expect(dayIn(page, vehicle.start, language)).toHaveAccessibleName(new RegExp(words.calendar.pickUp))
    await dayIn(page, vehicle.end, language).click()

    const bill = page.getByRole('complementary', { name: words.summary })
    await expect(bill.getByText(words.total, { exact: true })).toBeVisible()
    await expect(dayIn(page, vehicle.end, language)).toHaveAccessibleName(new RegExp(words.calendar.return))
    const before = await totalOf(page, words)
    await page.getByRole('checkbox', { name: words.secondDriver }).check()
    await page.getByLabel(words.seats).selectOption('2')
    if (!javaScriptEnabled) await page.getByRole('button', { name: words.update }).first().click()
    await expect.poll(async () => (await linesOf(page, words)).length).toBeGreaterThanOrEqual(4)
    expect(await totalOf(page, words)).toBeGreaterThan(before)
    await expect(page.getByRole('checkbox', { name: words.secondDriver })).toBeChecked()
    await expect(page.getByLabel(words.seats)).toHaveValue('2')
    const [total = 0, ...lines] = (await linesOf(page, words)).reverse()
    expect(lines.reduce((sum, amount) => sum + amount, 0)).toBe(total)

    const isPersian = language === 'fa'
    await fillDriver(page, words, {
      ...DRIVER,
      national_id: isPersian ? '۰۴۹۹۳۷۰۸۹۹' : DRIVER.national_id,
      country_code: isPersian ? '+98' : '+49',
      phone: isPersian ? toPersianDigits(`0912${freshPhone().slice(-7)}`) : freshPhone(),
      born: isPersian ? '۸ ۶ ۱۳۶۷' : '29 8 1988',
    })
    if (!isPersian) await fillAddress(page)
    await page.getByRole('button', { name: words.reserve }).click()
    await page.waitForURL(/\/payment\?id=/)
  })
}

test(
  'each error in the driver’s details is beside its field, and everything typed stays',
  WITHOUT_SCRIPTS,
  async ({ page, request }) => {
    const vehicle = await freeVehicle(request)
    await page.goto(`/en${vehicle.path}`)
    const name = 'x'.repeat(10_000)
    await fillDriver(page, EN, {
      ...DRIVER,
      fullname: name,
      national_id: '0499370890',
      phone: '0912abc',
      email: 'niloufar@example',
    })
    await fillAddress(page)
    await page.getByRole('button', { name: EN.reserve }).click()

    const summary = page.getByRole('alert', { name: 'There are 4 things to fix' })
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link')).toHaveText([
      'Full name: Write at most 120 characters.',
      'Identity card or passport number: This is not the number of an identity card or passport of your country.',
      'Mobile phone: Phone number is not correct.',
      'E-mail: Enter an e-mail like name@example.com',
    ])
    await expect(page.getByLabel(EN.fullname, { exact: true })).toHaveValue(name)
    const identity = page.getByLabel('Identity card or passport number', { exact: true })
    await expect(identity).toHaveValue('0499370890')
    await expect(page.getByLabel(EN.phone, { exact: true })).toHaveValue('0912abc')
    await expect(page.getByLabel(EN.phone, { exact: true })).toHaveAccessibleDescription('Phone number is not correct.')
    await expect(page.getByLabel(EN.country_code, { exact: true })).toHaveValue('+49')
    await expect(page.getByLabel('Postcode')).toHaveValue(DRIVER.zip_code)

    await fillDriver(page, EN, { ...DRIVER, national_id: 'k9128', phone: freshPhone() })
    await page.getByRole('button', { name: EN.reserve }).click()
    await expect(identity).toHaveAccessibleDescription(/ Passport number is invalid\.$/)
    await expect(identity).toHaveValue('k9128')

    await fillDriver(page, EN, { ...DRIVER, phone: freshPhone(), born: '1 1 2012' })
    await page.getByRole('button', { name: EN.reserve }).click()
    await expect(page.getByRole('alert')).toContainText(/Date of birth: The driver must be at least \d\d years old\./)
    await expect(page.getByRole('group', { name: EN.date_of_birth }).getByLabel('Year')).toHaveValue('2012')
  },
)

test(
  'errors of fields, of the rental and of the discount code are all shown at once',
  WITHOUT_SCRIPTS,
  async ({ page, request, javaScriptEnabled }) => {
    const vehicle = await freeVehicle(request)
    await page.goto(`/en${vehicle.path}`)
    if (javaScriptEnabled) await wake(page)
    await fillDriver(page, EN, { ...DRIVER, email: 'niloufar@example', phone: freshPhone(), born: '1 1 2012' })
    await fillAddress(page)
    await page.getByLabel('Discount code').fill('NOPE')
    await page.getByRole('button', { name: EN.reserve }).click()
    const summary = page.getByRole('alert', { name: /things to fix/ })
    for (const said of [
      /E-mail: Enter an e-mail/,
      /Date of birth: The driver must be at least \d\d years old\./,
      /We don’t know this code\./,
    ]) {
      await expect(summary.getByRole('link', { name: said })).toBeVisible()
    }
  },
)

test(
  'an invalid discount code says beside its field which rule failed',
  WITH_SCRIPTS,
  async ({ page, request, javaScriptEnabled }) => {
    const vehicle = await freeVehicle(request)
    await page.goto(`/en${vehicle.path}`)
    if (javaScriptEnabled) await wake(page)
    const code = page.getByLabel('Discount code')
    for (const [typed, message] of [
      ['NOSUCH', 'We don’t know this code. Check how it is written.'],
      ['AVALIN', 'This code has been used up.'],
      ['PAYIZ15', 'This code has expired.'],
      ['HAFTE12', 'This code is for longer rentals.'],
    ] as const) {
      await code.fill(typed)
      if (!javaScriptEnabled) await page.getByRole('button', { name: EN.update }).first().click()
      await expect(code).toHaveAccessibleDescription(message)
      await expect(code).toHaveValue(typed)
    }
    const before = await totalOf(page, EN)
    await code.fill('euro15')
    if (!javaScriptEnabled) await page.getByRole('button', { name: EN.update }).first().click()
    await expect.poll(() => totalOf(page, EN)).toBe(before - 15)
  },
)

test(
  'when somebody else took the vehicle, the answer is 409 with the form as typed and other free vehicles',
  WITHOUT_SCRIPTS,
  async ({ page, request }) => {
    const vehicle = await freeVehicle(request)
    await page.goto(`/en${vehicle.path}`)
    await fillDriver(page, EN, { ...DRIVER, phone: freshPhone() })
    await fillAddress(page)
    await reserve(request, vehicle, freshPhone())
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: EN.reserve }).click()
    expect((await answered).status()).toBe(409)
    await expect(page.getByRole('alert')).toContainText('This vehicle has just been taken for these days.')
    await expect(page.getByLabel(EN.fullname, { exact: true })).toHaveValue(DRIVER.fullname)
    const free = page.getByRole('region', { name: 'Not available at this time' })
    await free.getByRole('link').first().click()
    await page.waitForURL(new RegExp(`/en/book/car/\\d+/${vehicle.start}/${vehicle.end}`))
    await expect(page.getByRole('button', { name: EN.reserve })).toBeVisible()
  },
)

test(
  'a fourth open reservation for one phone is refused with an explanation',
  WITHOUT_SCRIPTS,
  async ({ page, request }) => {
    const phone = freshPhone()
    for (let open = 0; open < 3; open++) await reserve(request, await freeVehicle(request), phone)
    const vehicle = await freeVehicle(request)
    await page.goto(`/en${vehicle.path}`)
    await fillDriver(page, EN, { ...DRIVER, phone })
    await fillAddress(page)
    await page.getByRole('button', { name: EN.reserve }).click()
    await expect(page.getByRole('alert')).toContainText('too many unpaid reservations')
    await expect(page.getByRole('link', { name: 'find a reservation' })).toHaveAttribute('href', '/en/voucher')
    await expect(page.getByLabel(EN.fullname, { exact: true })).toHaveValue(DRIVER.fullname)
  },
)

test(
  'the pages of a reservation without a message ask to keep their address',
  WITHOUT_SCRIPTS,
  async ({ page, request }) => {
    const email = `often.${freshPhone()}@example.com`
    const made: string[] = []
    while (made.length < 4) {
      made.push(await reserve(request, await freeVehicle(request), freshPhone(), undefined, email))
    }
    const said = page.getByText('We sent no message about this reservation')
    for (const path of [`/en/payment?id=${made[3]}`, `/en/voucher/${made[3]}`]) {
      await page.goto(path)
      await expect(said).toBeVisible()
    }
    await page.goto(`/en/payment?id=${made[0]}`)
    await expect(said).toHaveCount(0)
  },
)

test(
  'a price that has changed is shown beside the former one and has to be confirmed',
  WITHOUT_SCRIPTS,
  async ({ page, request, javaScriptEnabled }) => {
    const vehicle = await freeVehicle(request)
    await page.goto(`/en${vehicle.path}`)
    if (javaScriptEnabled) await wake(page)
    const total = await totalOf(page, EN)
    await fillDriver(page, EN, { ...DRIVER, phone: freshPhone() })
    await fillAddress(page)
    await page.locator('input[name="shown_total"]').evaluate((field: HTMLInputElement) => {
      field.value = '100'
    })
    await page.getByRole('button', { name: EN.reserve }).click()
    await expect(page.getByRole('alert')).toContainText(`The price was €1 and is now €${total}.`)
    await page.getByRole('button', { name: EN.reserve }).click()
    await page.waitForURL(/\/payment\?id=/)
  },
)

test(
  'a form that was already sent, with other details, leads to the reservation that it made',
  WITHOUT_SCRIPTS,
  async ({ page, context, request, javaScriptEnabled }) => {
    const address = freshAddress()
    await context.setExtraHTTPHeaders(address)
    const vehicle = await freeVehicle(request)
    await page.goto(`/en${vehicle.path}`)
    if (javaScriptEnabled) await wake(page)
    await fillDriver(page, EN, { ...DRIVER, phone: freshPhone() })
    await fillAddress(page)
    const key = `two-tabs-${crypto.randomUUID()}`
    await reserve(request, vehicle, freshPhone(), { key, address })
    await page.locator('input[name="idempotency_key"]').evaluate((field: HTMLInputElement, other) => {
      field.value = other
    }, key)
    await page.getByRole('button', { name: EN.reserve }).click()
    await expect(page.getByRole('alert')).toContainText('This form has already made a reservation')
    await expect(page.getByRole('link', { name: 'find a reservation' })).toHaveAttribute('href', '/en/voucher')
  },
)

test(
  'an address with impossible dates says so and shows the form to correct them',
  WITHOUT_SCRIPTS,
  async ({ page, request }) => {
    const { id, start, end } = await freeVehicle(request)
    for (const [path, message] of [
      [`/book/car/${id}/1405-12-30/1406-01-05`, 'چنین روزی در تقویم نیست.'],
      [`/en/book/car/${id}/${end}/${start}`, 'The return must be after the pick-up.'],
      [`/en/book/car/${id}/2024-03-01/2024-03-05`, 'This time is in the past.'],
      [`/en/book/car/${id}/${start}/${end}?start_time=10:15`, 'Choose a full or half hour, from 00:30 to 23:30.'],
      [`/en/book/car/${id}/soon`, 'There is no such date.'],
    ] as const) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(400)
      await expect(page.getByRole('alert'), path).toContainText(message)
    }
    const [from, to] = [partsIn(start, 'jalali'), partsIn(end, 'jalali')]
    const persian = await page.goto(`/book/car/${id}/${toPersianDigits(jalali(from))}/${jalali(to)}`)
    expect(persian?.status()).toBe(200)
    await expect(page.getByLabel('ماه').first()).toHaveValue(`${from.year}-${from.month}`)
  },
)

/** A date as people may type it, without leading zeros. */
const jalali = ({ year, month, day }: ReturnType<typeof partsIn>) => `${year}-${month}-${day}`

test('unknown vehicles answer 404, and a vehicle has one canonical address', WITHOUT_SCRIPTS, async ({ request }) => {
  const vehicle = await freeVehicle(request)
  expect((await request.get('/en/book/car/2000000000')).status()).toBe(404)
  expect((await request.get('/en/book/plane/1')).status()).toBe(404)
  const other = await request.get(`/en/book/motor/${vehicle.id}/${vehicle.start}?currency=6`, { maxRedirects: 0 })
  expect(other.status()).toBe(301)
  expect(other.headers().location).toBe(`/en/book/car/${vehicle.id}/${vehicle.start}?currency=6`)
  const page = await (await request.get(`/en${vehicle.path}`)).text()
  expect(page).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/en/book/car/${vehicle.id}"`))
  // Search engines get the offer of the page without dates; a price for chosen dates is only for this traveller.
  expect(page).not.toContain('"@type":["Product","Car"]')
  const undated = await (await request.get(`/en/book/car/${vehicle.id}`)).text()
  expect(undated).toMatch(/"@type":\["Product","Car"\],"acrissCode":"[A-Z]{4}"/)
})

test('four child seats are refused with a message', WITHOUT_SCRIPTS, async ({ request, baseURL }) => {
  const vehicle = await freeVehicle(request)
  const answer = await request.post(`/en${vehicle.path}`, {
    headers: { origin: baseURL ?? '' },
    form: {
      intent: 'price',
      start_date: vehicle.start,
      start_time: '10:00',
      end_date: vehicle.end,
      end_time: '10:00',
      child_seat_count: '4',
    },
  })
  expect(answer.status()).toBe(400)
  expect(await answer.text()).toContain('Between 0 and 3 child seats are possible.')
})

/** A day of the calendar. */
function dayIn(page: Page, date: CalendarDate, language: Language) {
  const month = page.getByRole('table', { name: formatDate(date, language, 'month') })
  const day = localDigits(dayOf(date, language), language)
  return month.getByRole('link', { name: new RegExp(`^${day}( |$)`) })
}

/** The lines and the total of the bill beside the form, as shown. */
async function linesOf(page: Page, words: Words): Promise<number[]> {
  return amountsOf(page.getByRole('complementary', { name: words.summary }).locator('.bill').first())
}

async function totalOf(page: Page, words: Words): Promise<number> {
  return (await linesOf(page, words)).at(-1) ?? 0
}
