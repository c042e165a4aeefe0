import { expect, type Page, type Route, test } from '@playwright/test'
import { monthGrids } from '#app/i18n/format/calendar.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { shortPrice } from '#app/i18n/format/short-price.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { currencyOfLanguage, FROM_DAYS, type Language } from '#app/rules/constants.ts'
import { addDays, partsIn } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { chooseRange } from '../support/browser/steps/choose-date.ts'
import { wake } from '../support/browser/steps/wake.ts'

const TODAY = dateIn('Asia/Tehran', new Date())
const DAY = addDays(TODAY, 9)
const [START, END] = [addDays(TODAY, 12), addDays(TODAY, 19)]
const CITY: Partial<Record<Language, string>> = { en: 'Kish', fa: 'کیش' }
const PRICES = '**/rent/day-prices?*'

for (const [language, home] of [
  ['en', '/en'],
  ['fa', '/'],
] as const) {
  test(`${language}: each day of pick-up has the lowest price of a rental that begins on it`, async ({
    page,
    request,
  }) => {
    const currency = currencyOfLanguage(language)
    const params = { city: CITY[language] ?? '', category: 2, currency, from: DAY, days: 1, length: FROM_DAYS }
    const lowest = async () => {
      const answer = await request.get('/api/business/rent/day_prices/', { params })
      const { results } = (await answer.json()) as { results: { per_day: number }[] }
      return results[0]?.per_day
    }
    // There are none for as long as searches are not answered from memory.
    await expect.poll(lowest).toBeDefined()
    const price = shortPrice((await lowest()) ?? 0, currency, language)
    await openCalendar(page, language, home)
    const t = textFor(language, 'days')
    await expect(dayLink(page, language, DAY)).toHaveAccessibleName(new RegExp(` ${t('from', { price, currency })}$`))
    await expect(page.getByText(t('prices', { city: CITY[language] ?? '', days: FROM_DAYS, currency }))).toBeVisible()
    await expectAccessible(page)
    await dayLink(page, language, START).click()
    // A price is of a rental that begins on a day, not of one that ends on it.
    await expect(page.locator('.find-cal small span')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await chooseRange(page, language, START, END)
    await page
      .getByRole('search')
      .getByRole('button', { name: textFor(language, 'search')('submit') })
      .click()
    await expect(page).toHaveURL(/\/rent\/car\?/)
    await expect(page.getByText(textFor(language, 'results')('pricesFor', { days: 7 }))).toBeVisible()
  })
}

test('other months bring their prices when they are shown, once', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/rent/day-prices')) asked.push(url.searchParams.get('from') ?? '')
  })
  await openCalendar(page, 'en', '/en')
  const [first = '', second = '', third = ''] = monthGrids(START, 3, 'en').map((month) => month.first)
  await expect(page.locator('.find-cal small span').first()).toBeVisible()
  await page.getByRole('button', { name: textFor('en', 'common')('calendar.next') }).click()
  await expect(dayLink(page, 'en', addDays(third, 3))).toHaveAccessibleName(/euros/)
  await page.getByRole('button', { name: textFor('en', 'common')('calendar.previous') }).click()
  await expect(dayLink(page, 'en', START)).toHaveAccessibleName(/euros/)
  expect(asked.toSorted()).toEqual([first < TODAY ? TODAY : first, second, third])
})

test('nothing moves when prices come, and a day on which nothing is free says so and can be chosen', async ({
  page,
}) => {
  const waiting: Route[] = []
  await page.route(PRICES, (route) => void waiting.push(route))
  await openCalendar(page, 'en', '/en')
  await expect.poll(() => waiting.length).toBe(2)
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.find-cal td a, .find-cal button')].map((element) => {
        const { x, y, height } = element.getBoundingClientRect()
        return [x, y, height].map(Math.round).join(' ')
      }),
    )
  const before = await places()
  const prices = Object.fromEntries(
    Array.from({ length: 90 }, (_, index) => [addDays(TODAY, index), index % 2 ? 4500 : null]),
  )
  for (const route of waiting) await route.fulfill({ json: { prices } })
  await expect(dayLink(page, 'en', addDays(TODAY, 11))).toHaveAccessibleName(/ from 45 euros$/)
  expect(await places()).toEqual(before)
  await expect(dayLink(page, 'en', START)).toHaveAccessibleName(/ nothing free\b/)
  await dayLink(page, 'en', START).click()
  await expect(dayButton(page)).toContainText(formatDate(START, 'en', 'weekday'))
})

