import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deskPart, refundablePart, walletPart } from '#app/rules/money/payment/payment-parts.ts'

test.each([
  [5_000, 12_345, 'EUR', 5_000],
  [5_000, 1_999, 'EUR', 1_900],
  [5_000, 99, 'EUR', 0],
  [5_000, 0, 'EUR', 0],
] as const)('of %d, a wallet of %d %s pays %d', (amount, balance, currency, part) =>
  expect(walletPart(amount, { balance, currency })).toBe(part),
)

test('a wallet never pays more than its balance or the amount', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.constantFrom('IRT', 'EUR'), (amount, balance, currency) => {
      const part = walletPart(amount, { balance, currency })
      expect(part).toBeGreaterThanOrEqual(0)
      expect(part).toBeLessThanOrEqual(Math.min(amount, balance))
    }),
  )
})

test.each([
  [{ total: 1_000, payable_now: 200, received: 0 }, 800],
  [{ total: 1_000, payable_now: 200, received: 300 }, 500],
  [{ total: 1_000, payable_now: 200, received: 300, writtenOff: 500 }, 0],
  [{ total: 1_000, payable_now: 200, received: 900 }, 0],
])('for %o the desk still has to receive %d', (rental, due) => expect(deskPart(rental)).toBe(due))

test.each([
  ['the whole payment', { paid: 500, given: 0, left: 900, waiting: 0 }, 500],
  ['what was not refunded yet', { paid: 500, given: 200, left: 900, waiting: 0 }, 300],
  ['what its reservation has left', { paid: 500, given: 0, left: 400, waiting: 0 }, 400],
  ['what no waiting refund reserves', { paid: 500, given: 0, left: 400, waiting: 150 }, 250],
  ['zero if more was refunded than paid', { paid: 500, given: 600, left: 900, waiting: 0 }, 0],
])('a refund can be at most %s', (_, payment, part) => expect(refundablePart(payment)).toBe(part))
