import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { billOf, dayPrice, rentLines, rentPrice, totalOf, WHOLE_SHARE } from '#app/rules/money/price.ts'
import {
  daysAhead,
  explainedShares,
  lengthError,
  mergeRules,
  NO_PRICE_RULES,
  type PriceRules,
  type PriceSeason,
  seasonOf,
  sharesOf,
  usualRental,
} from '#app/rules/money/price-rules.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { priceRulesIn } from '../../support/price-rules.ts'

const FRIDAY = '2026-12-04'
const TIERS = { p1: 1_500_000, p3: 1_200_000, p7: 1_100_000, p14: 1_000_000, p30: 900_000 }
const toman = { tiers: TIERS, from: 'IRT', to: 'IRT', rate: 120_000 } as const

const weekend: PriceRules = { ...NO_PRICE_RULES, weekdays: [0, 0, 0, 10, 10, 0, 0] }
const yalda: PriceSeason = {
  name: 'Yalda',
  starts_on: '2026-12-05',
  ends_on: '2026-12-06',
  percent: 25,
  min_days: 2,
}
const date = fc.integer({ min: 0, max: 500 }).map((days) => addDays('2026-06-01', days))
const rental = fc.record({
  start_date: date,
  days: fc.integer({ min: 1, max: 60 }),
  ahead: fc.integer({ min: 0, max: 400 }),
})
const rules = priceRulesIn('2026-06-01', 500)
const currency = fc.constantFrom<CurrencyCode>('IRT', 'EUR')
const price = fc.integer({ min: 1, max: 1_000_000_000 })

/** The same, computed one day at a time. */
function shareOnEachDay(
  of: PriceRules,
  { start_date, days, ahead }: { start_date: string; days: number; ahead: number },
) {
  const off = Math.max(
    of.last_minute && ahead <= of.last_minute.days ? of.last_minute.percent : 0,
    of.early && ahead >= of.early.days ? of.early.percent : 0,
  )
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(start_date, index)
    const ofWeekday = of.weekdays?.[(new Date(day).getUTCDay() + 6) % 7] ?? 0
    return (100 + (seasonOf(of, day)?.percent ?? ofWeekday)) * (100 - off)
  })
}

