import { describe, expect, test } from 'vitest'
import type { Bill, BillLine } from '#app/rules/money/price.ts'
import { billAtPrice, holdEnd, paymentsIn, priceBounds } from '#app/rules/reservation/staff-booking.ts'

const rent = (unit: number, days: number): BillLine => ({ kind: 'rent', quantity: 1, days, unit, amount: unit * days })
const place: BillLine = { kind: 'receive_place', quantity: 1, unit: 200_000, amount: 200_000 }
function billOf(...lines: BillLine[]): Bill {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const days = lines.reduce((sum, line) => (line.kind === 'rent' ? sum + (line.days ?? 0) : sum), 0)
  return { currency: 'IRT', days, lines, total, payable_now: total, due_at_desk: 0 }
}

describe('a hold of staff', () => {
  const now = new Date('2026-12-03T06:10:00Z')
  const end = (hold: 'HOUR' | 'DAY' | 'PICK_UP', pickUp: string) =>
    holdEnd(hold, { now, pickUp: new Date(pickUp) }).toISOString()

  test('lasts an hour, a day, or until the pick-up', () => {
    expect(end('HOUR', '2026-12-05T06:30:00Z')).toBe('2026-12-03T07:10:00.000Z')
    expect(end('DAY', '2026-12-05T06:30:00Z')).toBe('2026-12-04T06:10:00.000Z')
    expect(end('PICK_UP', '2026-12-05T06:30:00Z')).toBe('2026-12-05T06:30:00.000Z')
  })

  test('of a day ends at an earlier pick-up, and none is shorter than a traveller’s', () => {
    expect(end('DAY', '2026-12-03T12:00:00Z')).toBe('2026-12-03T12:00:00.000Z')
    expect(end('DAY', '2026-12-03T06:00:00Z')).toBe('2026-12-03T06:30:00.000Z')
    expect(end('PICK_UP', '2026-12-03T05:30:00Z')).toBe('2026-12-03T06:30:00.000Z')
  })
})

describe('the price that somebody may give', () => {
  test('is within the owner’s percentage of the list, rounded to the inside', () => {
    const bill = billOf(rent(999_999, 3))
    expect(priceBounds(bill, 10)).toEqual({ listed: 999_999, lowest: 900_000, highest: 1_099_998 })
    expect(priceBounds(bill, 0)).toEqual({ listed: 999_999, lowest: 999_999, highest: 999_999 })
  })

  test('is above zero and no typing error for an owner', () => {
    expect(priceBounds(billOf(rent(1_000_000, 2)), null)).toEqual({ listed: 1_000_000, lowest: 1, highest: 5_000_000 })
  })

  test('is compared with the average day where days cost differently', () => {
    expect(priceBounds(billOf(rent(1_000_000, 2), rent(1_300_000, 1)), 10).listed).toBe(1_100_000)
  })
})

describe('a bill at another price', () => {
  test('has the difference as a line of its own after the rent, and adds up', () => {
    const changed = billAtPrice(billOf(rent(1_000_000, 3), place), { dayPrice: 900_000, prepaymentPercent: 30 })
    expect(changed.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['rent', 3_000_000],
      ['price_change', -300_000],
      ['receive_place', 200_000],
    ])
    expect(changed).toMatchObject({ total: 2_900_000, payable_now: 870_000, due_at_desk: 2_030_000 })
    expect(changed.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(changed.total)
  })

  test('is the same bill at the list’s price', () => {
    const bill = billOf(rent(1_000_000, 3))
    expect(billAtPrice(bill, { dayPrice: 1_000_000, prepaymentPercent: 30 })).toBe(bill)
  })
})

test('a link is offered where its bank needs no address', () => {
  expect(paymentsIn('IRT')).toContain('LINK')
  expect(paymentsIn('EUR')).toEqual(['CASH', 'CARD', 'LATER'])
})
