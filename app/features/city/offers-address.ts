import { calendarOf, monthNames } from '#app/i18n/format/dates.ts'
import { localeTag } from '#app/i18n/language.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { foldPlace } from '#app/rules/text/place-name.ts'
import type { Kind } from '../booking/book-address.ts'

/** The page of a city's vehicles of a kind, for the whole year or for one month of the language's calendar. */
export interface OffersAddress {
  city: string
  kind: Kind
  month?: number | undefined
}

/** `/city/Kish/car/april`, with the city's and the month's name in the language, without the language itself. */
export function offersPath(address: OffersAddress, language: Language): string {
  return `/city/${ownNames(address, language).map(encodeURIComponent).join('/')}`
}

/** What follows `/city/` in each language (`CityNames`): the month's name differs, too. */
export function offersNames(
  { kind, month }: Omit<OffersAddress, 'city'>,
  { language, cityIn }: { language: Language; cityIn: (language: Language) => string },
): Partial<Record<Language, string>> {
  return Object.fromEntries(
    LANGUAGES.map((other) => {
      const there = month === undefined ? undefined : monthIn(other, month, language)
      return [other, ownNames({ city: cityIn(other), kind, month: there }, other).join('/')]
    }),
  )
}

/** The name of a month in addresses; months are numbered from 1 in the language's calendar. */
function monthSlug(month: number, language: Language): string {
  return (monthNames(language)[month - 1] ?? '').toLocaleLowerCase(localeTag(language)).normalize('NFC')
}

/** The month of the language's calendar, from 1, that a text names in any language; undefined when it names none. */
export function monthNamed(text: string, language: Language): number | undefined {
  const wanted = foldPlace(text.normalize('NFC'))
  const others = LANGUAGES.filter((other) => other !== language)
  for (const other of [language, ...others]) {
    const index = monthNames(other).findIndex((_, at) => foldPlace(monthSlug(at + 1, other)) === wanted)
    if (index >= 0) return monthIn(language, index + 1, other)
  }
  return undefined
}

const YEAR_MONTHS = 12
/** Two thirds of Farvardin, the first month in Persian, are in April. */
const FARVARDIN = 4

/** The month of a language's calendar that shares most of its days with a month of another's. */
function monthIn(language: Language, month: number, from: Language): number {
  if (calendarOf(language) === calendarOf(from)) return month
  const shift = calendarOf(from) === 'jalali' ? FARVARDIN - 1 : 1 - FARVARDIN
  return ((month - 1 + shift + YEAR_MONTHS) % YEAR_MONTHS) + 1
}

function ownNames({ city, kind, month }: OffersAddress, language: Language): string[] {
  return [city, kind, ...(month === undefined ? [] : [monthSlug(month, language)])]
}
