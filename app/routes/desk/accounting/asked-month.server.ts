import type { RouterContextProvider } from 'react-router'
import { calendarOf } from '#app/i18n/format/dates.ts'
import { CURRENCY_CODES, HOME_ZONE } from '#app/rules/constants.ts'
import { lastMonths } from '#app/rules/time/last-months.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { siteContext } from '#app/web/page/context.ts'

/** The month and the currency that an address of accounting asks for, by default the last whole month; and those to choose from. */
export function askedMonth(context: Readonly<RouterContextProvider>, url: URL) {
  const months = lastMonths(dateIn(HOME_ZONE, new Date()), calendarOf(context.get(siteContext).language))
  const wanted = url.searchParams.get('month')
  const month = months.find(({ key }) => key === wanted) ?? months[1] ?? months[0]!
  return { month, months, currency: CURRENCY_CODES.find((code) => code === url.searchParams.get('of')) }
}
