import { expect, type Locator, type Page } from '@playwright/test'
import { formatDate } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { type CalendarDate, partsIn } from '#app/rules/time/calendar-date.ts'
import { wake } from './wake.ts'

/** Chooses a day in a date and time field: by selects in Persian, by the browser's date input in other languages. */
export async function chooseDate(group: Locator, language: Language, date: CalendarDate) {
  const common = textFor(language, 'common')
  if (language !== 'fa') return group.getByLabel(common('date.date')).fill(date)
  const { year, month, day } = partsIn(date, 'jalali')
  await group.getByLabel(common('date.day')).selectOption(String(day))
  await group.getByLabel(common('date.month')).selectOption(`${year}-${month}`)
}

/** Chooses both days of the search form: in its calendar where scripts run, otherwise in its fields. */
export async function chooseDays(page: Page, language: Language, days: [CalendarDate, CalendarDate]) {
  // `earlyChanges` comes from the page's first script, the other from React Router's own.
  const isScripted = await page.evaluate(() => 'earlyChanges' in window || '__reactRouterContext' in window)
  if (isScripted) return chooseRange(page, language, ...days)
  const t = textFor(language, 'search')
  for (const [index, name] of [t('pickUp'), t('return')].entries()) {
    await chooseDate(page.getByRole('search').getByRole('group', { name }), language, days[index] ?? '')
  }
}

/** Chooses both days in the calendar of the search form. */
export async function chooseRange(page: Page, language: Language, start: CalendarDate, end: CalendarDate) {
  const form = page.getByRole('search')
  await wake(page)
  await form.getByRole('button', { name: new RegExp(`^${textFor(language, 'search')('pickUp')}`) }).click()
  await expect(form.getByRole('dialog')).toBeVisible()
  for (const date of [start, end]) {
    const month = form.getByRole('table', { name: formatDate(date, language, 'month') })
    const later = form.getByRole('button', { name: textFor(language, 'common')('calendar.next') })
    while (!(await month.isVisible())) await later.click()
    const { day } = partsIn(date, language === 'fa' ? 'jalali' : 'gregorian')
    await month
      .locator('a')
      .filter({ hasText: new RegExp(`^${localDigits(day, language)}(?!\\p{Nd})`, 'u') })
      .click()
  }
}
