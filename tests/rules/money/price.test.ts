import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CurrencyCode, WHOLE_UNIT } from '#app/rules/constants.ts'
import { billOf, convertToMinor, convertUnit, prepaymentOf, tierOf, totalOf } from '#app/rules/money/price.ts'

const currency = fc.constantFrom<CurrencyCode>('IRT', 'EUR')
const amountIn = (code: CurrencyCode) =>
  code === 'IRT' ? fc.integer({ min: 0, max: 50_000_000 }) : fc.integer({ min: 0, max: 100_000 })
const rate = fc.integer({ min: 20_000, max: 250_000 })

const rental = currency.chain((from) =>
  fc.record({
    days: fc.integer({ min: 1, max: 120 }),
    prices: fc.record({
      tiers: fc.record({
        p1: amountIn(from),
        p3: amountIn(from),
        p7: amountIn(from),
        p14: amountIn(from),
        p30: amountIn(from),
      }),
      receive_place: amountIn(from),
      return_place: amountIn(from),
      child_seat: amountIn(from),
      extra_driver: amountIn(from),
      internet: amountIn(from),
      insurance: amountIn(from),
    }),
    extras: fc.record({
      child_seat_count: fc.integer({ min: 0, max: 3 }),
      extra_driver: fc.boolean(),
      internet: fc.boolean(),
      supplemental_insurance: fc.boolean(),
    }),
    from: fc.constant(from),
    to: currency,
    rate,
    prepayment_percent: fc.integer({ min: 20, max: 100 }),
  }),
)

const kish = {
  days: 5,
  prices: {
    tiers: { p1: 5_500_000, p3: 4_850_000, p7: 4_500_000, p14: 4_200_000, p30: 3_900_000 },
    receive_place: 600_000,
    return_place: 0,
    child_seat: 120_000,
    extra_driver: 200_000,
    internet: 90_000,
    insurance: 350_000,
  },
  extras: { child_seat_count: 2, extra_driver: true, internet: false, supplemental_insurance: true },
  from: 'IRT',
  to: 'IRT',
  rate: 120_000,
  prepayment_percent: 30,
} as const

describe('the tier of a rent', () => {
  it.each([
    [1, 'p1'],
    [2, 'p1'],
    [3, 'p3'],
    [6, 'p3'],
    [7, 'p7'],
    [13, 'p7'],
    [14, 'p14'],
    [29, 'p14'],
    [30, 'p30'],
    [365, 'p30'],
  ])('for %i days is %s', (days, tier) => {
    expect(tierOf(days)).toBe(tier)
  })

  it('is none for less than a day', () => {
    expect(() => tierOf(0)).toThrow(RangeError)
  })
})

describe('converting a unit price', () => {
  it('rounds half up to a thousand toman or one euro', () => {
    expect(convertUnit(3900, 'EUR', 'IRT', 120_000)).toBe(4_680_000)
    expect(convertUnit(1, 'EUR', 'IRT', 50_000)).toBe(1000)
    expect(convertUnit(4_850_000, 'IRT', 'EUR', 120_000)).toBe(4000)
    expect(convertUnit(4_860_000, 'IRT', 'EUR', 120_000)).toBe(4100)
  })

  it('leaves nothing free that costs something', () => {
    expect(convertUnit(1, 'EUR', 'IRT', 49_900)).toBe(1000)
    expect(convertUnit(80_000, 'IRT', 'EUR', 170_000)).toBe(100)
    expect(convertUnit(40, 'EUR', 'EUR', 170_000)).toBe(100)
    expect(convertUnit(0, 'IRT', 'EUR', 170_000)).toBe(0)
    expect(convertUnit(0, 'EUR', 'EUR', 170_000)).toBe(0)
  })

  it('leaves toman unchanged and rounds cents, which are not shown', () => {
    expect(convertUnit(4_850_123, 'IRT', 'IRT', 120_000)).toBe(4_850_123)
    expect(convertUnit(3900, 'EUR', 'EUR', 120_000)).toBe(3900)
    expect(convertUnit(3950, 'EUR', 'EUR', 120_000)).toBe(4000)
  })

  it('converts the price of a kilometre to the toman or cent, and never to nothing', () => {
    expect(convertToMinor(35, 'EUR', 'EUR', 120_000)).toBe(35)
    expect(convertToMinor(35, 'EUR', 'IRT', 120_000)).toBe(42_000)
    expect(convertToMinor(8_000, 'IRT', 'EUR', 120_000)).toBe(7)
    expect(convertToMinor(500, 'IRT', 'EUR', 120_000)).toBe(1)
    expect(convertToMinor(0, 'IRT', 'EUR', 120_000)).toBe(0)
  })
})

