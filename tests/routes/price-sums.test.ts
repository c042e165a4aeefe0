import { describe, expect, test } from 'vitest'
import { priceSums } from '#app/routes/profile/trips/change/price-sums.ts'

const trip = { paid: 0, refunded: 0, payable_now: 300, due_at_desk: 700 }

describe('under the bill of a trip', () => {
  test('are the amounts to pay now and at pick-up', () => {
    expect(priceSums(trip, 'pay')).toEqual([
      { key: 'toPay', amount: 300 },
      { key: 'rest', amount: 700 },
    ])
  })

  test('are the amount paid, and the rest', () => {
    expect(priceSums({ ...trip, paid: 300 }, 'valid')).toEqual([
      { key: 'paid', amount: 300 },
      { key: 'rest', amount: 700 },
    ])
    expect(priceSums({ ...trip, paid: 1000, due_at_desk: 0 }, 'valid')).toEqual([{ key: 'paid', amount: 1000 }])
  })

  test('is nothing to pay once it is over, only what was paid and refunded', () => {
    expect(priceSums(trip, 'ended')).toEqual([])
    expect(priceSums({ ...trip, paid: 300 }, 'ended')).toEqual([{ key: 'paid', amount: 300 }])
    expect(priceSums({ ...trip, paid: 300, refunded: 150 }, 'ended')).toEqual([
      { key: 'paid', amount: 300 },
      { key: 'refunded', amount: 150 },
    ])
  })
})
