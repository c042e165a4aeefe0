import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WHOLE_UNIT } from '#app/rules/constants.ts'
import { type DiscountCode, type DiscountFacts, judgeDiscount } from '#app/rules/money/discount.ts'

const code: DiscountCode = {
  percent: 10,
  amount: null,
  cap: null,
  currency: 'IRT',
  starts_at: new Date('2026-11-01T00:00:00Z'),
  ends_at: new Date('2026-12-01T00:00:00Z'),
  min_days: 3,
  total_uses: 100,
  used: 99,
  once_per_phone: true,
  categories: [2],
  companies: [],
  cities: null,
}
const facts: DiscountFacts = {
  now: new Date('2026-11-21T00:00:00Z'),
  days: 5,
  category: 2,
  company: 12,
  city: 1061,
  used_by_phone: false,
  bill: 25_400_005,
  currency: 'IRT',
  rate: 120_000,
}

describe('a discount code', () => {
  it('takes its percentage off the bill, rounded half up to a whole unit', () => {
    expect(judgeDiscount(code, facts)).toEqual({ ok: true, amount: 2_540_001 })
    expect(judgeDiscount(code, { ...facts, currency: 'EUR', bill: 20_500 })).toEqual({ ok: true, amount: 2100 })
  })

  it('takes at most its cap, in the currency of the bill', () => {
    const capped = { ...code, cap: 1_200_000 }
    expect(judgeDiscount(capped, facts)).toEqual({ ok: true, amount: 1_200_000 })
    expect(judgeDiscount(capped, { ...facts, currency: 'EUR', bill: 20_500 })).toEqual({ ok: true, amount: 1000 })
  })

  it('takes a fixed amount, but never more than the bill', () => {
    const fixed = { ...code, percent: null, amount: 500_000 }
    expect(judgeDiscount(fixed, facts)).toEqual({ ok: true, amount: 500_000 })
    expect(judgeDiscount(fixed, { ...facts, bill: 300_000 })).toEqual({ ok: true, amount: 300_000 })
    expect(judgeDiscount(fixed, { ...facts, currency: 'EUR', bill: 20_500 })).toEqual({ ok: true, amount: 400 })
  })

  it.each([
    ['unknown', null, {}],
    ['not_started', {}, { now: new Date('2026-10-31T23:59:59Z') }],
    ['ended', {}, { now: new Date('2026-12-01T00:00:00Z') }],
    ['used_up', { used: 100 }, {}],
    ['used_by_phone', {}, { used_by_phone: true }],
    ['min_days', {}, { days: 2 }],
    ['category', {}, { category: 5 }],
    ['company', { companies: [1, 2] }, {}],
    ['city', { cities: [305] }, {}],
  ])('is refused as %s', (reason, changedCode, changedFacts) => {
    const judged = judgeDiscount(changedCode && { ...code, ...changedCode }, { ...facts, ...changedFacts })
    expect(judged).toEqual({ ok: false, reason })
  })

  it('without limits can be used by everybody, again and again', () => {
    const open: DiscountCode = {
      ...code,
      starts_at: null,
      ends_at: null,
      min_days: 0,
      total_uses: null,
      once_per_phone: false,
      categories: null,
    }
    expect(judgeDiscount(open, { ...facts, used_by_phone: true, category: 5, days: 1 }).ok).toBe(true)
  })

  it('never exceeds the bill or its cap, and is in whole units', () => {
    const anyCode = fc.record({
      percent: fc.option(fc.integer({ min: 1, max: 100 })),
      amount: fc.nat(5_000_000),
      cap: fc.option(fc.nat(5_000_000)),
      currency: fc.constantFrom('IRT' as const, 'EUR' as const),
    })
    const anyFacts = fc
      .record({ currency: fc.constantFrom('IRT' as const, 'EUR' as const), units: fc.nat(50_000_000) })
      .map(({ currency, units }) => ({ currency, bill: units * WHOLE_UNIT[currency] }))
    fc.assert(
      fc.property(anyCode, anyFacts, (terms, bill) => {
        const judged = judgeDiscount({ ...code, ...terms }, { ...facts, ...bill })
        const amount = judged.ok ? judged.amount : -1
        expect(amount).toBeGreaterThanOrEqual(0)
        expect(amount).toBeLessThanOrEqual(bill.bill)
        expect(amount % WHOLE_UNIT[bill.currency]).toBe(0)
        if (terms.percent !== null && terms.cap !== null && terms.currency === 'IRT' && bill.currency === 'IRT') {
          expect(amount).toBeLessThanOrEqual(terms.cap)
        }
      }),
    )
  })
})
