import type { Locator } from '@playwright/test'
import { textFor } from '#app/i18n/texts.server.ts'
import { type CalendarDate, partsIn } from '#app/rules/calendar-date.ts'
import type { Language } from '#app/rules/constants.ts'

/** Chooses a day in a field of date and time: by selects in Persian, in the browser's date box else. */
export async function chooseDate(group: Locator, language: Language, date: CalendarDate) {
  const common = textFor(language, 'common')
  if (language !== 'fa') return group.getByLabel(common('date.date')).fill(date)
  const { year, month, day } = partsIn(date, 'jalali')
  await group.getByLabel(common('date.day')).selectOption(String(day))
  await group.getByLabel(common('date.month')).selectOption(`${year}-${month}`)
}
