import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addUse,
  addUseByWeekday,
  measurerOfUse,
  offeredSpans,
  percentOf,
  spansOfUse,
  sumEarnings,
  type Use,
  type VehicleTimes,
} from '#app/rules/fleet/utilisation.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { spanOf } from '#app/rules/time/report-periods.ts'
import type { Span } from '#app/rules/time/spans.ts'

const DAY = 24 * HOUR_MS
const day = (from: number, to: number): Span => [from * DAY, to * DAY]
const ALWAYS = [[0, Number.MAX_SAFE_INTEGER]] as const

const use = (times: Partial<VehicleTimes>, ...periods: Span[]) =>
  measurerOfUse(periods)(spansOfUse({ rented: [], blocked: [], offered: ALWAYS, ...times }))

describe('the use of a vehicle', () => {
  test('is its time out, of the time in which it could have been out', () => {
    expect(use({ rented: [day(1, 4)], blocked: [day(5, 7)] }, day(0, 10))).toEqual([{ out: 3 * DAY, able: 8 * DAY }])
  })

  test('counts a rental over midnight in both periods, each with its part', () => {
    const rented = [[DAY - 2 * HOUR_MS, DAY + 3 * HOUR_MS] as const]
    expect(use({ rented }, day(0, 1), day(1, 2)).map(({ out }) => out / HOUR_MS)).toEqual([2, 3])
  })

  test('counts two rentals of one day once each, and hours that two rentals share only once', () => {
    const rented = [day(0, 2), day(1, 3), [3 * DAY, 3 * DAY + 6 * HOUR_MS] as const]
    expect(use({ rented }, day(0, 10))[0]?.out).toBe(3 * DAY + 6 * HOUR_MS)
  })

  test('was able while it was out, also when it was paused or blocked then', () => {
    expect(use({ rented: [day(1, 4)], blocked: [day(2, 3)], offered: [day(0, 2)] }, day(0, 10))).toEqual([
      { out: 3 * DAY, able: 4 * DAY },
    ])
  })

  test('is unknown for a vehicle that was never on offer', () => {
    const [none] = use({ offered: [] }, day(0, 10))
    expect(none).toEqual({ out: 0, able: 0 })
    expect(percentOf(none as Use)).toBeNull()
  })
})

const HOURS = 24 * 12
const hours = fc
  .tuple(fc.integer({ min: 0, max: HOURS }), fc.integer({ min: 0, max: 60 }))
  .map(([start, length]): Span => [start * HOUR_MS, (start + length) * HOUR_MS])
const states = fc.array(fc.record({ isOffered: fc.boolean(), since: fc.integer({ min: 0, max: HOURS }) }), {
  maxLength: 5,
})

test('counts what a count hour by hour finds, for any rentals, blocks, pauses and periods', () => {
  const property = fc.property(
    fc.array(hours, { maxLength: 8 }),
    fc.array(hours, { maxLength: 4 }),
    states,
    fc.array(hours, { minLength: 1, maxLength: 4 }),
    (rented, blocked, changes, periods) => {
      const offered = offeredSpans(changes.map(({ isOffered, since }) => ({ isOffered, since: since * HOUR_MS })))
      const isIn = (spans: readonly Span[], at: number) => spans.some(([start, end]) => start <= at && at < end)
      // Of several changes at one moment the last one stands, as the table keeps only one.
      const stateAt = (at: number) =>
        [...changes]
          .sort((one, other) => one.since - other.since)
          .filter(({ since }) => since * HOUR_MS <= at)
          .at(-1)?.isOffered ?? false
      const counted = periods.map(([from, to]) => {
        const sum = { out: 0, able: 0 }
        for (let at = from; at < to; at += HOUR_MS) {
          const isOut = isIn(rented, at)
          if (isOut) sum.out += HOUR_MS
          if (isOut || (stateAt(at) && !isIn(blocked, at))) sum.able += HOUR_MS
        }
        return sum
      })
      expect(measurerOfUse(periods)(spansOfUse({ rented, blocked, offered }))).toEqual(counted)
    },
  )
  fc.assert(property, { seed: 19, numRuns: 1000 })
})

test.each(['Asia/Tehran', 'Asia/Dubai', 'Europe/Istanbul', 'Europe/Berlin'])(
  'the days of a year in %s add up to the year, also where clocks change',
  (zone) => {
    const rented = [[Date.UTC(2026, 1, 10, 21), Date.UTC(2026, 10, 3, 5)] as const]
    const days = Array.from({ length: 365 }, (_, index) => {
      const from = addDays('2026-01-01', index)
      return spanOf({ from, to: addDays(from, 1) }, zone)
    })
    const sum: Use[] = [{ out: 0, able: 0 }]
    for (const one of use({ rented }, ...days)) addUse(sum, [one])
    expect(sum).toEqual(use({ rented }, spanOf({ from: '2026-01-01', to: '2027-01-01' }, zone)))
  },
)

function earned(rentals: readonly (readonly [number, Span])[], ...periods: Span[]): number[] {
  const { add, sums } = sumEarnings(periods)
  for (const [amount, span] of rentals) add(amount, span)
  return sums()
}

describe('what a rental earns', () => {
  test('is spread evenly over its time', () => {
    expect(earned([[900, day(0, 3)]], day(1, 2), day(3, 5), day(0, 9))).toEqual([300, 0, 900])
  })

  test('counts in each of the periods that share it, and not in one that ends before it begins', () => {
    const rentals = [[900, day(0, 3)] as const, [100, day(2, 4)] as const]
    expect(earned(rentals, day(0, 3), day(2, 5), day(4, 2))).toEqual([950, 400, 0])
  })

  test('adds up to its amount over any periods without gaps', () => {
    const property = fc.property(
      fc.integer({ min: 0, max: 10_000_000_000 }),
      hours.filter(([start, end]) => end > start),
      fc.array(fc.integer({ min: 1, max: HOURS + 60 }), { maxLength: 9 }),
      (amount, span, cuts) => {
        const at = [0, ...cuts.sort((one, other) => one - other), HOURS + 61].map((hour) => hour * HOUR_MS)
        const parts = earned([[amount, span]], ...at.slice(1).map((end, index): Span => [at[index] ?? 0, end]))
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
      },
    )
    fc.assert(property, { seed: 19, numRuns: 1000 })
  })
})

test('by day of the week adds up to the use of the whole time, for any rentals, blocks and pauses', () => {
  const times = fc.record({ rented: fc.array(hours), blocked: fc.array(hours), offered: states.map(offeredSpans) })
  fc.assert(
    fc.property(times.map(spansOfUse), fc.integer({ min: 0, max: 6 }), (vehicle, first) => {
      const days = Array.from({ length: 12 }, (_, index) => ({ start: index * DAY, weekday: (first + index) % 7 }))
      const sum: Use[] = []
      addUseByWeekday(sum, vehicle, days)
      const whole = measurerOfUse([day(0, 11)])(vehicle)[0]
      const total = sum.reduce((all, one) => ({ out: all.out + one.out, able: all.able + one.able }), {
        out: 0,
        able: 0,
      })
      expect(total).toEqual(whole)
      const eachSunday = days.slice(0, -1).filter(({ weekday }) => weekday === 0)
      const sundays = measurerOfUse(eachSunday.map(({ start }): Span => [start, start + DAY]))(vehicle)
      expect(sum[0]?.out ?? 0).toBe(sundays.reduce((all, { out }) => all + out, 0))
    }),
  )
})
