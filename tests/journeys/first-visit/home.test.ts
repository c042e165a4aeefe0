import { expect, type Page, test } from '@playwright/test'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'

const TODAY = dateIn('Asia/Tehran', new Date())
const START = addDays(TODAY, 12)
const END = addDays(TODAY, 20)
const PRICE = /from (€[\d,]+) a day for (\d+)\sdays/

test('the price on a tile is the first price in the list that it leads to', WITHOUT_SCRIPTS, async ({ page }) => {
  for (const name of [/^Kish/, /^Istanbul/, /^SUV/, /^Scooter/])
    await expectSamePrice(page, name, { at: '/en', days: '3' })
})

test('tiles keep the dates from the home page’s address and show their prices', WITHOUT_SCRIPTS, async ({ page }) => {
  const days = `start_date=${START}&start_time=12:00&end_date=${END}&end_time=12:00`
  await expectSamePrice(page, /^Kish/, { at: `/en?${days}`, days: '8' })
  const address = new URL(page.url())
  expect([address.searchParams.get('start_date'), address.searchParams.get('end_date')]).toEqual([START, END])
  expect(address.searchParams.get('start_time')).toBe('12:00')
})

test('invalid dates in the address are replaced by the suggested ones', WITHOUT_SCRIPTS, async ({ page }) => {
  const answer = await page.goto('/en?start_date=2001-01-01&end_date=x')
  expect(answer?.status()).toBe(200)
  await expect(page.getByText(PRICE).first()).toBeVisible()
})

test('a list without dates says which rental its prices are for', WITHOUT_SCRIPTS, async ({ page }) => {
  await page.goto('/en/rent/car?city=Kish')
  await expect(page.getByText('price per day of a 3-day rental in the coming month')).toBeVisible()
  await page.goto('/en/rent/car/monthly?city=Kish')
  await expect(page.getByText('price per day of a 30-day rental in the coming month')).toBeVisible()
})

test('similar vehicles have the prices of the chosen dates', WITHOUT_SCRIPTS, async ({ page }) => {
  await page.goto(`/en/book/car/1/${START}/${END}`)
  const similar = page.getByRole('region', { name: 'Similar' })
  await expect(similar.getByText('total for 8 days').first()).toBeVisible()
  await page.goto('/en/book/car/1')
  await expect(similar.getByText('a day, for 3 days').first()).toBeVisible()
})

/**
 * Follows a tile with a price "from" and expects that price at the first vehicle. Both pages are kept for some seconds, and
 * other tests change prices meanwhile: then it looks again.
 */
async function expectSamePrice(page: Page, name: RegExp, { at, days }: { at: string; days: string }) {
  await expect(async () => {
    await page.goto(at)
    const tile = page.getByRole('link', { name }).filter({ hasText: PRICE })
    const [, price = '', length] = PRICE.exec((await tile.textContent()) ?? '') ?? []
    expect(length).toBe(days)
    await tile.click()
    await expect(page).toHaveURL(/ordering=cheapest/)
    expect(await page.locator('.ad-day').first().textContent()).toMatch(new RegExp(`^\\D*${price}\\b`))
  }).toPass({ intervals: [1000, 5000, 10_000] })
}
