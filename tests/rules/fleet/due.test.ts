import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closesHandOver, DUE_KINDS, expectedDay, NEEDED_PAPERS, stateOfDue } from '#app/rules/fleet/due.ts'
import { freeServiceTime } from '#app/rules/fleet/service-time.ts'
import { addDays, daysBetween } from '#app/rules/time/calendar-date.ts'
import { instantOf } from '#app/rules/time/rental-time.ts'

const TODAY = '2026-12-03'
const NONE = { due_on: null, due_km: null, odometer: null, expected_on: null }

describe('the state of what is due', () => {
  test.each([
    ['2026-12-02', 'PASSED'],
    ['2026-12-03', 'SOON'],
    ['2026-12-10', 'SOON'],
    ['2026-12-11', 'LATER'],
  ])('a paper that ends on %s is %s on 3 December', (due_on, state) => {
    expect(stateOfDue({ ...NONE, due_on }, TODAY)).toBe(state)
  })

  test.each([
    [60_000, 60_000, 'PASSED'],
    [60_000, 59_999, 'SOON'],
    [60_000, 59_500, 'SOON'],
    [60_000, 59_499, 'LATER'],
  ])('a work at %i km is at a reading of %i %s', (due_km, odometer, state) => {
    expect(stateOfDue({ ...NONE, due_km, odometer }, TODAY)).toBe(state)
  })

  test('the nearer of day and kilometres counts, and an expected day only comes near', () => {
    expect(stateOfDue({ due_on: '2027-06-01', due_km: 60_000, odometer: 60_100, expected_on: TODAY }, TODAY)).toBe(
      'PASSED',
    )
    expect(stateOfDue({ due_on: null, due_km: 60_000, odometer: 50_000, expected_on: '2026-12-09' }, TODAY)).toBe(
      'SOON',
    )
    expect(stateOfDue({ due_on: '2026-12-02', due_km: 60_000, odometer: 50_000, expected_on: null }, TODAY)).toBe(
      'PASSED',
    )
  })
})

test('only insurance and inspection close the hand-over, from the day after their last one', () => {
  for (const kind of DUE_KINDS) {
    const isNeeded = NEEDED_PAPERS.some((paper) => paper === kind)
    expect(closesHandOver({ kind, due_on: '2026-12-02' }, TODAY), kind).toBe(isNeeded)
    expect(closesHandOver({ kind, due_on: TODAY }, TODAY), kind).toBe(false)
    expect(closesHandOver({ kind, due_on: null }, TODAY), kind).toBe(false)
  }
})

describe('the expected day of a reading', () => {
  const first = { km: 40_000, on: '2026-11-01' }
  const last = { km: 43_200, on: '2026-12-03' }

  test('goes on as the vehicle was driven: 100 km a day', () => {
    expect(expectedDay({ first, last, due_km: 44_000 }, TODAY)).toBe('2026-12-11')
    expect(expectedDay({ first, last, due_km: 44_001 }, TODAY)).toBe('2026-12-12')
  })

  test('is not said without two different days, without kilometres, and for more than 400 days', () => {
    expect(expectedDay({ first: null, last, due_km: 44_000 }, TODAY)).toBeNull()
    expect(expectedDay({ first: last, last, due_km: 44_000 }, TODAY)).toBeNull()
    expect(expectedDay({ first, last: { ...last, km: 39_000 }, due_km: 44_000 }, TODAY)).toBeNull()
    expect(expectedDay({ first, last, due_km: 83_200 }, TODAY)).toBe(addDays(TODAY, 400))
    expect(expectedDay({ first, last, due_km: 83_201 }, TODAY)).toBeNull()
  })

  test('is never in the past and never too early', () => {
    fc.assert(
      fc.property(
        fc.record({ days: fc.integer({ min: 1, max: 120 }), driven: fc.integer({ min: 1, max: 60_000 }) }),
        fc.integer({ min: -5_000, max: 50_000 }),
        ({ days, driven }, left) => {
          const from = { km: 1_000, on: addDays(TODAY, -days) }
          const to = { km: 1_000 + driven, on: TODAY }
          const day = expectedDay({ first: from, last: to, due_km: to.km + left }, TODAY)
          if (day === null) return
          expect(day >= TODAY).toBe(true)
          if (left > 0) expect((daysBetween(TODAY, day) * driven) / days).toBeGreaterThanOrEqual(left - 1e-6)
        },
      ),
    )
  })
})

describe('the free time for a work', () => {
  const ZONE = 'Asia/Tehran'
  const at = (date: string, time: string) => instantOf(date, time, ZONE)
  const ask = (busy: { start_at: Date; end_at: Date }[], now = at(TODAY, '07:00'), lastDay = addDays(TODAY, 3)) =>
    freeServiceTime(busy, { now, today: TODAY, lastDay, zone: ZONE })

  test('is today at nine, or the first start after rentals', () => {
    expect(ask([])).toEqual({ start_date: TODAY, start_time: '09:00', end_date: TODAY, end_time: '14:00' })
    const morning = [{ start_at: at(TODAY, '08:00'), end_at: at(TODAY, '11:30') }]
    expect(ask(morning)).toMatchObject({ start_date: TODAY, start_time: '12:00' })
    expect(ask([], at(TODAY, '12:10'))).toMatchObject({ start_date: TODAY, start_time: '13:00' })
    expect(ask([], at(TODAY, '14:00'))).toMatchObject({ start_date: addDays(TODAY, 1), start_time: '09:00' })
  })

  test('may touch a rental and never overlaps one', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            day: fc.integer({ min: -1, max: 6 }),
            hour: fc.integer({ min: 0, max: 23 }),
            hours: fc.integer({ min: 1, max: 60 }),
          }),
          { maxLength: 6 },
        ),
        (stays) => {
          const busy = stays.map(({ day, hour, hours }) => {
            const start_at = at(addDays(TODAY, day), `${String(hour).padStart(2, '0')}:00`)
            return { start_at, end_at: new Date(start_at.getTime() + hours * 3_600_000) }
          })
          const found = ask(busy, at(TODAY, '07:00'), addDays(TODAY, 20))
          expect(found).not.toBeNull()
          const [start, end] = [at(found!.start_date, found!.start_time), at(found!.end_date, found!.end_time)]
          for (const one of busy) expect(one.end_at <= start || one.start_at >= end).toBe(true)
        },
      ),
    )
  })

  test('is not after the last day', () => {
    const all = [{ start_at: at(TODAY, '00:30'), end_at: at(addDays(TODAY, 4), '10:00') }]
    expect(ask(all)).toBeNull()
  })
})
