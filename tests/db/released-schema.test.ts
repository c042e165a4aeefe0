import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { requiredStep } from '#app/db/connection/oldest-release.ts'
import { COMPANY_ADDED } from '#app/db/migrations/0940-companies-of-charges.ts'
import { migrations } from '#app/db/migrations/index.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { sampleDriver } from '../bench/sample-driver.ts'
import { asAdmin } from '../support/server/database/database-setup.ts'
import { narrowedSince, type SchemaFacts, schemaFacts } from '../support/server/released/narrowed.ts'
import {
  checkOutReleased,
  hasReleased,
  releasedFilesWith,
  releasedMigrations,
} from '../support/server/released/released.ts'

if (!hasReleased) console.warn('Skipped: the history of this copy lacks the commit of deploy/released.json.')

/**
 * What a step takes from the release before although that runs beside it, each with the reason why it does not notice:
 * `{ 'account.nickname is gone': 'nothing has read it since 0.3' }`.
 */
const ACCEPTED: Record<string, string> = {
  ...Object.fromEntries(
    Object.keys(COMPANY_ADDED).flatMap((table) => [
      [`constraint ${table}_reservation of ${table} is new`, 'it holds what the former reference held'],
      [`trigger ${table}_of_company of ${table} is new`, 'it fills in what the release does not know'],
    ]),
  ),
  'constraint wallet_payout_has_company of wallet_payout is new': 'the trigger fills it in',
}

const silent = () => {}

async function openEmpty(name: string) {
  const server = inject('testServer')
  const database = `${server.base}_${name}`
  await asAdmin(server, (admin) => admin.query(`create database ${database} template template0 ${server.making}`))
  const url = server.appUrl.replace('DATABASE', database)
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '', log: silent, poolSize: 2 })
  onTestFinished(async () => {
    await close()
    await asAdmin(server, (admin) => admin.query(`drop database if exists ${database} with (force)`))
  })
  return { db, url }
}

test('no step since the release takes or narrows what its code uses', async () => {
  const { db } = await openEmpty('released_schema')
  await migrateToLatest(db, silent, releasedMigrations)
  const before = await schemaFacts(db)
  expect(before.columns.size).toBeGreaterThan(500)
  expect(before.limits.size).toBeGreaterThan(200)
  await migrateToLatest(db, silent)
  const narrowed = narrowedSince(before, await schemaFacts(db))
  expect(narrowed.filter((line) => !(line in ACCEPTED))).toEqual([])
  expect(Object.keys(ACCEPTED).filter((line) => !narrowed.includes(line))).toEqual([])
  // Of releases before that one nobody knows whether they notice: they must not be started any more. That one must.
  const required = await requiredStep(db)
  expect(isSayingWhoMayRun(narrowed, required), 'a step takes something away without `requireRelease`').toBe(true)
  expect((required ?? '') <= (Object.keys(releasedMigrations).at(-1) ?? '')).toBe(true)
})

/** Whether steps that take something away say which release a database that lacks it still serves. */
function isSayingWhoMayRun(narrowed: string[], required: string | undefined): boolean {
  const taken =
    / is gone$|\S was .+ and is |must have a value now$|has no default any more$|cannot be written any more$/
  return required !== undefined || !narrowed.some((line) => taken.test(line))
}

test('a step that takes something away must say which release may still run', () => {
  for (const line of [
    'account.fullname is gone',
    'account.city was text and is character varying(10)',
    'account.city must have a value now',
  ]) {
    expect(isSayingWhoMayRun([line], undefined)).toBe(false)
    expect(isSayingWhoMayRun([line], '0936-companies-of-what-hangs')).toBe(true)
  }
  expect(isSayingWhoMayRun(['trigger ad_unit_group of ad is new'], undefined)).toBe(true)
})

test.skipIf(!hasReleased)('a column that is accepted as gone is named nowhere in the release', () => {
  const gone = Object.keys(ACCEPTED).flatMap((line) => /^\w+\.(\w+) is gone$/.exec(line)?.[1] ?? [])
  expect(gone.filter((column) => releasedFilesWith(column).length > 0)).toEqual([])
  // What the release does name is found.
  expect(releasedFilesWith('fullname').length).toBeGreaterThan(5)
})

const CHANGES: [string, string, string[]][] = [
  ['a dropped column', 'alter table account drop column fullname cascade', ['account.fullname is gone']],
  ['a renamed column', 'alter table account rename column fullname to full_name', ['account.fullname is gone']],
  [
    'another type',
    'alter table account alter column city type varchar(10)',
    ['account.city was text and is character varying(10)'],
  ],
  [
    'a value that is required',
    'alter table account alter column city set not null',
    ['account.city must have a value now'],
  ],
  [
    'a default that is gone',
    'alter table account alter column language drop default',
    ['account.language has no default any more'],
  ],
  [
    'a new column that old inserts leave out',
    'alter table account add column colour text not null',
    ['account.colour is new and must have a value'],
  ],
  [
    'a new check',
    `alter table account add constraint own_check check (city <> 'Atlantis')`,
    ['constraint own_check of account is new'],
  ],
  [
    'a new unique index',
    'create unique index one_city on account (city, id)',
    ['unique index one_city of account is new'],
  ],
  ['a dropped table', 'drop table recent_search cascade', ['recent_search.']],
]

