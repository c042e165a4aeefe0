import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balanceOf, cashOf, post } from '#app/api/books/ledger.ts'
import { testApi } from '../../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL } from '../../../support/api/fleet.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)

test('the amount that can be paid out never exceeds what banks paid in, whatever happens to wallet and reservation', async () => {
  const reservation = (await site.as().reservations.reserve({ ...RENTAL, ...DRIVER })).id
  let count = 0
  const total = new Map<string, { brought: number; cash: number }>()
  const step = fc.record({
    kind: fc.constantFrom('TOP_UP', 'CORRECTION', 'WALLET_DEBIT', 'WALLET_RETURN', 'REFUND', 'PAYMENT'),
    amount: fc.integer({ min: 1, max: 999 }),
    booked: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const phone = `+98912${String(5_000_000 + count++)}`
      let brought = 0
      for (const { kind, amount, booked } of steps) {
        const held = await balanceOf(db, { kind: 'WALLET', owner: phone, currency: 'IRT' })
        const out = kind === 'WALLET_DEBIT'
        if (out && held === 0) continue
        const moved = out ? -Math.min(held, amount) : amount
        const bank = kind === 'TOP_UP' || kind === 'PAYMENT'
        if (bank) brought += amount
        const owner = bank
          ? ({ kind: 'GATEWAY', owner: 'saman' } as const)
          : ({ kind: 'COMMISSION', owner: 'marketplace' } as const)
        const receiver =
          kind === 'PAYMENT'
            ? ({ kind: 'COMMISSION', owner: 'marketplace' } as const)
            : ({ kind: 'WALLET', owner: phone } as const)
        await db.transaction().execute((tx) =>
          post(tx, {
            ...{ key: `test life ${count++}`, kind, currency: 'IRT', at: site.clock.now() },
            ...((booked || kind === 'PAYMENT') && kind !== 'TOP_UP' && { reservation }),
            entries: [
              { ...receiver, amount: moved },
              { ...owner, amount: -moved },
            ],
          }),
        )
        const cash = await cashOf(db, { wallet: phone, currency: 'IRT' })
        expect(cash).toBeGreaterThanOrEqual(0)
        expect(cash).toBeLessThanOrEqual(await balanceOf(db, { kind: 'WALLET', owner: phone, currency: 'IRT' }))
        total.set(phone, { brought, cash })
        const all = [...total.values()]
        expect(all.reduce((sum, each) => sum + each.cash, 0)).toBeLessThanOrEqual(
          all.reduce((sum, each) => sum + each.brought, 0),
        )
      }
    }),
    { numRuns: 15 },
  )
})
