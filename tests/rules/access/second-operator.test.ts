import fc from 'fast-check'
import { expect, test } from 'vitest'
import { needsSecondOperator } from '#app/rules/access/second-operator.ts'

const limit = 20_000_000
const one = (amount: number, toReceiver = 0, byOperator = 0) =>
  needsSecondOperator({ shares: [{ amount, toReceiver }], byOperator, limit })

test('an amount of exactly the limit needs no approval, one more does, and money that is taken counts like money that is given', () => {
  expect([one(limit), one(limit + 1), one(-limit), one(-limit - 1)]).toEqual([false, true, false, true])
})

test('what the operator moved, and what the receiver got from anybody, is added to the amount', () => {
  expect(one(limit, 0, 1)).toBe(true)
  expect(one(1, limit)).toBe(true)
  expect(one(limit - 5, 5, 5)).toBe(false)
})

test('the payouts of a batch count together for the operator, and separately for their receivers', () => {
  const batch = (...amounts: number[]) =>
    needsSecondOperator({ shares: amounts.map((amount) => ({ amount, toReceiver: 0 })), byOperator: 0, limit })
  expect(batch(limit / 2, limit / 2)).toBe(false)
  expect(batch(limit / 2, limit / 2, 1)).toBe(true)
  const shares = [
    { amount: 1, toReceiver: limit },
    { amount: 1, toReceiver: 0 },
  ]
  expect(needsSecondOperator({ shares, byOperator: 0, limit })).toBe(true)
})

test('in whatever parts money is moved, at most the limit needs no approval', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -limit, max: 2 * limit }), { maxLength: 20 }), (amounts) => {
      let alone = 0
      for (const amount of amounts) if (!one(amount, 0, alone)) alone += Math.abs(amount)
      expect(alone).toBeLessThanOrEqual(limit)
    }),
  )
})