for (const [name, refuse] of [
  ['get lost', (route: Route) => route.abort()],
  ['are refused', (route: Route) => route.fulfill({ status: 503 })],
  ['are unknown', (route: Route) => route.fulfill({ json: { prices: {} } })],
] as const) {
  test(`the calendar works where prices ${name}`, async ({ page }) => {
    let refused = 0
    await page.route(PRICES, (route) => {
      refused += 1
      return refuse(route)
    })
    await openCalendar(page, 'en', '/en')
    await expect.poll(() => refused).toBe(2)
    await page.keyboard.press('Escape')
    await chooseRange(page, 'en', START, END)
    await expect(page.locator('.find-cal')).toBeHidden()
    await expect(dayButton(page)).toContainText(formatDate(START, 'en', 'weekday'))
    await expect(page.locator('.toast')).toHaveCount(0)
  })
}

test('without a city, and with Save-Data, no prices are asked for', async ({ page }) => {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/rent/day-prices')) asked += 1
  })
  await page.goto('/en/rent/car?edit=1')
  await wake(page)
  await dayButton(page).click()
  await expect(page.locator('.find-cal')).toBeVisible()
  await expect(page.locator('.find-cal small')).toHaveCount(0)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await openCalendar(page, 'en', '/en')
  await expect(page.locator('.find-cal small')).toHaveCount(0)
  expect(asked).toBe(0)
})

test('the fields take the place of a calendar that cannot be fetched', async ({ page }) => {
  await page.route('**/range-calendar*.js', (route) => route.abort())
  await page.goto('/en')
  await wake(page)
  await dayButton(page).click()
  const date = page
    .getByRole('group', { name: textFor('en', 'search')('pickUp') })
    .getByLabel(textFor('en', 'common')('date.date'))
  await expect(date).toBeFocused()
  await date.fill(START)
  await page.getByRole('combobox', { name: textFor('en', 'search')('city') }).focus()
  await expect(dayButton(page)).toContainText(formatDate(START, 'en', 'weekday'))
  await page.unroute('**/range-calendar*.js')
})

test('a calendar that comes late does not open over what somebody has gone on to', async ({ page }) => {
  const waiting: Route[] = []
  await page.route('**/range-calendar*.js', (route) => void waiting.push(route))
  await page.goto('/en')
  await wake(page)
  const button = dayButton(page)
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Tab')
  for (const route of waiting) await route.continue()
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect(page.locator('.find-cal')).toHaveCount(0)
  await button.click()
  await expect(page.locator('.find-cal')).toBeVisible()
})

async function openCalendar(page: Page, language: Language, home: string) {
  await page.goto(home)
  await wake(page)
  await page.getByRole('combobox', { name: textFor(language, 'search')('city') }).selectOption(CITY[language] ?? '')
  await dayButton(page, language).click()
  await expect(page.locator('.find-cal')).toBeVisible()
}

function dayButton(page: Page, language: Language = 'en') {
  return page.getByRole('search').getByRole('button', { name: new RegExp(`^${textFor(language, 'search')('pickUp')}`) })
}

function dayLink(page: Page, language: Language, date: string) {
  const month = page.getByRole('table', { name: formatDate(date, language, 'month') })
  const { day } = partsIn(date, language === 'fa' ? 'jalali' : 'gregorian')
  return month.getByRole('link', { name: new RegExp(`^${localDigits(day, language)}(?!\\p{Nd})`, 'u') })
}
