import { beforeAll, describe, expect, test } from 'vitest'
import { balanceOf, type Posting, post } from '#app/api/books/ledger.ts'
import { balances } from '../../support/api/books.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const PHONE = '+989121234567'

beforeAll(() => loadFleet(db))

let count = 0
const posting = (entries: Posting['entries'], change: Partial<Posting> = {}): Posting => {
  count += 1
  return { key: `test ${count}`, kind: 'PAYMENT', currency: 'IRT', at: new Date(), entries, ...change }
}
const posted = (entries: Posting['entries'], change?: Partial<Posting>) =>
  db.transaction().execute((tx) => post(tx, posting(entries, change)))
const walletOf = (owner: string) => balanceOf(db, { kind: 'WALLET', owner, currency: 'IRT' })

describe('the ledger', () => {
  test('keeps each account’s balance as the sum of its entries', async () => {
    await posted([
      { kind: 'GATEWAY', owner: 'saman', amount: -500 },
      { kind: 'WALLET', owner: PHONE, amount: 500 },
    ])
    await posted([
      { kind: 'WALLET', owner: PHONE, amount: -200 },
      { kind: 'PREPAYMENT', owner: 1, amount: 200 },
    ])
    expect(await balances(db)).toEqual({ 'GATEWAY saman': -500, [`WALLET ${PHONE}`]: 300, 'PREPAYMENT 1': 200 })
  })

  test('posts a movement with a key once, however often and concurrently it is sent', async () => {
    const entries = [
      { kind: 'GATEWAY' as const, owner: 'saman', amount: -100 },
      { kind: 'WALLET' as const, owner: '+989120000001', amount: 100 },
    ]
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => posted(entries, { key: 'once' })))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await walletOf('+989120000001')).toBe(100)
  })

  test('refuses a movement that does not balance', async () => {
    await expect(posted([{ kind: 'WALLET', owner: PHONE, amount: 1 }])).rejects.toThrow(RangeError)
    // The database refuses writes that bypass `post`.
    const sneaked = db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('ledger_transaction')
        .values({ key: 'sneaked', kind: 'PAYMENT', at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('ledger_entry').values({ transaction_id: id, account_id: 1, amount: 5 }).execute()
    })
    await expect(sneaked).rejects.toThrow('does not balance')
  })

  test('keeps wallets from falling below zero, even with twenty withdrawals at once', async () => {
    const owner = '+989120000002'
    await posted([
      { kind: 'GATEWAY', owner: 'saman', amount: -1000 },
      { kind: 'WALLET', owner, amount: 1000 },
    ])
    const debit = () =>
      posted([
        { kind: 'WALLET', owner, amount: -300 },
        { kind: 'PREPAYMENT', owner: 1, amount: 300 },
      ])
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, debit))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await walletOf(owner)).toBe(100)
  })

  test('does not change existing entries', async () => {
    await expect(db.updateTable('ledger_entry').set({ amount: 1 }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('ledger_entry').execute()).rejects.toThrow('append-only')
  })

  test('handles concurrent movements of the same accounts without a deadlock', async () => {
    const there = [
      { kind: 'COMPANY' as const, owner: 1, amount: -1 },
      { kind: 'COMPANY' as const, owner: 2, amount: 1 },
    ]
    const back = [...there].reverse().map((entry) => ({ ...entry, amount: -entry.amount }))
    await Promise.all(Array.from({ length: 40 }, (_, index) => posted(index % 2 ? there : back)))
    expect(await balanceOf(db, { kind: 'COMPANY', owner: 1, currency: 'IRT' })).toBe(0)
    expect(await balances(db)).toMatchObject({ 'GATEWAY saman': -1600, 'PREPAYMENT 1': 1100 })
  })
})
