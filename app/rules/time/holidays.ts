import { addDays, type Calendar, type CalendarDate, dateOf, daysBetween, partsIn } from './calendar-date.ts'

/**
 * A public holiday; its name is under `key` in `locales/<language>/hours.json`. One that is `byMoon` may fall a day
 * earlier or later.
 */
export type Holiday = { key: string; starts_on: CalendarDate; ends_on: CalendarDate; byMoon: boolean }

type MoonCalendar = 'islamic-civil' | 'islamic-umalqura'
/** A day of a month, for `days` days (default 1). */
type Fixed = [key: string, month: number, day: number, days?: number]
/** Days after Easter Sunday. */
type OfEaster = [key: string, days: number]
type Country = { calendar: Calendar; moon: MoonCalendar; fixed: Fixed[]; lunar: Fixed[]; easter: OfEaster[] }

/**
 * Holidays of a whole country. Sources: Iran, the calendar council's official calendar (lunar holidays follow the
 * sighting of the moon, which the civil Islamic calendar predicts best); Turkey, Law 2429; United Arab Emirates,
 * Cabinet Resolution 27 of 2024; Germany, the holidays that all sixteen states have by law.
 */
const COUNTRIES: Record<string, Country> = {
  IR: {
    calendar: 'jalali',
    moon: 'islamic-civil',
    fixed: [
      ['nowruz', 1, 1, 4],
      ['islamicRepublic', 1, 12],
      ['nature', 1, 13],
      ['khomeini', 3, 14],
      ['khordad', 3, 15],
      ['bahman', 11, 22],
      ['oil', 12, 29],
    ],
    lunar: [
      ['tasua', 1, 9],
      ['ashura', 1, 10],
      ['arbaeen', 2, 20],
      ['prophetDeath', 2, 28],
      ['reza', 2, 29],
      ['askari', 3, 8],
      ['prophetBirth', 3, 17],
      ['fatima', 6, 3],
      ['ali', 7, 13],
      ['mabath', 7, 27],
      ['mahdi', 8, 15],
      ['aliDeath', 9, 21],
      ['fitr', 10, 1, 2],
      ['sadiq', 10, 25],
      ['adha', 12, 10],
      ['ghadir', 12, 18],
    ],
    easter: [],
  },
  TR: {
    calendar: 'gregorian',
    moon: 'islamic-umalqura',
    fixed: [
      ['newYear', 1, 1],
      ['children', 4, 23],
      ['labour', 5, 1],
      ['youth', 5, 19],
      ['democracy', 7, 15],
      ['victory', 8, 30],
      ['republic', 10, 29],
    ],
    lunar: [
      ['fitr', 10, 1, 3],
      ['adha', 12, 10, 4],
    ],
    easter: [],
  },
  AE: {
    calendar: 'gregorian',
    moon: 'islamic-umalqura',
    fixed: [
      ['newYear', 1, 1],
      ['unionDay', 12, 2, 2],
    ],
    lunar: [
      ['hijriNewYear', 1, 1],
      ['prophetBirth', 3, 12],
      ['fitr', 10, 1, 3],
      ['arafah', 12, 9],
      ['adha', 12, 10, 3],
    ],
    easter: [],
  },
  DE: {
    calendar: 'gregorian',
    moon: 'islamic-umalqura',
    fixed: [
      ['newYear', 1, 1],
      ['labour', 5, 1],
      ['unity', 10, 3],
      ['christmas', 12, 25, 2],
    ],
    lunar: [],
    easter: [
      ['goodFriday', -2],
      ['easterMonday', 1],
      ['ascension', 39],
      ['whitMonday', 50],
    ],
  },
}

/** The keys of all holidays. */
export const HOLIDAY_KEYS: readonly string[] = [
  ...new Set(
    Object.values(COUNTRIES).flatMap(({ fixed, lunar, easter }) => [...fixed, ...lunar, ...easter].map(([key]) => key)),
  ),
]

/** The calendar whose years a country's holidays are listed by; undefined where we have no list. */
export function holidayCalendar(country: string): Calendar | undefined {
  return COUNTRIES[country]?.calendar
}

/** Whether the moon decides a holiday of the country. */
export function isByMoon(country: string, key: string): boolean {
  return COUNTRIES[country]?.lunar.some(([one]) => one === key) ?? false
}

/** The public holidays of a country in a year of its calendar, in order; none of a country without a list. */
export function holidaysOf(country: string, year: number): Holiday[] {
  const rules = COUNTRIES[country]
  if (!rules) return []
  const { calendar } = rules
  const first = dateOf({ year, month: 1, day: 1 }, calendar)
  const after = dateOf({ year: year + 1, month: 1, day: 1 }, calendar)
  const fixed = rules.fixed.map(([key, month, day, days]) => holiday(key, dateOf({ year, month, day }, calendar), days))
  const easter = rules.easter.map(([key, days]) => holiday(key, addDays(easterOf(year), days)))
  const lunar = rules.lunar.length > 0 ? lunarIn(rules, { first, days: daysBetween(first, after) }) : []
  return [...fixed, ...easter, ...lunar].sort((one, other) => (one.starts_on < other.starts_on ? -1 : 1))
}

function holiday(key: string, starts_on: CalendarDate, days = 1, byMoon = false): Holiday {
  return { key, starts_on, ends_on: addDays(starts_on, days - 1), byMoon }
}

/** A solar year is longer than a lunar one, so a holiday may occur twice in it. */
function lunarIn({ lunar, moon }: Country, { first, days }: { first: CalendarDate; days: number }): Holiday[] {
  return Array.from({ length: days }, (_, at) => addDays(first, at)).flatMap((date) => {
    const { month, day } = moonDay(date, moon)
    return lunar
      .filter(([, ofMonth, ofDay]) => ofMonth === month && ofDay === day)
      .map(([key, , , length]) => holiday(key, date, length, true))
  })
}

const clocks = new Map<MoonCalendar, Intl.DateTimeFormat>()

function moonDay(date: CalendarDate, calendar: MoonCalendar): { month: number; day: number } {
  const clock =
    clocks.get(calendar) ??
    new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, { timeZone: 'UTC', month: 'numeric', day: 'numeric' })
  clocks.set(calendar, clock)
  const parts = Object.fromEntries(
    clock.formatToParts(Date.parse(`${date}T12:00:00Z`)).map(({ type, value }) => [type, Number(value)]),
  )
  return { month: parts.month ?? 0, day: parts.day ?? 0 }
}

/** Easter Sunday of the Gregorian calendar. Source: the anonymous algorithm, Nature 1876 (Meeus, Jones, Butcher). */
export function easterOf(year: number): CalendarDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return dateOf({ year, month, day }, 'gregorian')
}

/** The year of a country's calendar in which a day is. */
export function holidayYear(country: string, date: CalendarDate): number | undefined {
  const calendar = holidayCalendar(country)
  return calendar && partsIn(date, calendar).year
}
