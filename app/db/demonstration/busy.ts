import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { dateIn, instantOf } from '#app/rules/time/rental-time.ts'
import { chanceOf } from './random.ts'

/** A time in which a company does not offer a vehicle: it is rented elsewhere, washed or repaired. */
export type Block = { ad_id: number; start_at: string; end_at: string }

const HORIZON_DAYS = 90
/** Blocks come in runs, like seasons and repairs, so that most days stay free despite ten blocks. */
const RUN_LENGTHS = [3, 3, 4]
const NIGHTS = [1, 1, 1, 2, 3]
/** Each n-th vehicle has no blocks for some weeks, so that it can be rented by the month. */
const MONTHLY_EVERY = 6
const MONTHLY_FREE_DAYS = 36
/** A block ends before noon, and the next one of its run begins after noon: no company's turnaround gap is longer. */
const ENDS = ['08:00', '09:30', '10:00']
const STARTS = ['12:00', '14:30', '18:00', '20:30']

/**
 * About ten blocks of each vehicle over the 90 days from the day after `now`, on half hours of its city's clock,
 * never overlapping, with some hours between.
 */
export function blocksOf(ads: readonly { id: number; zone: string }[], now: Date): Block[] {
  const moments = new Map<string, string>()
  const momentOf = (zone: string, date: CalendarDate, time: string) => {
    const key = `${zone} ${date} ${time}`
    const known = moments.get(key) ?? instantOf(date, time, zone).toISOString()
    moments.set(key, known)
    return known
  }
  return ads.flatMap(({ id, zone }) => {
    const today = dateIn(zone, now)
    return blockTimes(id).map(({ start, end }) => ({
      ad_id: id,
      start_at: momentOf(zone, addDays(today, start.day), start.time),
      end_at: momentOf(zone, addDays(today, end.day), end.time),
    }))
  })
}

type DayTime = { day: number; time: string }

/** Each run begins somewhere in its third of the horizon and ends within it. */
function blockTimes(seed: number): { start: DayTime; end: DayTime }[] {
  const chance = chanceOf(seed * 2_654_435)
  const free = seed % MONTHLY_EVERY === 0 ? MONTHLY_FREE_DAYS : 0
  const third = (HORIZON_DAYS - free) / RUN_LENGTHS.length
  return chance.some(RUN_LENGTHS, RUN_LENGTHS.length).flatMap((length, run) => {
    const nights = Array.from({ length }, () => chance.pick(NIGHTS))
    const total = nights.reduce((sum, count) => sum + count, 0)
    let day = 1 + free + run * third + chance.between(0, third - total - 1)
    return nights.map((count) => {
      const start = { day, time: chance.pick(STARTS) }
      day += count
      return { start, end: { day, time: chance.pick(ENDS) } }
    })
  })
}