describe('the price of a day', () => {
  it('is the plain price without rules', () => {
    expect(sharesOf(NO_PRICE_RULES, { start_date: FRIDAY, days: 5, ahead: 9 })).toEqual([
      { days: 5, share: WHOLE_SHARE },
    ])
  })

  it('adds the percentage of its weekday', () => {
    expect(sharesOf(weekend, { start_date: '2026-12-02', days: 5, ahead: 9 })).toEqual([
      { days: 3, share: 10_000 },
      { days: 2, share: 11_000 },
    ])
  })

  it("adds the percentage of its season instead of its weekday's", () => {
    const shares = sharesOf({ ...weekend, seasons: [yalda] }, { start_date: FRIDAY, days: 5, ahead: 9 })
    expect(shares).toEqual([
      { days: 1, share: 11_000 },
      { days: 2, share: 12_500 },
      { days: 2, share: 10_000 },
    ])
  })

  it("subtracts the booking's discount from the day's price", () => {
    const late = { ...weekend, last_minute: { days: 2, percent: 20 }, early: { days: 30, percent: 10 } }
    const shareAt = (ahead: number) => sharesOf(late, { start_date: FRIDAY, days: 1, ahead })[0]?.share
    expect([0, 2, 3, 29, 30].map(shareAt)).toEqual([8800, 8800, 11_000, 11_000, 9900])
  })

  it('subtracts the larger of two applicable discounts', () => {
    const both = { ...NO_PRICE_RULES, last_minute: { days: 9, percent: 5 }, early: { days: 3, percent: 15 } }
    expect(sharesOf(both, { start_date: FRIDAY, days: 1, ahead: 5 })).toEqual([{ days: 1, share: 8500 }])
  })

  it('is rounded half up to 1,000 toman or 1 euro, and unchanged where nothing applies', () => {
    expect(dayPrice(1_234_567, 11_000, 'IRT')).toBe(1_358_000)
    expect(dayPrice(1500, 11_000, 'EUR')).toBe(1700)
    expect(dayPrice(1_234_567, WHOLE_SHARE, 'IRT')).toBe(1_234_567)
  })

  it('is always positive', () => {
    fc.assert(
      fc.property(price, rules, rental, currency, (amount, of, booked, code) => {
        for (const { share } of sharesOf(of, booked)) expect(dayPrice(amount, share, code)).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the days of a rental', () => {
  it('have the same prices as one day at a time', () => {
    fc.assert(
      fc.property(rules, rental, (of, booked) => {
        const each = shareOnEachDay(of, booked)
        const shares = sharesOf(of, booked)
        expect(shares.map(({ share }) => share)).toEqual([...new Set(each)])
        for (const { days, share } of shares) expect(days).toBe(each.filter((one) => one === share).length)
      }),
    )
  })

  it('are one line in the bill for each price, and add up to the rental', () => {
    const shares = sharesOf({ ...NO_PRICE_RULES, seasons: [yalda] }, { start_date: '2026-12-03', days: 5, ahead: 9 })
    expect(rentLines({ ...toman, days: 5, shares })).toEqual([
      { kind: 'rent', quantity: 1, days: 3, unit: 1_200_000, amount: 3_600_000 },
      { kind: 'rent', quantity: 1, days: 2, unit: 1_500_000, amount: 3_000_000 },
    ])
    expect(rentPrice({ ...toman, days: 5, shares })).toEqual({ per_day: 1_320_000, total: 6_600_000 })
  })

  it('say on their line which season or weekday makes the price', () => {
    const of: PriceRules = { ...weekend, seasons: [{ ...yalda, percent: 10 }] }
    const lines = (days: number) => {
      const shares = explainedShares(of, { start_date: '2026-12-02', days, ahead: 9 })
      return rentLines({ ...toman, days, shares }).map(({ days: n, why }) => ({ n, why }))
    }
    expect(lines(6)).toEqual([
      { n: 2, why: [] },
      {
        n: 4,
        why: [
          { weekday: 4, percent: 10 },
          { weekday: 5, percent: 10 },
          { season: 'Yalda', percent: 10 },
        ],
      },
    ])
    expect(lines(1)).toEqual([{ n: 1, why: undefined }])
  })

  it('cost the same in the bill as in lists, in every currency', () => {
    const prices = { receive_place: 0, return_place: 0, child_seat: 0, extra_driver: 0, internet: 0, insurance: 0 }
    const extras = { child_seat_count: 0, extra_driver: false, internet: false, supplemental_insurance: false }
    fc.assert(
      fc.property(
        rules,
        rental,
        fc.tuple(currency, currency, fc.integer({ min: 20_000, max: 250_000 })),
        fc.record({ p1: price, p3: price, p7: price, p14: price, p30: price }),
        (of, booked, [from, to, rate], tiers) => {
          const rented = { days: booked.days, shares: sharesOf(of, booked), from, to, rate }
          const bill = billOf({ ...rented, prices: { ...prices, tiers }, extras, prepayment_percent: 30 })
          expect(rentPrice({ ...rented, tiers }).total).toBe(bill.total)
          expect(totalOf(bill.lines)).toBe(bill.total)
          expect(bill.lines.reduce((sum, { days = 0 }) => sum + days, 0)).toBe(booked.days)
          expect(new Set(bill.lines.map(({ unit }) => unit)).size).toBe(bill.lines.length)
        },
      ),
    )
  })
})

describe("a vehicle's rules", () => {
  it("replace the company's, each rule separately", () => {
    const company = { ...weekend, min_days: 2, lead_hours: 24 }
    const own = { ...NO_PRICE_RULES, min_days: 5 }
    expect(mergeRules(company, own)).toEqual({ ...company, min_days: 5 })
    expect(mergeRules(company, null)).toBe(company)
    expect(mergeRules(null, null)).toEqual(NO_PRICE_RULES)
  })

  it("cut its seasons out of the company's", () => {
    const winter = { name: 'Winter', starts_on: '2026-12-01', ends_on: '2026-12-31', percent: -10, min_days: null }
    const { seasons } = mergeRules({ ...NO_PRICE_RULES, seasons: [winter] }, { ...NO_PRICE_RULES, seasons: [yalda] })
    expect(seasons.map(({ name, starts_on, ends_on }) => [name, starts_on, ends_on])).toEqual([
      ['Winter', '2026-12-01', '2026-12-04'],
      ['Yalda', '2026-12-05', '2026-12-06'],
      ['Winter', '2026-12-07', '2026-12-31'],
    ])
  })

  it("decide the days that they cover, and leave the others to the company's", () => {
    fc.assert(
      fc.property(rules, rules, date, (company, own, day) => {
        const merged = mergeRules(company, own)
        const { name, percent } = seasonOf(merged, day) ?? {}
        const expected = seasonOf(own, day) ?? seasonOf(company, day)
        expect([name, percent]).toEqual([expected?.name, expected?.percent])
        for (const [index, season] of merged.seasons.entries())
          expect(season.starts_on > (merged.seasons[index - 1]?.ends_on ?? '')).toBe(true)
      }),
    )
  })
})

describe('a rental that can be booked', () => {
  const bounded: PriceRules = { ...NO_PRICE_RULES, seasons: [{ ...yalda, min_days: 4 }], min_days: 2, max_days: 3 }

  it('is as long as the company allows, and as the season of the pick-up requires', () => {
    const errorOf = (start_date: string, days: number) => lengthError(bounded, { start_date, days })
    expect(errorOf(FRIDAY, 1)).toEqual({ key: 'rental_too_short', days: 2 })
    expect(errorOf(FRIDAY, 2)).toBeNull()
    expect(errorOf(FRIDAY, 4)).toEqual({ key: 'rental_too_long', days: 3 })
    expect(errorOf('2026-12-05', 3)).toEqual({ key: 'rental_too_short', days: 4 })
  })

  it('exists in every season, even if its minimum exceeds the maximum', () => {
    expect(lengthError(bounded, { start_date: '2026-12-05', days: 4 })).toBeNull()
  })

  it('is counted in calendar days', () => {
    expect(daysAhead(new Date('2026-12-03T23:30:00Z'), FRIDAY)).toBe(1)
    expect(daysAhead(new Date('2026-12-04T00:30:00Z'), FRIDAY)).toBe(0)
  })
})

describe('the rental whose price is shown without dates', () => {
  it('begins on the day of the coming month when it costs the least', () => {
    const summer = { ...yalda, starts_on: '2026-11-01', ends_on: '2026-12-20', min_days: null }
    const usual = usualRental({ ...NO_PRICE_RULES, seasons: [summer] }, { today: '2026-12-01' })
    expect(usual).toEqual({ start_date: '2026-12-21', days: 3, ahead: 20 })
  })

  it('can be booked and costs no more than any other of its length', () => {
    fc.assert(
      fc.property(rules, date, (of, today) => {
        const usual = usualRental(of, { today })
        expect(lengthError(of, usual)).toBeNull()
        const costOf = (booked: typeof usual) =>
          sharesOf(of, booked).reduce((sum, { days, share }) => sum + days * share, 0)
        const first = Math.ceil((of.lead_hours ?? 0) / 24) + 1
        for (let ahead = first; ahead < first + 30; ahead++) {
          const other = { start_date: addDays(today, ahead), days: usual.days, ahead }
          if (!lengthError(of, other)) expect(costOf(usual)).toBeLessThanOrEqual(costOf(other))
        }
      }),
    )
  })
})
