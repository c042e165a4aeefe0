import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancellationDeadlines, refundOf } from '#app/rules/money/cancellation.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'

const pickUp = new Date('2026-12-03T06:30:00Z')
const hoursBefore = (hours: number) => new Date(pickUp.getTime() - hours * HOUR_MS)
const terms = { freeUntilHours: 48, halfUntilHours: 24 }
const reservation = { paid: 8_400_001, currency: 'IRT', pickUp, ...terms } as const

describe('cancelling', () => {
  it('has its deadlines a number of hours before the pick-up', () => {
    expect(cancellationDeadlines(pickUp, terms)).toEqual({
      freeUntil: new Date('2026-12-01T06:30:00Z'),
      halfUntil: new Date('2026-12-02T06:30:00Z'),
    })
  })

  it('refunds everything until the first deadline', () => {
    expect(refundOf({ ...reservation, now: hoursBefore(48) })).toEqual({ share: 'full', amount: 8_400_001 })
  })

  it('then refunds half, rounded up to a whole unit', () => {
    const now = new Date(hoursBefore(48).getTime() + 1)
    expect(refundOf({ ...reservation, now })).toEqual({ share: 'half', amount: 4_200_001 })
    expect(refundOf({ ...reservation, paid: 3900, currency: 'EUR', now })).toEqual({ share: 'half', amount: 2000 })
    expect(refundOf({ ...reservation, now: hoursBefore(24) }).share).toBe('half')
  })

  it('refunds nothing after the second deadline', () => {
    const now = new Date(hoursBefore(24).getTime() + 1)
    expect(refundOf({ ...reservation, now })).toEqual({ share: 'none', amount: 0 })
  })

  it('never refunds more than was paid, and never more later', () => {
    const anyTerms = fc.tuple(fc.nat(200), fc.nat(200)).map(([a, b]) => ({
      freeUntilHours: Math.max(a, b),
      halfUntilHours: Math.min(a, b),
    }))
    const currency = fc.constantFrom('IRT' as const, 'EUR' as const)
    fc.assert(
      fc.property(fc.nat(90_000_000), currency, anyTerms, fc.nat(300), fc.nat(300), (paid, code, frozen, a, b) => {
        const refundAt = (hours: number) =>
          refundOf({ paid, currency: code, pickUp, now: hoursBefore(hours), ...frozen }).amount
        expect(refundAt(Math.max(a, b))).toBeGreaterThanOrEqual(refundAt(Math.min(a, b)))
        expect(refundAt(a)).toBeLessThanOrEqual(paid)
        expect(refundAt(a)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
