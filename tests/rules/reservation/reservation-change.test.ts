import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refundOf } from '#app/rules/money/cancellation.ts'
import {
  differenceOfChange,
  keptByChange,
  keptOfReturnedDays,
  movedDeadline,
  type Range,
  rangeBeyond,
  rangeOfChange,
} from '#app/rules/reservation/reservation-change.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour))
const range = (start: number, end: number): Range => ({ start: at(start), end: at(end) })
const aRange = fc
  .tuple(fc.nat(40), fc.integer({ min: 1, max: 20 }))
  .map(([start, hours]) => range(start, start + hours))
const covers = ({ start, end }: Range, hour: number) => start <= at(hour) && at(hour) < end

describe('the time that a requested range adds to the booked one', () => {
  test('is every requested hour that is not booked, and no other', () => {
    fc.assert(
      fc.property(aRange, aRange, (wanted, taken) => {
        const parts = rangeBeyond(wanted, taken)
        for (let hour = 0; hour < 64; hour += 1) {
          const isIn = parts.filter((part) => covers(part, hour)).length
          expect(isIn).toBe(covers(wanted, hour) && !covers(taken, hour) ? 1 : 0)
        }
      }),
    )
  })

  test('is nothing for a shorter range, and a part on each side for a longer one', () => {
    expect(rangeBeyond(range(2, 4), range(1, 5))).toEqual([])
    expect(rangeBeyond(range(1, 9), range(3, 5))).toEqual([range(1, 3), range(5, 9)])
    expect(rangeBeyond(range(10, 12), range(3, 5))).toEqual([range(10, 12)])
  })
})

describe('what a changed rental takes of its vehicle', () => {
  const booked = range(10, 20)
  /** Given late, and followed by another rental within the two hours after it. */
  const former = range(12, 21)
  test.each([
    ['stays where the time does', range(10, 20), range(12, 21)],
    ['begins with an earlier pick-up', range(8, 20), range(8, 21)],
    ['begins with a later pick-up, but not before it was given', range(13, 20), range(13, 21)],
    ['keeps its beginning with a pick-up before that', range(11, 20), range(12, 21)],
    ['ends with the whole gap after a later return', range(10, 21), range(12, 23)],
    ['ends no later than before after an earlier return', range(10, 19), range(12, 21)],
    ['ends with the gap after a much earlier return', range(10, 15), range(12, 17)],
  ])('%s', (_, wanted, taken) => {
    expect(rangeOfChange({ booked, wanted, former, gap: 120 })).toEqual(taken)
  })
})

describe('a deadline after a change', () => {
  test('moves with the pick-up while it is in the future', () => {
    expect(movedDeadline(at(10), { from: at(58), to: at(82), now: at(10) })).toEqual(at(34))
  })

  test('stays passed once it has passed', () => {
    expect(movedDeadline(at(10), { from: at(58), to: at(500), now: at(11) })).toEqual(at(10))
  })
})

describe('the amount kept when days are removed', () => {
  const pickUp = at(500)
  const hoursBefore = (hours: number) => new Date(pickUp.getTime() - hours * 3_600_000)
  const terms = { freeUntilHours: 240, halfUntilHours: 120 }
  const tenToOne = { days: { before: 10, after: 1 }, paid: 900_000, payableForDays: 100_000, pickUp, ...terms }
  const shorter = { ...tenToOne, currency: 'IRT' } as const

  test('is what a cancellation at that moment would keep of their prepayment', () => {
    expect(keptOfReturnedDays({ ...shorter, now: hoursBefore(240) })).toEqual({ kept: 0, share: 'full' })
    expect(keptOfReturnedDays({ ...shorter, now: hoursBefore(239) })).toEqual({ kept: 400_000, share: 'half' })
    expect(keptOfReturnedDays({ ...shorter, now: hoursBefore(119) })).toEqual({ kept: 800_000, share: 'none' })
  })

  test('is zero if no days are removed', () => {
    const longer = { ...shorter, days: { before: 10, after: 10 } }
    expect(keptOfReturnedDays({ ...longer, now: hoursBefore(1) }).kept).toBe(0)
  })

  test('never makes shortening and then cancelling cheaper than cancelling, except for rounding a half', () => {
    const rental = fc.record({ paid: fc.nat(90_000_000), hours: fc.nat(300), left: fc.nat(90_000_000) })
    fc.assert(
      fc.property(rental, ({ paid, hours, left }) => {
        const payableForDays = Math.min(left, paid)
        const moment = { now: hoursBefore(hours), pickUp, currency: 'IRT' as const, ...terms }
        const { kept } = keptOfReturnedDays({ ...shorter, ...moment, paid, payableForDays })
        const byShortening = paid - payableForDays - kept
        const later = refundOf({ ...moment, paid: payableForDays }).amount
        expect(byShortening).toBeGreaterThanOrEqual(0)
        expect(byShortening + later).toBeLessThanOrEqual(refundOf({ ...moment, paid }).amount + 1)
      }),
    )
  })
})

test.each([
  ['more where days are added', { payable_now: 900, paid: 600, kept: 0 }, 300],
  ['less where days are given back', { payable_now: 400, paid: 600, kept: 0 }, -200],
  ['less without what the terms keep of these days', { payable_now: 400, paid: 600, kept: 50 }, -150],
])('a change costs %s, and its difference says what was kept', (_, change, difference) => {
  expect(differenceOfChange(change)).toBe(difference)
  expect(keptByChange({ ...change, difference })).toBe(change.kept)
})
