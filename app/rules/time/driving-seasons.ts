import { addDays, type Calendar, type CalendarDate, dateOf, daysBetween, partsIn } from './calendar-date.ts'

/** A time of the year that matters to people who rent a vehicle. */
export type DrivingSeason =
  | 'nowruz'
  | 'summerTrips'
  | 'heat'
  | 'mild'
  | 'chains'
  | 'beaches'
  | 'schoolBreak'
  | 'winterTyres'

interface SeasonLine {
  season: DrivingSeason
  calendar: Calendar
  /** Month and day; both ends are inclusive. */
  from: readonly [month: number, day: number]
  to: readonly [month: number, day: number]
  holds(place: { country: string; latitude: number }): boolean
}

/** Cities of Iran and the Emirates south of this latitude are at the Gulf. */
const GULF_LATITUDE = 29
const isGulf = ({ latitude }: { latitude: number }) => latitude < GULF_LATITUDE

/** Holidays and weather by country, the most important first. Source: *ours*. */
const SEASONS: readonly SeasonLine[] = [
  { season: 'nowruz', calendar: 'jalali', from: [1, 1], to: [1, 13], holds: ({ country }) => country === 'IR' },
  {
    season: 'summerTrips',
    calendar: 'jalali',
    from: [4, 1],
    to: [6, 31],
    holds: (place) => place.country === 'IR' && !isGulf(place),
  },
  {
    season: 'chains',
    calendar: 'jalali',
    from: [9, 15],
    to: [12, 15],
    holds: (place) => place.country === 'IR' && !isGulf(place),
  },
  { season: 'heat', calendar: 'gregorian', from: [5, 20], to: [9, 25], holds: isGulf },
  { season: 'mild', calendar: 'gregorian', from: [11, 10], to: [3, 25], holds: isGulf },
  { season: 'beaches', calendar: 'gregorian', from: [6, 15], to: [9, 10], holds: ({ country }) => country === 'TR' },
  {
    season: 'schoolBreak',
    calendar: 'gregorian',
    from: [6, 25],
    to: [9, 10],
    holds: ({ country }) => country === 'DE',
  },
  {
    season: 'winterTyres',
    calendar: 'gregorian',
    from: [11, 1],
    to: [3, 31],
    holds: ({ country }) => country === 'DE',
  },
]

/** Seasons with fewer days in the month are not mentioned. */
const LEAST_DAYS = 7

/** The seasons that fall into at least a week of the days from `first` to `last`. */
export function seasonsIn(
  place: { country: string; latitude: number },
  { first, last }: { first: CalendarDate; last: CalendarDate },
): DrivingSeason[] {
  return SEASONS.filter((line) => line.holds(place) && sharedDays(line, { first, last }) >= LEAST_DAYS).map(
    ({ season }) => season,
  )
}

/** A season may extend over the end of a year, so the one that began in the previous year counts too. */
function sharedDays({ calendar, from, to }: SeasonLine, { first, last }: { first: CalendarDate; last: CalendarDate }) {
  const { year } = partsIn(first, calendar)
  const dayOf = (year: number, [month, day]: readonly [number, number]) => dateOf({ year, month, day }, calendar)
  return [year - 1, year, year + 1].reduce((sum, start) => {
    const begins = dayOf(start, from)
    const ends = dayOf(to[0] < from[0] ? start + 1 : start, to)
    const shared = daysBetween(begins > first ? begins : first, addDays(ends < last ? ends : last, 1))
    return sum + Math.max(0, shared)
  }, 0)
}
