import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commissionOf, settlementOf } from '#app/rules/money/commission.ts'
import type { BillLine } from '#app/rules/money/price.ts'

const lines: BillLine[] = [
  { kind: 'rent', quantity: 1, days: 5, unit: 4_850_005, amount: 24_250_025 },
  { kind: 'receive_place', quantity: 1, unit: 600_000, amount: 600_000 },
  { kind: 'insurance', quantity: 1, days: 5, unit: 350_000, amount: 1_750_000 },
  { kind: 'discount', quantity: 1, unit: -1_200_000, amount: -1_200_000 },
]

describe('the commission', () => {
  it('is a share of the rent only, in whole units', () => {
    expect(commissionOf(lines, 12, 'IRT')).toBe(2_910_003)
    expect(commissionOf([{ kind: 'rent', quantity: 1, days: 5, unit: 3900, amount: 19_500 }], 12, 'EUR')).toBe(2300)
    expect(commissionOf(lines, 0, 'IRT')).toBe(0)
  })

  it('is owed by a company that got the prepayment, and deducted from what the marketplace kept', () => {
    expect(settlementOf({ commission: 300, kept: 0 })).toEqual({
      commission: 300,
      company_owes: 300,
      marketplace_owes: 0,
    })
    expect(settlementOf({ commission: 300, kept: 800 })).toEqual({
      commission: 300,
      company_owes: 0,
      marketplace_owes: 500,
    })
  })

  it('leaves the marketplace exactly its commission, whoever received the money', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(90_000_000), (commission, kept) => {
        const { company_owes: owed, marketplace_owes: owes } = settlementOf({ commission, kept })
        expect(kept + owed - owes).toBe(commission)
        expect(Math.min(owed, owes)).toBe(0)
      }),
    )
  })
})
