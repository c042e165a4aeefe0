import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cancellationDeadlines, refundOf } from '#app/rules/money/cancellation.ts'
import { flexibleFee, flexibleFeePaid, flexibleTerms } from '#app/rules/money/flexible.ts'
import { billOf, type FlexiblePrice, flexiblePart, totalOf } from '#app/rules/money/price.ts'
import { changedLines } from '#app/rules/reservation/changed-bill.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'

const pickUp = new Date('2026-12-03T06:30:00Z')
const hoursBefore = (hours: number) => new Date(pickUp.getTime() - hours * HOUR_MS)
const TIERS = { p1: 1_000_000, p3: 900_000, p7: 800_000, p14: 700_000, p30: 600_000 }
const EXTRAS = { child_seat_count: 0, extra_driver: true, internet: false, supplemental_insurance: false }

function bill(days: number, flexible: FlexiblePrice | undefined, isChosen = true) {
  return billOf({
    days,
    prices: {
      ...{ tiers: TIERS, receive_place: 0, return_place: 0, child_seat: 0 },
      ...{ extra_driver: 400_000, internet: 0, insurance: 0, flexible },
    },
    extras: { ...EXTRAS, flexible: isChosen },
    ...{ from: 'IRT', to: 'IRT', rate: 100_000, prepayment_percent: 30 },
  })
}

describe('its price', () => {
  test('is a share of the rent alone, or an amount for each day, as a line of the bill', () => {
    const ofRent = bill(3, { percent: 8, per_day: null })
    expect(ofRent.lines.at(-1)).toEqual({ kind: 'flexible', quantity: 1, unit: 216_000, amount: 216_000 })
    expect(ofRent.total).toBe(2_700_000 + 400_000 + 216_000)
    expect(bill(3, { percent: null, per_day: 50_000 }).lines.at(-1)).toMatchObject({ days: 3, amount: 150_000 })
  })

  test('is kept as far as it was paid: whoever cancels gets back what was paid for everything else', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 0, max: 100 }),
        (days, percent, share) => {
          const { lines, total } = bill(days, { percent, per_day: null })
          const paid = Math.ceil((total * share) / 100)
          const kept = flexibleFeePaid({ lines, total, paid, currency: 'IRT' })
          expect(kept).toBeGreaterThanOrEqual(0)
          expect(paid - kept).toBeGreaterThanOrEqual(((total - flexibleFee(lines)) * paid) / total)
        },
      ),
    )
    const { lines, total } = bill(3, { percent: 25, per_day: null })
    expect(flexibleFeePaid({ lines, total, paid: total, currency: 'IRT' })).toBe(flexibleFee(lines))
  })

  test('is nothing where it is not chosen or not sold', () => {
    expect(flexibleFee(bill(3, { percent: 8, per_day: null }, false).lines)).toBe(0)
    expect(flexibleFee(bill(3, undefined).lines)).toBe(0)
  })

  test('is whole units, at least one, and grows with the rent', () => {
    const rent = fc.nat(100_000_000)
    fc.assert(
      fc.property(
        rent,
        rent,
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom('IRT', 'EUR'),
        (one, other, percent, code) => {
          const [low, high] = [Math.min(one, other), Math.max(one, other)].map((amount) =>
            flexiblePart(amount, percent, code),
          )
          expect(low).toBeGreaterThan(0)
          expect(low).toBeLessThanOrEqual(high ?? 0)
          if (code === 'EUR') expect((high ?? 0) % 100).toBe(0)
        },
      ),
    )
  })
})

describe('cancelling with it', () => {
  const hours = fc.nat(300)
  const terms = fc.tuple(fc.nat(200), fc.nat(200)).map(([a, b]) => ({
    freeUntilHours: Math.max(a, b),
    halfUntilHours: Math.min(a, b),
  }))

  test('is free for as long as without it or longer, and its deadlines stay in order', () => {
    fc.assert(
      fc.property(terms, fc.nat(300), (own, until) => {
        const flexible = flexibleTerms(own, until)
        const [before, after] = [cancellationDeadlines(pickUp, own), cancellationDeadlines(pickUp, flexible)]
        expect(after.freeUntil >= before.freeUntil && after.halfUntil >= before.halfUntil).toBe(true)
        expect(after.freeUntil <= after.halfUntil).toBe(true)
      }),
    )
  })

  test('gives back all but its price until then, and never its price', () => {
    const amount = fc.nat(90_000_000)
    fc.assert(
      fc.property(amount, amount, terms, fc.nat(200), hours, (paid, fee, own, until, at) => {
        const of = { paid, fee, currency: 'IRT' as const, pickUp, now: hoursBefore(at), ...flexibleTerms(own, until) }
        const { share, amount: back } = refundOf(of)
        expect(back).toBeLessThanOrEqual(Math.max(0, paid - fee))
        expect(back).toBeGreaterThanOrEqual(0)
        if (share === 'full') expect(back).toBe(Math.max(0, paid - fee))
        if (at >= until) expect(share).toBe('full')
      }),
    )
  })
})

test('a change neither sells more of it nor gives it back', () => {
  const days = fc.integer({ min: 1, max: 40 })
  const price = fc.constantFrom({ percent: 8, per_day: null }, { percent: null, per_day: 50_000 })
  fc.assert(
    fc.property(days, days, price, (was, is, flexible) => {
      const at = { ...EXTRAS, start_date: '2026-12-03', receive: 'a', return: 'a' }
      const booked = bill(was, flexible).lines
      const today = bill(is, flexible, false).lines
      const addedRent = is > was ? bill(is - was, undefined).lines.filter(({ kind }) => kind === 'rent') : []
      const { lines, added, removed } = changedLines({
        ...{ booked, today, addedRent },
        ...{ before: { ...at, days: was }, after: { ...at, days: is } },
      })
      expect(flexibleFee(lines)).toBe(flexibleFee(booked))
      expect(totalOf(lines)).toBe(totalOf(booked) + added - removed)
    }),
  )
})
