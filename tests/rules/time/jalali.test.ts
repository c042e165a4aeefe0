import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { isJalaliDate, isJalaliLeap, jalaliMonthLength, toGregorian, toJalali } from '#app/rules/time/jalali.ts'

const intl = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
})
const FIRST = Date.UTC(1921, 2, 21)
const LAST = Date.UTC(2122, 2, 20)

const jalaliDay = fc
  .record({ year: fc.integer({ min: 1300, max: 1500 }), month: fc.integer({ min: 1, max: 12 }) })
  .chain(({ year, month }) =>
    fc.record({
      year: fc.constant(year),
      month: fc.constant(month),
      day: fc.integer({ min: 1, max: jalaliMonthLength(year, month) }),
    }),
  )

describe('the Jalali calendar', () => {
  it('agrees with Intl on every day of the years 1300 to 1500', () => {
    const wrong: string[] = []
    for (let at = FIRST; at <= LAST; at += DAY_MS) {
      const date = new Date(at)
      const ours = toJalali({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() })
      // Intl writes M/D/Y and the era.
      const [month, day, year] = intl.format(at).split(/\D+/).map(Number)
      if (ours.year !== year || ours.month !== month || ours.day !== day) wrong.push(date.toISOString())
    }
    expect(wrong).toEqual([])
    expect(toJalali({ year: 1921, month: 3, day: 21 })).toEqual({ year: 1300, month: 1, day: 1 })
    expect(toJalali({ year: 2122, month: 3, day: 20 })).toEqual({ year: 1500, month: 12, day: 29 })
  })

  it('converts a day to the other calendar and back', () => {
    fc.assert(
      fc.property(jalaliDay, (day) => {
        expect(toJalali(toGregorian(day))).toEqual(day)
      }),
    )
  })

  it('has 366 days in exactly the years whose Esfand has 30', () => {
    for (let year = 1300; year <= 1500; year += 1) {
      const days = Array.from({ length: 12 }, (_, index) => jalaliMonthLength(year, index + 1))
      expect(days.reduce((sum, length) => sum + length)).toBe(isJalaliLeap(year) ? 366 : 365)
    }
    expect([1399, 1403, 1408].every(isJalaliLeap)).toBe(true)
    expect([1400, 1404, 1405, 1407].some(isJalaliLeap)).toBe(false)
  })

  it('refuses days that do not exist', () => {
    expect(isJalaliDate({ year: 1404, month: 12, day: 30 })).toBe(false)
    expect(isJalaliDate({ year: 1403, month: 12, day: 30 })).toBe(true)
    expect(isJalaliDate({ year: 1405, month: 7, day: 31 })).toBe(false)
    expect(isJalaliDate({ year: 1405, month: 13, day: 1 })).toBe(false)
    expect(isJalaliDate({ year: 1405, month: 1, day: 1.5 })).toBe(false)
    expect(() => toGregorian({ year: 1404, month: 12, day: 30 })).toThrow(RangeError)
  })
})
