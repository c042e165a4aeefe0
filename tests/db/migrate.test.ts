import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { ReleaseTooOld, requiredStep, requireRelease } from '#app/db/connection/oldest-release.ts'
import { lastStep, tooOldFor } from '#app/db/connection/too-old.ts'
import { migrations } from '#app/db/migrations/index.ts'
import { asAdmin } from '../support/server/database/database-setup.ts'

const silent = () => {}

/** An empty database, opened twice as two processes would. */
async function openEmptyTwice(name: string) {
  const server = inject('testServer')
  const database = `${server.base}_${name}`
  await asAdmin(server, (admin) => admin.query(`create database ${database} template template0 ${server.making}`))
  const open = async () => {
    const databaseUrl = server.appUrl.replace('DATABASE', database)
    const { db, close } = await openDatabase({ databaseUrl, dataDir: '', log: silent, poolSize: 2 })
    onTestFinished(close)
    return db
  }
  return Promise.all([open(), open()])
}

test('two processes that migrate an empty database at once run each step once', async () => {
  const [one, two] = await openEmptyTwice('at_once')
  const said: string[] = []
  const log = (line: string) => said.push(line)
  await Promise.all([migrateToLatest(one, log), migrateToLatest(two, log)])

  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(one)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  expect(said).toHaveLength(1)
})

test('a failing step is named, and all of its changes and those of its neighbours are rolled back', async () => {
  const [db] = await openEmptyTwice('failing')
  await expect(
    migrateToLatest(db, silent, {
      'a-good': { up: (tx) => tx.schema.createTable('good').addColumn('id', 'integer').execute() },
      'b-bad': { up: (tx) => tx.schema.dropTable('never_was').execute() },
    }),
  ).rejects.toThrow('Migration b-bad failed: table "never_was" does not exist')

  const { rows } = await sql`select to_regclass('good') as good`.execute(db)
  expect(rows).toEqual([{ good: null }])
})

test('a step that must wait behind a long transaction lets the others go on, and is tried again', async () => {
  const [one, two] = await openEmptyTwice('waiting')
  await sql`create table busy_table (id int)`.execute(one)
  const steps = {
    'a-first': { up: (tx: typeof one) => tx.schema.createTable('first').addColumn('id', 'integer').execute() },
    'b-wait': { up: (tx: typeof one) => sql`alter table busy_table add column extra int`.execute(tx).then(() => {}) },
  }
  const said: string[] = []
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isReading, resolve: begin } = Promise.withResolvers<void>()
  const reading = two.transaction().execute(async (tx) => {
    await sql`select * from busy_table`.execute(tx)
    begin()
    await isOver
  })
  await isReading
  const log = (line: string) => {
    said.push(line)
    end()
  }
  await migrateToLatest(one, log, steps, { lockWithinMs: 100, pausesMs: [50, 50, 50, 50] })
  await reading
  expect(said[0]).toContain('Migration b-wait failed: canceling statement due to lock timeout; nothing has changed')
  expect(said.at(-1)).toBe('migrated the database: a-first, b-wait')
  const { rows } = await sql<{ shown: string }>`select current_setting('lock_timeout') as shown`.execute(one)
  expect(rows).toEqual([{ shown: '0' }])
})

test('a lock that never comes ends the start with its reason', async () => {
  const [one, two] = await openEmptyTwice('never')
  await sql`create table busy_table (id int)`.execute(one)
  const step = { up: (tx: typeof one) => sql`drop table busy_table`.execute(tx).then(() => {}) }
  await two.transaction().execute(async (tx) => {
    await sql`select * from busy_table`.execute(tx)
    const migrating = migrateToLatest(one, silent, { 'a-step': step }, { lockWithinMs: 50, pausesMs: [10] })
    await expect(migrating).rejects.toThrow('Migration a-step failed: canceling statement due to lock timeout')
  })
})

test('existing wallets get the amount of their balance that came from a bank', async () => {
  const [db] = await openEmptyTwice('cash')
  const names = Object.keys(migrations)
  const before = names.slice(0, names.indexOf('0261-wallet-payouts'))
  await migrateToLatest(db, silent, Object.fromEntries(before.map((name) => [name, migrations[name]!])))
  await sql`insert into currency (id, code, symbol, name_fa, name_en, name_ar, irt_per_unit)
    values (6, 'IRT', 'T', 'T', 'T', 'T', 1)`.execute(db)
  const account = async (kind: string, owner: string) =>
    (
      await sql<{ id: number }>`insert into ledger_account (kind, owner, currency_id)
        values (${kind}, ${owner}, 6) returning id`.execute(db)
    ).rows[0]?.id ?? 0
  const [old, now, bank, ours] = [
    await account('WALLET', '+989121111111'),
    await account('WALLET', '+989122222222'),
    await account('GATEWAY', 'saman'),
    await account('COMMISSION', 'marketplace'),
  ]
  const post = async (key: string, kind: string, entries: [account: number, amount: number][]) => {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`insert into ledger_transaction (key, kind, at)
        values (${key}, ${kind}, now()) returning id`.execute(tx)
      for (const [id, amount] of entries)
        await sql`insert into ledger_entry (transaction_id, account_id, amount)
          values (${rows[0]?.id}, ${id}, ${amount})`.execute(tx)
    })
  }
  await post('gift', 'CORRECTION', [
    [old, 300],
    [ours, -300],
  ])
  await post('top-up', 'TOP_UP', [
    [old, 1000],
    [bank, -1000],
  ])
  await post('debit', 'WALLET_DEBIT', [
    [old, -500],
    [ours, 500],
  ])
  await post('move', 'WALLET_MOVE', [
    [now, 800],
    [old, -800],
  ])
  await migrateToLatest(db, silent)
  const { rows } =
    await sql`select owner, balance::int, cash::int from ledger_account where kind = 'WALLET' order by id`.execute(db)
  expect(rows).toEqual([
    { owner: '+989121111111', balance: 0, cash: 0 },
    { owner: '+989122222222', balance: 800, cash: 800 },
  ])
})

