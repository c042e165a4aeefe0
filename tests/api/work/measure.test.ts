import { expect, test } from 'vitest'
import { measureProduct } from '#app/api/work/measure.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const database = await testDatabase({ demo: true })

test('what waits, and that the books of the demonstration balance', async () => {
  const measured = await measureProduct(database)
  const numberOf = (name: string, labels: Record<string, string> = {}) =>
    measured.find((one) => one.name === name && JSON.stringify(one.labels ?? {}) === JSON.stringify(labels))?.value
  expect(numberOf('savari_ledger_unbalanced')).toBe(0)
  expect(numberOf('savari_messages_waiting')).toBeGreaterThanOrEqual(0)
  expect(numberOf('savari_webhooks_waiting')).toBe(0)
  expect(numberOf('savari_reservations_open', { status: 'CONFIRMED' })).toBeGreaterThan(0)
  expect(numberOf('savari_database_connections', { state: 'total' })).toBeGreaterThan(0)
})

test('a transaction that does not add up is found', async () => {
  const { db, pool } = database
  const account = await db.selectFrom('ledger_account').select('id').executeTakeFirstOrThrow()
  const writing = db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('ledger_transaction')
      .values({ at: new Date(), key: 'unbalanced', kind: 'COMMISSION' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('ledger_entry').values({ transaction_id: id, account_id: account.id, amount: 5 }).execute()
    const measured = await measureProduct({ db: tx, pool })
    expect(measured.find(({ name }) => name === 'savari_ledger_unbalanced')?.value).toBe(1)
    throw new Error('undone')
  })
  await expect(writing).rejects.toThrow('undone')
})
