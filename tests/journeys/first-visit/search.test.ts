import { expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { chooseDays } from '../../support/browser/steps/choose-date.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeCompany, makeVehicle } from '../../support/server/own-fleet.ts'

const TODAY = dateIn('Asia/Tehran', new Date())
const START = addDays(TODAY, 12)
const END = addDays(TODAY, 15)
const DATES = `start_date=${START}&start_time=10:00&end_date=${END}&end_time=10:00`

/** The texts that the journey looks for in each language. */
const WORDS = {
  fa: {
    prefix: '',
    city: 'کیش',
    search: 'جست‌وجو',
    found: /[۰-۹٬]+ خودرو در کیش/,
    total: 'جمع ۳ روز',
    filters: 'فیلترها',
    show: /نمایش .* خودرو/,
    chosen: 'فیلترهای فعال',
    automatic: 'اتوماتیک',
    cheapest: 'ارزان‌ترین',
    next: 'بعدی',
    edit: 'ویرایش',
    clear: 'پاک کردن همهٔ فیلترها',
    nothing: 'با این فیلترها چیزی پیدا نشد',
    compare: 'مقایسه کن',
    compareOne: 'مقایسه',
    compared: 'مقایسهٔ وسیله‌ها',
    lowest: 'کمترین',
    different: 'متفاوت',
    remove: /^حذف/,
    back: 'برگشت به نتیجه‌ها',
  },
  en: {
    prefix: '/en',
    city: 'Kish',
    search: 'Search',
    found: /[\d,]+ cars in Kish/,
    total: 'total, 3 days',
    filters: 'Filters',
    show: /Show .* cars/,
    chosen: 'Active filters',
    automatic: 'Automatic',
    cheapest: 'Cheapest',
    next: 'Next',
    edit: 'Edit',
    clear: 'Clear all filters',
    nothing: 'Nothing matches these filters',
    compare: 'Compare',
    compareOne: 'Compare',
    compared: 'Compare vehicles',
    lowest: 'lowest',
    different: 'different',
    remove: /^Remove/,
    back: 'Back to results',
  },
} as const

for (const [language, words] of Object.entries(WORDS)) {
  const { prefix } = words
  const results = `${prefix}/rent/car?city=${words.city}&${DATES}`

  test(
    `${language}: from the home page to vehicles with a total price`,
    inSample(language as Language),
    async ({ page }) => {
      await page.goto(prefix || '/?currency=6')
      await accessible(page)
      await chooseDays(page, language as Language, [START, END])
      await page.getByRole('search').getByRole('button', { name: words.search }).click()
      await expect(page).toHaveURL(/\/rent\/car\?/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.found)
      await expect(page.getByText(words.total).first()).toBeVisible()
      await accessible(page)
    },
  )

  test(
    `${language}: a filter is chosen, shown as a chip, kept while sorting and paging, and removed`,
    inSample(language as Language),
    async ({ page }) => {
      await page.goto(results)
      const all = await count(page)
      const gearboxes = page.getByRole('group', {
        name: textFor(language as Language, 'results')('filter.gearbox_type'),
      })
      await expect(gearboxes.getByRole('checkbox', { name: words.automatic })).toBeVisible()
      await applyFilter(page, words.automatic, words.show)
      await expect(page).toHaveURL(/gearbox_type=AUTOMATIC/)
      const chips = page.getByRole('list', { name: words.chosen })
      await expect(chips.getByRole('link', { name: words.automatic })).toBeVisible()
      expect(await count(page)).toBeLessThan(all)

      await page.getByRole('link', { name: words.cheapest }).click()
      await expect(page).toHaveURL(/ordering=cheapest/)
      await expect(page).toHaveURL(/gearbox_type=AUTOMATIC/)
      await expect(page.getByRole('link', { name: words.cheapest })).toHaveAttribute('aria-current', 'true')
      const prices = await dayPrices(page)
      expect(prices).toEqual([...prices].sort((a, b) => a - b))

      await page.getByRole('link', { name: words.next }).click()
      await expect(page).toHaveURL(/page=2/)
      await expect(page.getByRole('heading', { level: 2 }).nth(1)).toBeVisible()
      await page.goBack()
      await expect(page).not.toHaveURL(/page=2/)
      await page.goForward()
      await expect(page).toHaveURL(/page=2/)
      await expect(chips.getByRole('link', { name: words.automatic })).toBeVisible()

      await chips.getByRole('link', { name: words.automatic }).click()
      await expect(page).not.toHaveURL(/gearbox_type/)
      await expect.poll(() => count(page)).toBe(all)
    },
  )

  test(`${language}: Back shows the filters of the page before`, inSample(language as Language), async ({ page }) => {
    await page.goto(results)
    await applyFilter(page, words.automatic, words.show)
    await expect(page).toHaveURL(/gearbox_type=AUTOMATIC/)
    await page.goBack()
    await expect(page).not.toHaveURL(/gearbox_type/)
    await expect(page.getByRole('checkbox', { name: words.automatic })).not.toBeChecked()
  })

  test(
    `${language}: a search without results says which filter to loosen`,
    inSample(language as Language),
    async ({ page }) => {
      await page.goto(`${results}&types=van&gearbox_type=MANUAL&seats=12&from=999999999`)
      await expect(page.getByText(words.nothing)).toBeVisible()
      await accessible(page)
      await page.getByRole('link', { name: words.clear }).last().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.found)
      await expect(page).toHaveURL(new RegExp(`start_date=${START}`))
    },
  )

  test(
    `${language}: two vehicles are compared in a table, one is removed, and the way back is the same list`,
    inSample(language as Language),
    async ({ page }) => {
      await page.goto(`${results}&ordering=cheapest`)
      const boxes = page.getByRole('checkbox', { name: new RegExp(`^${words.compareOne} `) })
      await boxes.nth(0).check()
      await boxes.nth(3).check()
      await page.getByRole('button', { name: words.compare, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: words.compared })).toBeVisible()
      await expect(page.getByRole('columnheader')).toHaveCount(3)
      await expect(page.getByRole('rowheader').first()).toBeVisible()
      await expect(page.getByText(words.lowest).first()).toBeVisible()
      await expect(page.getByText(words.different).first()).toBeVisible()
      await accessible(page)
      await page.getByRole('link', { name: words.remove }).first().click()
      await expect(page.getByRole('columnheader')).toHaveCount(2)
      await page.getByRole('link', { name: words.back }).click()
      await expect(page).toHaveURL(/ordering=cheapest/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.found)
    },
  )
}

