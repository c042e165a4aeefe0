import { expect, test } from 'vitest'
import { limit } from '#app/api/call/limits.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const CONNECTIONS = 2

const { db, limits } = await testDatabase({ poolSize: CONNECTIONS })

test('calls that hold all connections count their limits on others, instead of waiting for each other', async () => {
  const counting = (bucket: string) =>
    db.transaction().execute(async (tx) => {
      await limit({ db: tx, limitsDb: limits, now: () => new Date(0) }, bucket, 10, 60)
      throw new Error('refused')
    })
  const calls = await Promise.allSettled(Array.from({ length: 2 * CONNECTIONS }, () => counting('at once')))
  expect(calls.map((call) => call.status === 'rejected' && call.reason.message)).toEqual(calls.map(() => 'refused'))
  expect(await db.selectFrom('rate_count').select('count').execute()).toEqual([{ count: calls.length }])
})
