import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerBy,
  bookedRuling,
  decideBy,
  freeDeposit,
  leftToPay,
  ruledAmount,
  rulingOf,
} from '#app/rules/reservation/charges/dispute.ts'

const amounts = fc.integer({ min: 0, max: 100_000_000 })

test('an operator has seven days, and so has the customer before', () => {
  const from = new Date('2026-12-04T06:30:00Z')
  expect(decideBy(from).toISOString()).toBe('2026-12-11T06:30:00.000Z')
  expect(answerBy(from).toISOString()).toBe('2026-12-11T06:30:00.000Z')
})

describe('a ruling', () => {
  test('is all, nothing, or a part that is less than all and more than nothing', () => {
    expect(ruledAmount(500, { ruling: 'FULL', amount: 3 })).toEqual({ ruled: 500 })
    expect(ruledAmount(500, { ruling: 'NOTHING', amount: 3 })).toEqual({ ruled: 0 })
    expect(ruledAmount(500, { ruling: 'PART', amount: 499 })).toEqual({ ruled: 499 })
    expect(ruledAmount(500, { ruling: 'PART', amount: 500 })).toEqual({ fieldError: 'less_than_asked' })
    for (const amount of [undefined, 0, -1])
      expect(ruledAmount(500, { ruling: 'PART', amount })).toEqual({ fieldError: 'required' })
  })

  test('is named by its amount', () => {
    expect([0, 1, 499, 500].map((ruled) => rulingOf(500, ruled))).toEqual(['NOTHING', 'PART', 'PART', 'FULL'])
  })

  test('takes of the deposit what is owed and no more, and leaves the rest to be paid', () => {
    fc.assert(
      fc.property(amounts, amounts, (ruled, held) => {
        const { fromDeposit, status } = bookedRuling({ ruled, held })
        expect(fromDeposit).toBeLessThanOrEqual(Math.min(ruled, held))
        const left = leftToPay({ amount: ruled + 1, ruled, from_deposit: fromDeposit })
        expect(left + fromDeposit).toBe(ruled)
        expect(left === 0 || fromDeposit === held).toBe(true)
        expect(status).toBe(ruled === 0 ? 'DISMISSED' : left === 0 ? 'PAID' : 'RULED')
      }),
    )
  })
})

test('what is accepted is owed whole', () => {
  expect(leftToPay({ amount: 700, ruled: null, from_deposit: 0 })).toBe(700)
})

test('of a deposit only what is not disputed may be given back', () => {
  const proposals = [
    { status: 'DISPUTED', amount: 300 },
    { status: 'ACCEPTED', amount: 900 },
    { status: 'DISPUTED', amount: 100 },
  ] as const
  expect(freeDeposit(1000, proposals)).toBe(600)
  expect(freeDeposit(350, proposals)).toBe(0)
  expect(freeDeposit(350, [])).toBe(350)
})