const OTHERS = {
  ar: { city: 'كيش', found: /سيار/, total: 'المجموع، ٣ أيام' },
  tr: { city: 'Kish', found: /Kiş: \d+ araba/, total: 'toplam, 3 gün' },
  de: { city: 'Kish', found: /\d+ Autos in Kish/, total: 'gesamt, 3 Tage' },
}

for (const [language, words] of Object.entries(OTHERS)) {
  test(`${language}: from the home page to the price`, inSample(language as Language), async ({ page }) => {
    await page.goto(`/${language}`)
    await chooseDays(page, language as Language, [START, END])
    await page.getByRole('search').getByRole('button').last().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.found)
    await expect(page.getByText(words.total).first()).toBeVisible()
    await accessible(page)
  })
}

const WRONG_SEARCHES = [
  { what: 'a return before the pick-up', query: `start_date=${END}&end_date=${START}`, says: 'after the pick-up' },
  { what: 'a day that has passed', query: `start_date=2020-01-05&end_date=${END}`, says: 'in the past' },
  { what: '30 Esfand of a common year', query: `start_date=1404/12/30&end_date=${END}`, says: 'no such date' },
  {
    what: 'a time that is no half hour',
    query: `start_date=${START}&start_time=10:15&end_date=${END}`,
    says: 'half hour',
  },
  { what: 'an unknown city', query: 'city=Atlantis', says: 'do not know this city' },
  { what: 'a lowest price above the highest', query: 'from=90&to=20', says: 'lower price must not be above' },
  { what: 'a price in words', query: 'from=cheap', says: 'Enter a number' },
  { what: 'a first year after the last', query: 'yearFrom=2024&yearTo=2019', says: 'first year must not be after' },
]