describe('a step that takes something away', () => {
  const step = (name: string): Migration => ({
    up: (tx) => tx.schema.createTable(name).addColumn('id', 'integer').execute(),
  })
  const NOTES: Migration = {
    up: (tx) => sql`create table note (key text primary key, value text not null)`.execute(tx).then(() => {}),
  }
  const first = { '01-notes': NOTES, '02-wide': step('wide') }
  const second = { ...first, '03-without': step('without') }
  const third: Record<string, Migration> = {
    ...second,
    '04-contract': {
      async up(tx) {
        await tx.schema.dropTable('wide').execute()
        await requireRelease(tx, '03-without')
      },
    },
  }

  test('the release before it may be started again, and one that needs it is refused at once', async () => {
    const [db, other] = await openEmptyTwice('contracted')
    await migrateToLatest(db, silent, second)
    // Only expanded so far: any release may be started.
    await migrateToLatest(other, silent, first)
    await migrateToLatest(db, silent, third)
    await migrateToLatest(other, silent, second)
    await expect(migrateToLatest(other, silent, first)).rejects.toThrow(
      'This release is too old for its database: a later one has removed what it needs. It must know migration 03-without, and its last one is 02-wide.',
    )
    await expect(migrateToLatest(other, silent, first)).rejects.toBeInstanceOf(ReleaseTooOld)
  })

  test('a release that waited while it ran is refused, too', async () => {
    const [db, other] = await openEmptyTwice('contracting')
    await migrateToLatest(db, silent, first)
    const { promise: isContracting, resolve: begin } = Promise.withResolvers<void>()
    const slow: Migration = {
      async up(tx) {
        await third['04-contract']?.up(tx)
        begin()
        await sql`select pg_sleep(0.5)`.execute(tx)
      },
    }
    const migrating = migrateToLatest(db, silent, { ...third, '04-contract': slow })
    await isContracting
    const old = { ...first, '021-own': step('own') }
    await expect(migrateToLatest(other, silent, old)).rejects.toThrow('too old for its database')
    await migrating
  })

  test('the release says so before it opens the database as a whole', async () => {
    const [db] = await openEmptyTwice('contracted_unopened')
    const server = inject('testServer')
    const url = server.appUrl.replace('DATABASE', `${server.base}_contracted_unopened`)
    // A database that nothing has migrated yet.
    expect(await tooOldFor(url)).toBeUndefined()
    await migrateToLatest(db, silent, first)
    expect(await tooOldFor(url)).toBeUndefined()
    await requireRelease(db, lastStep())
    expect(await tooOldFor(url)).toBeUndefined()
    await requireRelease(db, '9999-of-later')
    expect(await tooOldFor(url)).toContain(`must know migration 9999-of-later, and its last one is ${lastStep()}.`)
    expect(await tooOldFor('postgres://nobody@127.0.0.1:1/none')).toBeUndefined()
  })

  test('the last step that it knows by its files is the last of its steps', () => {
    expect(lastStep()).toBe(Object.keys(migrations).sort().at(-1))
  })

  test('what a later one asks for stays', async () => {
    const [db] = await openEmptyTwice('contracted_twice')
    await migrateToLatest(db, silent, third)
    await requireRelease(db, '02-wide')
    expect(await requiredStep(db)).toBe('03-without')
    await requireRelease(db, '04-contract')
    expect(await requiredStep(db)).toBe('04-contract')
  })
})

test('a process starts on the schema of a later version, and leaves it as it is', async () => {
  const [earlier, later] = await openEmptyTwice('later')
  const first = {
    'a-first': { up: (tx: typeof earlier) => tx.schema.createTable('first').addColumn('id', 'integer').execute() },
  }
  const second = {
    'b-second': { up: (tx: typeof earlier) => tx.schema.createTable('second').addColumn('id', 'integer').execute() },
  }
  await migrateToLatest(later, silent, { ...first, ...second })
  const said: string[] = []
  await migrateToLatest(earlier, (line) => said.push(line), first)
  expect(said).toEqual(['a later version has migrated the database: b-second'])
  const { rows } =
    await sql`select name, to_regclass('second') is not null as kept from kysely_migration order by name`.execute(
      earlier,
    )
  expect(rows).toEqual([
    { name: 'a-first', kept: true },
    { name: 'b-second', kept: true },
  ])
})

test('a later version that migrates while an earlier one waits does not stop it', async () => {
  const [earlier, later] = await openEmptyTwice('meanwhile')
  const slow = { up: () => sql`select pg_sleep(0.5)`.execute(later).then(() => {}) }
  const first = { 'a-first': slow }
  const migrating = migrateToLatest(later, silent, { ...first, 'b-second': slow })
  await new Promise((resolve) => setTimeout(resolve, 200))
  await Promise.all([migrating, migrateToLatest(earlier, silent, first)])
})

test('a database with a step in between that this version does not know is refused', async () => {
  const [db] = await openEmptyTwice('between')
  const step = { up: async () => {} }
  await migrateToLatest(db, silent, { 'a-first': step, 'b-second': step, 'c-third': step })
  await expect(migrateToLatest(db, silent, { 'a-first': step, 'c-third': step })).rejects.toThrow('b-second is missing')
})
