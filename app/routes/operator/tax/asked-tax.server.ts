import type { RouterContextProvider } from 'react-router'
import { calendarOf } from '#app/i18n/format/dates.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { taxFormOf } from '#app/rules/identity/tax-number.ts'
import type { Platform } from '#app/rules/money/dac7.ts'
import { lastMonths } from '#app/rules/time/last-months.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { siteContext } from '#app/web/page/context.ts'

const YEARS = 5

/** The month and the year that an address of taxes asks for, by default the last whole ones; and those to choose from. */
export function askedTax(context: Readonly<RouterContextProvider>, url: URL) {
  const today = dateIn(HOME_ZONE, new Date())
  const months = lastMonths(today, calendarOf(context.get(siteContext).language))
  const wanted = url.searchParams.get('month')
  const month = months.find(({ key }) => key === wanted) ?? months[1] ?? months[0]!
  const now = Number(today.slice(0, 4))
  const years = Array.from({ length: YEARS }, (_, index) => now - index)
  const year = years.find((one) => String(one) === url.searchParams.get('year')) ?? now - 1
  return { month, months, year, years }
}

/** The marketplace as it reports itself; null unless its settings have its name and its tax number in the European Union. */
export function platformOf(context: Readonly<RouterContextProvider>): Platform | null {
  const { company: name, taxNumber } = context.get(siteContext).config.brand
  const country = taxNumber?.slice(0, 2).toUpperCase().replace('EL', 'GR') ?? ''
  return name && taxNumber && taxFormOf(country) === 'EU' ? { name, country, tax_number: taxNumber } : null
}
