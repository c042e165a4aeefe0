import { expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { BY_HAND, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'

// What a company takes for a day and a child seat is less than half of one euro, or of 1,000 toman.
const { db } = await testDatabase()
await loadFleet(db)
await db.updateTable('currency').set({ irt_per_unit: 40_000 }).where('id', '=', 2).execute()
await db.updateTable('company').set({ child_seat_price: 16_000 }).where('id', '=', TOMAN.company).execute()
await db.updateTable('company').set({ currency_id: 2, child_seat_price: 1 }).where('id', '=', BY_HAND.company).execute()
for (const [{ ad }, price] of [[TOMAN, 16_000] as const, [BY_HAND, 1] as const])
  await db.updateTable('ad').set({ p1: price, p3: price, p7: price }).where('id', '=', ad).execute()
const visitor = (await testApi({ db, now: '2026-11-23T05:30:00Z' })).as({ language: 'en' })
const { id: _, ...TIME } = RENTAL

test.each([
  { currency: 'EUR', least: 100, found: [TOMAN.ad, BY_HAND.ad] },
  { currency: 'IRT', least: 1000, found: [BY_HAND.ad] },
] as const)(
  'a price that rounds to nothing is one step in lists, on pages and in bills, in $currency',
  async ({ currency, least, found }) => {
    const query = { currency, ordering: 'cheapest' as const, size: 100 }
    const { results } = await visitor.ads.search({ query, body: { ...TIME, from: least, to: least } })
    expect(results.map(({ id }) => id).sort()).toEqual(found)
    for (const { id, price } of results) {
      expect(price).toMatchObject({ per_day: least, total: 3 * least })
      expect((await visitor.ads.read({ id, currency })).extras.child_seat).toBe(least)
      const place = { id: id === TOMAN.ad ? 11 : 21 }
      const bill = await visitor.reservations.price({
        ...{ ...TIME, id, currency, receive_address: place, return_address: place, child_seat_count: 1 },
      })
      expect(bill.lines.map(({ kind, unit }) => [kind, unit])).toEqual([
        ['rent', least],
        ['child_seat', least],
      ])
    }
  },
)