for (const [nth, { what, query, says }] of WRONG_SEARCHES.entries()) {
  // Only the server judges a search, so one of them with scripts is enough.
  const way = nth === 0 ? WITH_SCRIPTS : WITHOUT_SCRIPTS
  test(`${what} has an error at its field, and the list is shown without it`, way, async ({ page }) => {
    const answer = await page.goto(`/en/rent/car?gearbox_type=AUTOMATIC&${query}`)
    expect(answer?.status()).toBe(400)
    const summary = page.getByRole('alert').filter({ hasText: 'There is one thing to fix' })
    await expect(summary).toContainText(says)
    await summary.getByRole('link').click()
    await expect(page).toHaveURL(/#search-/)
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Automatic')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d+ cars/)
    // The error looks the same for every field.
    if (nth < 2) await accessible(page)
  })
}

test('opening a filter keeps what is ticked but not applied yet', async ({ page }) => {
  await page.goto(`/en/rent/car?city=Kish&${DATES}`)
  await page.getByRole('checkbox', { name: 'Automatic' }).check()
  await page.getByRole('button', { name: 'Make', exact: true }).click()
  await expect(page).toHaveURL(/show=brands.*#facet-brands$/)
  await expect(page.getByRole('checkbox', { name: 'Automatic' })).toBeChecked()
  await expect(page.getByRole('region', { name: 'Filters' }).getByRole('checkbox', { name: /^Toyota/ })).toBeVisible()
})

test('Enter in a price field applies the price and opens no filter', async ({ page }) => {
  await page.goto(`/en/rent/car?city=Kish&${DATES}`)
  await page.getByRole('region', { name: 'Filters' }).getByLabel('From', { exact: true }).fill('20')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=20/)
  await expect(page).not.toHaveURL(/show=/)
})

test('invalid values stay in the form', WITHOUT_SCRIPTS, async ({ page }) => {
  await page.goto(`/en/rent/car?city=Atlantis&start_date=${START}&start_time=10:15&end_date=${END}&from=90&to=20`)
  const form = page.getByRole('search')
  await expect(form.getByLabel('City')).toHaveValue('Atlantis')
  await expect(form.getByLabel('Time').first()).toHaveValue('10:15')
  await expect(form.getByLabel('Date').first()).toHaveValue(START)
  await expect(page.locator('#search-from')).toHaveValue('90')
})

test('pages that do not exist say so and show the nearest one', WITHOUT_SCRIPTS, async ({ page }) => {
  expect((await page.goto('/en/rent/car?city=Kish&page=9999'))?.status()).toBe(400)
  await expect(page.getByText('There is no page “9999”')).toBeVisible()
  expect((await page.goto('/en/rent/car?city=Kish&page=0'))?.status()).toBe(400)
  await expect(page.getByText('There is no page “0”; this is page 1')).toBeVisible()
})

test('unknown parameters are ignored, and the first of repeated ones counts', WITHOUT_SCRIPTS, async ({ page }) => {
  expect((await page.goto('/en/rent/car?city=Kish&city=Tehran&utm_source=x'))?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cars in Kish/)
  await expect(page.getByText('came more than once')).toContainText('City')
  await expect(page.getByRole('link', { name: 'Cheapest' })).not.toHaveAttribute('href', /utm/)
})

test('an empty pick-up time clears the return time', WITHOUT_SCRIPTS, async ({ page }) => {
  await page.goto(`/en/rent/car?city=Kish&start_date=${START}&start_time=&end_date=${END}&end_time=12:00`)
  await expect(page.getByRole('link', { name: 'Cheapest' })).toHaveAttribute('href', /end_date/)
  await expect(page.getByRole('link', { name: 'Cheapest' })).not.toHaveAttribute('href', /end_time/)
})

test(
  'motorbikes have their own list, and the search form keeps everything else on the way there',
  WITHOUT_SCRIPTS,
  async ({ page }) => {
    await page.goto(`/en/rent/car?category=5&city=Kish&${DATES}`)
    await expect(page).toHaveURL(new RegExp(`/en/rent/motor\\?city=Kish&start_date=${START}`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/motorbike/)
  },
)

test('a list without dates has prices "from" and asks for dates', WITH_SCRIPTS, async ({ page }) => {
  await page.goto('/en/rent/car/monthly')
  await expect(page.getByText('Choose pick-up and return dates')).toBeVisible()
  await accessible(page)
})

test('changing the language translates the city and drops the price filter', WITHOUT_SCRIPTS, async ({ page }) => {
  await page.goto('/en/rent/car?city=Kish&from=10&gearbox_type=AUTOMATIC')
  await page.locator('.bar details summary').click()
  await page.getByRole('link', { name: 'فارسی' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/خودرو در کیش/)
  const address = new URL(page.url())
  expect(address.pathname).toBe('/rent/car')
  expect(address.searchParams.get('city')).toBe('کیش')
  expect(address.searchParams.has('from')).toBe(false)
  expect(address.searchParams.get('gearbox_type')).toBe('AUTOMATIC')
})

test('changing the currency keeps the list, converts its prices, and is remembered', WITH_SCRIPTS, async ({ page }) => {
  await page.goto('/en/rent/car?city=Kish&from=10&gearbox_type=AUTOMATIC')
  await page.locator('.bar details summary').click()
  await page.getByRole('button', { name: /IRT/ }).click()
  await expect(page).toHaveURL(/currency=6/)
  await expect(page).not.toHaveURL(/from=/)
  await expect(
    page
      .getByRole('main')
      .getByText(/[\d,]+\stoman/)
      .first(),
  ).toBeVisible()
  await page.goto('/en/rent/motor?city=Kish')
  await expect(
    page
      .getByRole('main')
      .getByText(/[\d,]+\stoman/)
      .first(),
  ).toBeVisible()
})

for (const [old, now] of [
  ['/en/rent/car/backup?city=Kish', '/en/rent/car?city=Kish'],
  ['/rent/car/index copyNew?city=kish', '/rent/car?city=kish'],
  ['/de/landing/cars2?utm=1', '/de/landing/cars?utm=1'],
]) {
  test(`${old} redirects permanently with its query`, WITHOUT_SCRIPTS, async ({ page, request }) => {
    const answer = await request.get(old ?? '', { maxRedirects: 0 })
    expect([301, 308]).toContain(answer.status())
    await page.goto(old ?? '')
    expect(page.url().endsWith(now ?? '')).toBe(true)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('the landing page leads to the list', WITH_SCRIPTS, async ({ page }) => {
  await page.goto('/en/landing/cars')
  await accessible(page)
  await page.getByRole('link', { name: /SUV/ }).click()
  await expect(page).toHaveURL(/types=suv/)
})

test(
  'a comparison leaves out unknown and retired vehicles, and all after the fourth',
  WITH_SCRIPTS,
  async ({ page }) => {
    await page.goto('/en/compare?ids=1,2,3&ids=4&ids=5')
    await expect(page.getByText('At most 4 vehicles')).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveCount(5)
    const { id: retired } = await makeVehicle({ companyId: await makeCompany() })
    const db = await siteDatabase()
    await db.updateTable('ad').set({ status: 2 }).where('id', '=', retired).execute()
    await page.goto(`/en/compare?ids=1,99999999,${retired},x`)
    await expect(page.getByText('were not found')).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveCount(2)
    await page.goto('/en/compare')
    await expect(page.getByText('Nothing to compare')).toBeVisible()
    await accessible(page)
  },
)

test('the home page has the opening hours for search engines', WITHOUT_SCRIPTS, async ({ page }) => {
  await page.goto('/en')
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const business = texts.map((text) => JSON.parse(text)).find((object) => object['@type'] === 'AutoRental')
  expect(business.openingHoursSpecification).toMatchObject({ opens: '08:00', closes: '23:00' })
  expect(business.openingHoursSpecification.dayOfWeek).toHaveLength(7)
})

test('the list and the home page are accessible in dark mode', WITH_SCRIPTS, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/rent/car?city=کیش&gearbox_type=AUTOMATIC')
  await accessible(page)
  await page.goto('/en')
  await accessible(page)
})

/** Ticks a filter and, without JavaScript, presses the form's button. */
async function applyFilter(page: Page, name: string, show: RegExp) {
  await page.getByRole('checkbox', { name }).check()
  if (test.info().project.name === 'nojs') await page.getByRole('button', { name: show }).click()
}

/** The number of vehicles in the heading. */
async function count(page: Page): Promise<number> {
  const text = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const digits = text.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0)).replace(/\D/g, '')
  return Number(digits)
}

async function dayPrices(page: Page): Promise<number[]> {
  const texts = await page.locator('.ad-day').allTextContents()
  return texts.map((text) =>
    Number(text.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0)).replace(/\D/g, '')),
  )
}

/** axe is a script, so it runs only with JavaScript. */
async function accessible(page: Page) {
  if (test.info().project.name === 'js') await expectAccessible(page)
}
