import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CurrencyCode, WHOLE_UNIT } from '#app/rules/constants.ts'
import { isMonthly, PART_DAYS, type PlannedPart, replan, splitParts } from '#app/rules/reservation/monthly/parts.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'

const start = '2026-11-11'
const firstDue = '2026-11-01'
const currency = fc.constantFrom<CurrencyCode[]>('IRT', 'EUR')
const rental = fc.record({
  total: fc.integer({ min: 0, max: 9_000_000_000 }),
  days: fc.integer({ min: 1, max: 400 }),
  currency,
})
const sum = (of: readonly { amount: number }[]) => of.reduce((all, { amount }) => all + amount, 0)
const sumDays = (of: readonly { days: number }[]) => of.reduce((all, { days }) => all + days, 0)
const numbered = (parts: ReturnType<typeof splitParts>): PlannedPart[] =>
  parts.map((part, index) => ({ ...part, position: index + 1 }))

describe('the parts of a long rental', () => {
  test('are months of thirty days and the rest', () => {
    expect(splitParts({ total: 117_000_000, days: 90, start, currency: 'IRT', firstDue })).toEqual([
      { days: 30, starts_on: '2026-11-11', due_on: firstDue, amount: 39_000_000 },
      { days: 30, starts_on: '2026-12-11', due_on: '2026-12-08', amount: 39_000_000 },
      { days: 30, starts_on: '2027-01-10', due_on: '2027-01-07', amount: 39_000_000 },
    ])
    const odd = splitParts({ total: 1_000, days: 70, start, currency: 'IRT', firstDue })
    expect(odd.map(({ days, amount }) => [days, amount])).toEqual([
      [30, 428],
      [30, 428],
      [10, 144],
    ])
  })

  test('of euros are whole euros, and the last one has the cents', () => {
    const parts = splitParts({ total: 100_001, days: 61, start, currency: 'EUR', firstDue })
    expect(parts.map(({ amount }) => amount)).toEqual([49_100, 49_100, 1_801])
  })

  test('there are two at least of a rental that may be paid monthly', () => {
    expect(isMonthly(PART_DAYS)).toBe(false)
    expect(isMonthly(PART_DAYS + 1)).toBe(true)
    expect(() => splitParts({ total: 1, days: 0, start, currency: 'IRT', firstDue })).toThrow(RangeError)
  })

  test('add up to the price and the days, and follow one another', () => {
    fc.assert(
      fc.property(rental, (one) => {
        const parts = splitParts({ ...one, start, firstDue })
        expect(sum(parts)).toBe(one.total)
        expect(sumDays(parts)).toBe(one.days)
        let day = start
        for (const [index, part] of parts.entries()) {
          expect(part.amount).toBeGreaterThanOrEqual(0)
          expect(part.starts_on).toBe(day)
          expect(part.due_on <= part.starts_on).toBe(true)
          expect(part.due_on >= firstDue).toBe(true)
          if (index < parts.length - 1) expect(part.amount % WHOLE_UNIT[one.currency]).toBe(0)
          day = addDays(day, part.days)
        }
      }),
    )
  })
})

