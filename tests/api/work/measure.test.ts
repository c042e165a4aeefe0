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

test('the age of the last good backup is measured, and a failed one does not count', async () => {
  const { db } = database
  const ageOf = async () => (await measureProduct(database)).find(({ name }) => name === 'savari_backup_age_seconds')
  expect(await ageOf()).toBeUndefined()
  const run = { kind: 'BACKUP', seconds: 1, details: '{}' }
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await db
    .insertInto('backup_run')
    .values({ ...run, ended_at: ago(5), succeeded: true })
    .execute()
  await db
    .insertInto('backup_run')
    .values({ ...run, ended_at: ago(1), succeeded: false })
    .execute()
  const age = await ageOf()
  expect(age?.labels).toEqual({ kind: 'BACKUP' })
  expect(Math.round((age?.value ?? 0) / 3600)).toBe(5)
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