describe('a bill', () => {
  it('lists each charge with its unit price', () => {
    expect(billOf(kish)).toEqual({
      currency: 'IRT',
      days: 5,
      lines: [
        { kind: 'rent', quantity: 1, days: 5, unit: 4_850_000, amount: 24_250_000 },
        { kind: 'receive_place', quantity: 1, unit: 600_000, amount: 600_000 },
        { kind: 'child_seat', quantity: 2, days: 5, unit: 120_000, amount: 1_200_000 },
        { kind: 'extra_driver', quantity: 1, unit: 200_000, amount: 200_000 },
        { kind: 'insurance', quantity: 1, days: 5, unit: 350_000, amount: 1_750_000 },
      ],
      total: 28_000_000,
      payable_now: 8_400_000,
      due_at_desk: 19_600_000,
    })
  })

  it('converts before it multiplies', () => {
    const bill = billOf({ ...kish, to: 'EUR' })
    expect(bill.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['rent', 20_000],
      ['receive_place', 500],
      ['child_seat', 1000],
      ['extra_driver', 200],
      ['insurance', 1500],
    ])
    expect(bill).toMatchObject({ total: 23_200, payable_now: 7000, due_at_desk: 16_200 })
  })

  it('shows a discount as a line of its own', () => {
    const bill = billOf({ ...kish, discount: 1_200_000 })
    expect(bill.lines.at(-1)).toEqual({ kind: 'discount', quantity: 1, unit: -1_200_000, amount: -1_200_000 })
    expect(bill.total).toBe(26_800_000)
  })

  it('has lines and two payments that each add up to the total in whole units', () => {
    fc.assert(
      fc.property(rental, fc.nat(2_000_000), (requested, discount) => {
        const whole = WHOLE_UNIT[requested.to]
        const bill = billOf({ ...requested, discount: Math.floor(discount / whole) * whole })
        expect(totalOf(bill.lines)).toBe(bill.total)
        expect(bill.payable_now + bill.due_at_desk).toBe(bill.total)
        expect(bill.total).toBeGreaterThanOrEqual(0)
        expect(bill.due_at_desk).toBeGreaterThanOrEqual(0)
        for (const line of bill.lines) {
          expect(line.unit % whole === 0).toBe(true)
          expect(line.amount).toBe(line.unit * line.quantity * (line.days ?? 1))
        }
        expect(bill.payable_now % whole).toBe(0)
      }),
    )
  })

  it('has a prepayment that is the share, rounded up by less than a whole unit', () => {
    fc.assert(
      fc.property(rental, (requested) => {
        const bill = billOf(requested)
        const over = bill.payable_now - (bill.total * requested.prepayment_percent) / 100
        expect(over).toBeGreaterThan(-1e-6)
        expect(over).toBeLessThan(WHOLE_UNIT[requested.to])
      }),
    )
    expect(prepaymentOf(101, 30, 'IRT')).toBe(31)
    expect(prepaymentOf(10_100, 30, 'EUR')).toBe(3100)
    expect(prepaymentOf(10_100, 100, 'EUR')).toBe(10_100)
  })
})