test.each(CHANGES)('%s is found', async (_, statement, expected) => {
  const found = await afterwards(statement)
  for (const line of expected) expect(found.join('\n')).toContain(line)
})

test('what old code does not notice is not reported', async () => {
  const found = await afterwards(`alter table account add column colour text, add column size int not null default 5;
    create table palette (colour text primary key); create index account_colour on account (colour);
    alter table account alter column fullname set default 'nobody'`)
  expect(found).toEqual([])
})

/** What a statement would narrow; it is rolled back. */
async function afterwards(statement: string): Promise<string[]> {
  const db = await migrated()
  const before = await schemaFacts(db)
  let after: SchemaFacts | undefined
  const changing = db.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx)
    after = await schemaFacts(tx)
    throw new Error('undone')
  })
  await expect(changing).rejects.toThrow('undone')
  return narrowedSince(before, after!)
}

async function migrated() {
  const server = inject('testServer')
  const { db, close } = await openDatabase({
    ...{ databaseUrl: server.appUrl.replace('DATABASE', server.base), dataDir: '', log: silent, poolSize: 2 },
  })
  onTestFinished(close)
  return db
}

test.skipIf(!hasReleased)(
  'a process of the release goes on beside one of this version',
  { timeout: 240_000 },
  async () => {
    const { folder, remove } = checkOutReleased()
    onTestFinished(remove)
    const { db, url } = await openEmpty('beside')
    const old = await serve(folder, url)
    const before = await searched(old.origin)
    expect(before.length).toBeGreaterThan(2)
    await migrateToLatest(db, silent)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
    const current = await serve(process.cwd(), url)

    await reserve(old.origin, before[0]!.id, 1)
    await reserve(current.origin, before[1]!.id, 2)
    for (const origin of [old.origin, current.origin]) {
      for (const { id } of before.slice(0, 2)) expect((await reserving(origin, id, 3)).status).toBe(409)
      expect((await fetch(`${origin}/api/status/`)).status).toBe(200)
    }
    const free = async (origin: string) => (await searched(origin)).map(({ id }) => id)
    await expect.poll(() => free(old.origin), { timeout: 30_000 }).not.toContain(before[0]!.id)
    expect((await free(current.origin)).toSorted()).toEqual((await free(old.origin)).toSorted())
    for (const { output } of [old, current]) expect(output()).not.toContain('"event":"error"')
  },
)

const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)
const during = { start_date: day(40), start_time: '10:00', end_date: day(44), end_time: '10:00' }

async function searched(origin: string): Promise<{ id: number }[]> {
  const answer = await post(`${origin}/api/business/rent/ad/search/?size=50`, {
    city: 1061,
    categories: [2],
    ...during,
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { results: { id: number }[] }).results
}

const reserving = (origin: string, ad: number, person: number) =>
  post(`${origin}/api/v2/rentals/${ad}/reserve/`, { ...during, ...sampleDriver(person) })

async function reserve(origin: string, ad: number, person: number): Promise<void> {
  const answer = await reserving(origin, ad, person)
  expect(answer.status, await answer.text()).toBeLessThan(300)
}

function post(url: string, body: object) {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

/** Serves the API of the sources in a folder. */
async function serve(folder: string, databaseUrl: string): Promise<{ origin: string; output: () => string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'savari-beside-'))
  const script = folder === process.cwd() ? 'tests/support/server/released/serve-api.ts' : 'serve-api.ts'
  const child = spawn(process.execPath, ['--import', './scripts/tsx-hooks.mjs', script], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      MODE: 'demonstration',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      BANK_PORT: '0',
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      text += piece
    })
  }
  onTestFinished(() => end(child, dataDir))
  const port = () => /"event":"port","port":(\d+)/.exec(text)?.[1]
  await expect.poll(() => port() ?? child.exitCode, { timeout: 120_000, message: 'the process starts' }).not.toBeNull()
  if (!port()) throw new Error(`it did not start:\n${text}`)
  return { origin: `http://127.0.0.1:${port()}`, output: () => text }
}

function end(child: ChildProcess, dataDir: string): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => {
      rmSync(dataDir, { recursive: true, force: true })
      resolve()
    })
    if (child.exitCode !== null) child.emit('exit')
    child.kill('SIGKILL')
  })
}
