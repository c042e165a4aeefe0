import { expect, type Page, test } from '@playwright/test'
import { formatDate } from '#app/i18n/format/dates.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { addDays, partsIn } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { chooseRange } from '../support/browser/steps/choose-date.ts'
import { wake } from '../support/browser/steps/wake.ts'

const TODAY = dateIn('Asia/Tehran', new Date())
const START = addDays(TODAY, 12)
const END = addDays(TODAY, 19)
const [LATER, LATER_END] = [addDays(TODAY, 20), addDays(TODAY, 27)]

for (const [language, home] of [
  ['en', '/en'],
  ['fa', '/'],
] as const) {
  test(`${language}: one calendar chooses both dates, which tiles and search keep`, async ({ page }) => {
    await page.goto(home)
    await wake(page)
    await chooseRange(page, language, START, END)
    await expect(dayButton(page, language, 'return')).toContainText(formatDate(END, language, 'weekday'))
    await expect(dayButton(page, language, 'pickUp')).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`start_date=${START}.*end_date=${END}`))
    const tile = page.getByRole('main').locator('a.city').first()
    await expect(tile).toHaveAttribute('href', new RegExp(`start_date=${START}.*end_date=${END}`))
    await expectAccessible(page)
    await page
      .getByRole('search')
      .getByRole('button', { name: textFor(language, 'search')('submit') })
      .click()
    await expect(page.locator('.ad-day').first()).toBeVisible()
    await expect(page.getByText(textFor(language, 'results')('pricesFor', { days: 7 }))).toBeVisible()
  })
}

test('changing the pick-up moves the return, and an open calendar is accessible', async ({ page }) => {
  await page.goto(`/en/rent/car?city=Kish&start_date=${START}&end_date=${END}&edit=1`)
  await wake(page)
  await dayButton(page, 'en', 'pickUp').click()
  await expectAccessible(page)
  await dayLink(page, 'en', LATER).click()
  await expect(dayButton(page, 'en', 'return')).toContainText(formatDate(LATER_END, 'en', 'weekday'))
  await page.keyboard.press('Escape')
  await expect(page.locator('.find-cal')).toBeHidden()
})

test('arrow keys and Page Down move from day to day, on a phone in a sheet over the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/en/rent/car?city=Kish&start_date=${START}&end_date=${END}&edit=1`)
  await wake(page)
  await dayButton(page, 'en', 'pickUp').click()
  await expect(page.locator('.find-cal:modal')).toBeVisible()
  await expect(page.locator('.find-cal .from a')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(dayLink(page, 'en', addDays(START, 8))).toBeFocused()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageUp')
  await expect(dayLink(page, 'en', addDays(START, 8))).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dayButton(page, 'en', 'pickUp')).toBeFocused()
})

test('the chosen day is legible under the pointer', async ({ page }) => {
  await page.goto(`/en/book/car/1/${START}/${END}`)
  const chosen = page.locator('.cal .from a')
  await chosen.hover()
  const colours = () =>
    chosen.evaluate((link) => [getComputedStyle(link).color, getComputedStyle(link).backgroundColor].join(' on '))
  await expect.poll(colours).toBe('rgb(255, 255, 255) on rgb(0, 82, 90)')
})

test('on the booking page the return moves with the pick-up, by field and by calendar', async ({ page }) => {
  await page.goto(`/en/book/car/1/${START}/${END}`)
  await wake(page)
  const boxes = page.locator('#dates input[type="date"]')
  await boxes.first().fill(LATER)
  await expect(boxes.last()).toHaveValue(LATER_END)
  // Both on one day: what that means is said at once.
  const note = page.locator('#dates').getByText(textFor('en', 'booking')('when.sameDay'))
  await expect(note).toBeHidden()
  await boxes.last().fill(LATER)
  await expect(note).toBeVisible()
  await boxes.last().fill(LATER_END)
  await expect(note).toBeHidden()
})

function dayButton(page: Page, language: Language, name: 'pickUp' | 'return') {
  return page.getByRole('search').getByRole('button', { name: new RegExp(`^${textFor(language, 'search')(name)}`) })
}

function dayLink(page: Page, language: Language, date: string) {
  const month = page.getByRole('table', { name: formatDate(date, language, 'month') })
  // After the day its price follows, once it has come.
  return month.getByRole('link', { name: new RegExp(`^${partsIn(date, 'gregorian').day}(?!\\d)`) })
}