describe('a plan of a changed rental', () => {
  const booked = numbered(splitParts({ total: 117_000_000, days: 90, start, currency: 'IRT', firstDue }))
  const today = '2026-12-02'

  test('that ends early keeps what is paid, and asks for the rest of the used days', () => {
    const shorter = {
      parts: booked,
      received: 39_000_000,
      total: 42_050_000,
      days: 29,
      start,
      currency: 'IRT' as const,
    }
    expect(replan({ ...shorter, today })).toEqual({
      kept: [{ position: 1, days: 29, amount: 39_000_000 }],
      added: [{ days: 0, starts_on: '2026-12-10', due_on: '2026-12-10', amount: 3_050_000 }],
    })
  })

  test('that ends early with more paid than used keeps only what it cost', () => {
    const shorter = {
      parts: booked,
      received: 78_000_000,
      total: 44_000_000,
      days: 31,
      start,
      currency: 'IRT' as const,
    }
    expect(replan({ ...shorter, today })).toEqual({
      kept: [
        { position: 1, days: 30, amount: 39_000_000 },
        { position: 2, days: 1, amount: 5_000_000 },
      ],
      added: [],
    })
  })

  test('that gets longer has further parts, and the unpaid ones are split again', () => {
    const longer = {
      parts: booked,
      received: 39_000_000,
      total: 130_000_000,
      days: 100,
      start,
      currency: 'IRT' as const,
    }
    const { kept, added } = replan({ ...longer, today })
    expect(kept).toEqual([{ position: 1, days: 30, amount: 39_000_000 }])
    expect(added.map(({ days, starts_on, amount }) => [days, starts_on, amount])).toEqual([
      [30, '2026-12-11', 39_000_000],
      [30, '2027-01-10', 39_000_000],
      [10, '2027-02-09', 13_000_000],
    ])
  })

  describe('keeps the dates that were agreed', () => {
    const longer = { total: 130_000_000, days: 100, start, currency: 'IRT' as const }
    const dues = (change: Partial<Parameters<typeof replan>[0]>) =>
      replan({ ...longer, parts: booked, received: 0, today, ...change }).added.map(({ due_on }) => due_on)
    const withDue = (position: number, due_on: string) =>
      booked.map((part) => (part.position === position ? { ...part, due_on } : part))

    test('of a first part that is paid at the hand-over', () => {
      const pickUp = '2027-01-20'
      const parts = numbered(
        splitParts({ total: 117_000_000, days: 90, start: pickUp, currency: 'IRT', firstDue: pickUp }),
      )
      const agreed = [pickUp, '2027-02-16', '2027-03-18']
      expect(dues({ parts, start: pickUp, today: '2026-12-01' })).toEqual([...agreed, '2027-04-17'])
      // It moves with the pick-up, but never to an earlier day.
      const later = ['2027-01-25', '2027-02-21', '2027-03-23', '2027-04-22']
      expect(dues({ parts, start: '2027-01-25', today: '2026-12-01' })).toEqual(later)
      expect(dues({ parts, start: '2027-01-15', today: '2026-12-01' })).toEqual([...agreed, '2027-04-12'])
    })

    test('of a part that staff have postponed, also where it becomes shorter', () => {
      const parts = withDue(2, '2026-12-20')
      const agreed = ['2026-12-20', '2027-01-07']
      const change = { parts, received: 39_000_000, today: '2026-12-05' }
      expect(dues(change)).toEqual([...agreed, '2027-02-06'])
      expect(dues({ ...change, total: 100_000_000, days: 70 })).toEqual(agreed)
    })

    test('of a part that is late, also where the pick-up moves', () => {
      const change = { parts: withDue(1, '2026-11-12'), today: '2026-12-02' }
      expect(dues(change)[0]).toBe('2026-11-12')
      expect(dues({ ...change, start: addDays(start, 40) })[0]).toBe('2026-11-12')
      expect(dues({ received: 39_000_000, today: '2026-12-28' })).toEqual(['2026-12-08', '2027-01-07', '2027-02-06'])
    })

    test('of open parts after a paid one, which move with a later pick-up', () => {
      const change = { parts: booked, received: 39_000_000, today: '2026-11-12' }
      const before = dues(change)
      expect(dues({ ...change, start: addDays(start, 10) })).toEqual(before.map((due) => addDays(due, 10)))
    })

    test('of what is left without days', () => {
      const rest = { position: 2, days: 0, starts_on: '2026-12-10', due_on: '2026-12-20', amount: 3_050_000 }
      const parts = [...booked.slice(0, 1), rest]
      const change = { parts, received: 39_000_000, total: 43_000_000, days: 30 }
      expect(dues(change)).toEqual(['2026-12-20'])
      expect(dues({ ...change, today: '2026-12-28' })).toEqual(['2026-12-20'])
    })
  })

  test('adds up to the new price and days, whatever was received', () => {
    const changed = fc.record({ before: rental, total: fc.integer({ min: 0, max: 9_000_000_000 }) })
    fc.assert(
      fc.property(
        changed,
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: 0, max: 1.2, noNaN: true }),
        (one, days, share) => {
          const { before, total } = one
          const parts = numbered(splitParts({ ...before, start, firstDue }))
          const received = Math.floor(before.total * share)
          const { kept, added } = replan({ parts, received, total, days, start, currency: before.currency, today })
          expect(sum([...kept, ...added])).toBe(total)
          expect(sumDays([...kept, ...added])).toBe(days)
          for (const { amount } of [...kept, ...added]) expect(amount).toBeGreaterThanOrEqual(0)
          expect(sum(kept)).toBeLessThanOrEqual(received)
          expect(kept.map(({ position }) => position)).toEqual(kept.map((_, index) => index + 1))
        },
      ),
    )
  })
})
