import { type CalendarDate, daysBetween } from './calendar-date.ts'

const DEGREE = Math.PI / 180
/** The tilt of the earth's axis, in degrees. */
const LEAN = 23.44
/** The altitude of the sun's centre at sunrise, in degrees: its upper edge is visible then, lifted by refraction. */
const AT_SUNRISE = -0.833
const YEAR_DAYS = 365.24
/** An equinox. */
const EQUINOX: CalendarDate = '2026-03-20'
const DAY_HOURS = 24

/** Hours from sunrise to sunset at a latitude in degrees, exact to some minutes between the polar circles. */
export function daylightHours(latitude: number, date: CalendarDate): number {
  const declination = LEAN * DEGREE * Math.sin((2 * Math.PI * daysBetween(EQUINOX, date)) / YEAR_DAYS)
  const north = latitude * DEGREE
  const cosine =
    (Math.sin(AT_SUNRISE * DEGREE) - Math.sin(north) * Math.sin(declination)) /
    (Math.cos(north) * Math.cos(declination))
  return (DAY_HOURS / Math.PI) * Math.acos(Math.min(1, Math.max(-1, cosine)))
}
