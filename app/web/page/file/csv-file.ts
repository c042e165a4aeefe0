import { calendarOf } from '#app/i18n/format/dates.ts'
import { type CurrencyCode, type Language, WHOLE_UNIT } from '#app/rules/constants.ts'
import { csvOf } from '#app/rules/text/csv.ts'
import { type CalendarDate, partsIn } from '#app/rules/time/calendar-date.ts'

/** The API's largest page, and so many of them: a spreadsheet of ten thousand rows. */
const PAGE_SIZE = 100
const MOST_PAGES = 100

/** `return csvFile('statement', rows)` in a loader: rows, the heading first, as a file for a spreadsheet. */
export function csvFile(name: string, rows: readonly (readonly string[])[]): Response {
  return new Response(csvOf(rows), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}

/** Every result of a list, page after page, up to 100 of them; `size` where its pages can be larger than other lists'. */
export async function everyResult<Item>(
  call: (page: { page: number; size: number }) => Promise<{ count: number; results: readonly Item[] }>,
  size = PAGE_SIZE,
): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { count, results } = await call({ page, size })
    all.push(...results)
    if (page * size >= count) break
  }
  return all
}

/** An amount in whole units, which a spreadsheet reads as a number. */
export function wholeUnits(amount: number, currency: CurrencyCode): string {
  return currency === 'EUR' ? (amount / WHOLE_UNIT.EUR).toFixed(2) : String(amount)
}

/** A day in the calendar of the page's language, with Latin digits and in a form that sorts: 1405/09/12, 2026-12-03. */
export function fileDay(date: CalendarDate, language: Language): string {
  if (calendarOf(language) === 'gregorian') return date
  const { year, month, day } = partsIn(date, calendarOf(language))
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('/')
}
