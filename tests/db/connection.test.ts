import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#app/db/connection/connection.ts'
import { testDatabase } from '../support/server/database/database.ts'

const { db, pool, url } = await testDatabase()

async function valueFor<Value>(expression: string): Promise<Value> {
  const { rows } = await sql<{ value: Value }>`select ${sql.raw(expression)} as value`.execute(db)
  return rows[0]!.value
}

test('counts and money arrive as numbers, also in arrays', async () => {
  expect(await valueFor('9007199254740991::int8')).toBe(9007199254740991)
  expect(await valueFor('array[1, null, -2]::int8[]')).toEqual([1, null, -2])
  expect(await valueFor('(select sum(n) from generate_series(1, 4) n)')).toBe(10)
})

test('decimals arrive as numbers', async () => {
  expect(await valueFor('4.35::numeric')).toBe(4.35)
  expect(await valueFor('array[0.5, null]::numeric[]')).toEqual([0.5, null])
})

test('a number that JavaScript cannot represent exactly is refused', async () => {
  await expect(valueFor('9007199254740993::int8')).rejects.toThrow('9007199254740993')
  await expect(valueFor(`'NaN'::numeric`)).rejects.toThrow('NaN')
})

test('a date stays a text, an instant is a Date', async () => {
  expect(await valueFor(`'2026-03-21'::date`)).toBe('2026-03-21')
  expect(await valueFor(`array['2026-03-21'::date]`)).toEqual(['2026-03-21'])
  expect(await valueFor(`'2026-03-21 00:00+03:30'::timestamptz`)).toEqual(new Date('2026-03-20T20:30:00Z'))
})

test('the site is not a superuser, and owns its tables', async () => {
  const { rows } = await pool.query('select count(*) as tables from pg_tables where tableowner = current_user')
  expect(rows[0].tables).toBeGreaterThan(10)
})

test('a connection that the server drops is replaced', async () => {
  await expect(valueFor('pg_terminate_backend(pg_backend_pid())')).rejects.toThrow('terminat')
  await expect.poll(() => valueFor('1').catch(() => 'not yet')).toBe(1)
})

test('a statement that nobody waits for any more is cancelled', async () => {
  expect(await valueFor(`current_setting('statement_timeout')`)).toBe('15s')
})

test('no statement is compiled, though the server would', async () => {
  await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set jit = on`.execute(db)
  const opened = await openDatabase({ databaseUrl: url, dataDir: '', log: () => {}, poolSize: 1 })
  for (const database of [opened.db, opened.limits]) {
    const { rows } = await sql<{ jit: string }>`show jit`.execute(database)
    expect(rows).toEqual([{ jit: 'off' }])
  }
  await opened.close()
})
