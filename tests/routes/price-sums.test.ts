import { describe, expect, test } from 'vitest'
import { priceSums } from '#app/routes/profile/trips/price-sums.ts'

const trip = { paid: 0, refunded: 0, payable_now: 300, due_at_desk: 700 }

describe('under the bill of a trip', () => {
  test('stands what is to be paid now and at pick-up', () => {
    expect(priceSums(trip, 'pay')).toEqual([
      { key: 'toPay', amount: 300 },
      { key: 'rest', amount: 700 },
    ])
  })

  test('stands what was paid, and the rest', () => {
    expect(priceSums({ ...trip, paid: 300 }, 'valid')).toEqual([
      { key: 'paid', amount: 300 },
      { key: 'rest', amount: 700 },
    ])
    expect(priceSums({ ...trip, paid: 1000, due_at_desk: 0 }, 'valid')).toEqual([{ key: 'paid', amount: 1000 }])
  })

  test('stands nothing to be paid once it is over, only what was paid and came back', () => {
    expect(priceSums(trip, 'ended')).toEqual([])
    expect(priceSums({ ...trip, paid: 300 }, 'ended')).toEqual([{ key: 'paid', amount: 300 }])
    expect(priceSums({ ...trip, paid: 300, refunded: 150 }, 'ended')).toEqual([
      { key: 'paid', amount: 300 },
      { key: 'refunded', amount: 150 },
    ])
  })
})
