import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BillLine, totalOf } from '#app/rules/money/price.ts'
import { addedLines } from '#app/rules/reservation/changed-bill.ts'
import { extendableUntil, extensionHold, isExtendable, mayFollow } from '#app/rules/reservation/reservation-change.ts'
import { costOfBetter, isEndangered, neededBy } from '#app/rules/reservation/risk.ts'

const at = (time: string) => new Date(`2026-12-03T${time}:00Z`)
const PRICES = { p1: 10, p3: 9, p7: 8, p14: 7, p30: 6 }

describe('a late vehicle', () => {
  test('is needed its gap before the next pick-up', () => {
    expect(neededBy(at('14:00'), 60)).toEqual(at('13:00'))
  })

  test('endangers the next rental from a day before it is needed', () => {
    const pickUp = new Date('2026-12-04T14:00:00Z')
    expect(isEndangered({ pickUp, gap: 60, now: at('12:59') })).toBe(false)
    expect(isEndangered({ pickUp, gap: 60, now: at('13:00') })).toBe(true)
    expect(isEndangered({ pickUp, gap: 60, now: new Date('2026-12-05T00:00:00Z') })).toBe(true)
  })
})

test('a better vehicle costs the company the difference for all days, by the rate of their number, and never less than nothing', () => {
  const better = { p1: 15, p3: 13, p7: 11, p14: 9, p30: 5 }
  expect(costOfBetter({ own: PRICES, better, days: 2 })).toBe(10)
  expect(costOfBetter({ own: PRICES, better, days: 7 })).toBe(21)
  expect(costOfBetter({ own: PRICES, better, days: 30 })).toBe(0)
})

describe('more time', () => {
  test('is asked for until the return, of a rental under way or one that can no longer be changed', () => {
    const end_at = at('20:30')
    const until = (status: 'CONFIRMED' | 'ACTIVE' | 'COMPLETED', isChangeable: boolean, now = at('09:00')) =>
      extendableUntil({ status, end_at }, { isChangeable, now })
    expect(until('ACTIVE', false)).toEqual(end_at)
    expect(until('CONFIRMED', false)).toEqual(end_at)
    expect(until('CONFIRMED', true)).toBeNull()
    expect(until('COMPLETED', false)).toBeNull()
    expect(until('ACTIVE', false, end_at)).toBeNull()
  })

  test('is given by staff until the vehicle is back', () => {
    expect(isExtendable({ status: 'ACTIVE' })).toBe(true)
    for (const status of ['COMPLETED', 'CANCELLED', 'AWAITING_PAYMENT'] as const)
      expect(isExtendable({ status })).toBe(false)
  })

  test('waits two hours for its payment, and not beyond the return that is wanted', () => {
    expect(extensionHold({ now: at('09:00'), wantedEnd: at('20:30') })).toEqual(at('11:00'))
    expect(extensionHold({ now: at('19:00'), wantedEnd: at('20:30') })).toEqual(at('20:30'))
  })

  test('is answered once', () => {
    for (const to of ['AWAITING_PAYMENT', 'DONE', 'REFUSED', 'CANCELLED', 'EXPIRED'] as const) {
      expect(mayFollow('ASKED', to)).toBe(true)
      expect(mayFollow('REFUSED', to)).toBe(false)
    }
  })
})

test('the added lines are worth the difference of the two bills, whatever prices the days have', () => {
  const line = fc.record({
    kind: fc.constantFrom<BillLine['kind'][]>('rent', 'insurance', 'child_seat'),
    days: fc.integer({ min: 1, max: 40 }),
    unit: fc.integer({ min: 1, max: 9 }).map((one) => one * 1000),
  })
  const billed = ({ kind, days, unit }: { kind: BillLine['kind']; days: number; unit: number }): BillLine => ({
    ...{ kind, quantity: 1, days, unit, amount: unit * days },
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.array(line, { maxLength: 6 }), (booked, more) => {
      const before = booked.map(billed)
      const added = addedLines(before, [...before, ...more.map(billed)])
      expect(totalOf(added)).toBe(totalOf(more.map(billed)))
      for (const { unit, days = 1, quantity, amount } of added) expect(unit * days * quantity).toBe(amount)
    }),
  )
})
