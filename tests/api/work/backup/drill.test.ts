import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { backUp } from '#app/api/work/backup/back-up.ts'
import { drill } from '#app/api/work/backup/drill.ts'
import { restore } from '#app/api/work/backup/restore.ts'
import { startJobs } from '#app/api/work/jobs.ts'
import { postgresProgram } from '#app/db/backup/programs.ts'
import { filesOfRows, isEmptyDatabase } from '#app/db/backup/tables.ts'
import { openBackupPlace } from '#app/providers/backup/place.ts'
import { createDiskFileStore } from '#app/providers/files/files.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { asAdmin } from '../../../support/server/database/database-setup.ts'
import { startS3 } from '../../../support/server/simulators/s3-server.ts'

const { db, url, pool } = await testDatabase({ demo: true })
const { rows: versions } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db)
const hasProgram = await postgresProgram('pg_dump', Number(versions[0]?.server_version_num))
const key = await generateX25519Identity()

// A document of a ticket, as people upload them.
await sql`insert into attachment (id, purpose, name, type, bytes, file_key, created_at)
  values ('a-document-with-a-long-id', 'TICKET', 'a.pdf', 'application/pdf', 2000, 'attachments/a-document', now())`.execute(
  db,
)

/** A store in which every file is that a row of the demonstration names. */
const uploads = createDiskFileStore(await temporaryFolder())
for (const name of await filesOfRows(pool)) await uploads.put(name, randomBytes(2000))
await uploads.put('empty/file', new Uint8Array())

// A job that waits, as in a site at work.
const jobs = await startJobs<{ greet: { name: string } }>({ url, handlers: { greet: async () => {} }, log: () => {} })
await db
  .transaction()
  .execute((tx) => jobs.send(tx, 'greet', { name: 'later' }, { startAfter: new Date('2100-01-01') }))
await jobs.stop()

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'))
  onTestFinishedOrFile(folder)
  return folder
}

function onTestFinishedOrFile(folder: string) {
  try {
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
  } catch {
    process.on('exit', () => rm(folder, { recursive: true, force: true }))
  }
}

async function sideDatabase(): Promise<string> {
  const server = inject('testServer')
  const name = `${server.base}_side_${randomBytes(4).toString('hex')}`
  await asAdmin(server, (admin) => admin.query(`create database ${name} template template0 ${server.making}`))
  onTestFinished(async () => {
    await asAdmin(server, (admin) => admin.query(`drop database if exists ${name} with (force)`))
  })
  return server.appUrl.replace('DATABASE', name)
}

/** One row for each value of the database that a restore must bring back, whatever the table. */
async function contents(address: string): Promise<Record<string, string>> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relpersistence <> 'u' and relname not like 'kysely%' order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    const hashed = await client.query(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
    )
    found[name] = hashed.rows[0].hash
  }
  const sequences = await client.query(
    `select sequencename, last_value::text from pg_sequences where schemaname = 'public' order by 1`,
  )
  found.sequences = JSON.stringify(sequences.rows)
  found.jobs = JSON.stringify(
    (await client.query(`select name, data from pgboss.job where name = 'greet' order by id`)).rows,
  )
  await client.end()
  return found
}

const MEANS = ['copy', ...(hasProgram ? (['pg_dump'] as const) : [])] as const

for (const means of MEANS) {
  test(`a backup by ${means} is restored beside the old database, row for row, and passes every check`, async () => {
    const place = openBackupPlace({ kind: 'folder', folder: await temporaryFolder() })
    const written = await backUp({ url, files: uploads, place, key, keep: 3, now: new Date(), means })
    expect(written.missing).toEqual([])

    const to = await sideDatabase()
    const files = createDiskFileStore(await temporaryFolder())
    const report = await restore({ open: () => place.read(written.name), key, to, files })
    expect(report.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(report.means).toBe(means)
    expect(await contents(to)).toEqual(await contents(url))
    for await (const name of uploads.keys()) expect(await files.get(name)).toEqual(await uploads.get(name))
  }, 120_000)
}

const refusals = openBackupPlace({ kind: 'folder', folder: await temporaryFolder() })
const { name: backup } = await backUp({ url, files: uploads, place: refusals, key, keep: 3, now: new Date() })
const bytes = await buffer(await refusals.read(backup))

async function restoring(content: Buffer, options: { key?: string; to?: string } = {}) {
  return restore({ open: async () => Readable.from([content]), key, to: await sideDatabase(), ...options })
}

test('another key, and the public half of the key, are refused', async () => {
  await expect(restoring(bytes, { key: await generateX25519Identity() })).rejects.toThrow('for another key')
  await expect(restoring(bytes, { key: await identityToRecipient(key) })).rejects.toThrow('must be the secret key')
})

test('a backup that was cut off or changed anywhere is refused, and leaves the target empty', async () => {
  const cut = bytes.subarray(0, -200)
  const changed = Buffer.from(bytes)
  changed[Math.floor(bytes.length / 2)]! ^= 1
  for (const damaged of [cut, bytes.subarray(0, bytes.length / 2), changed]) {
    const to = await sideDatabase()
    await expect(restoring(damaged, { to })).rejects.toThrow('changed or cut off')
    const client = new pg.Client(to)
    await client.connect()
    expect(await isEmptyDatabase(client)).toBe(true)
    await client.end()
  }
})

test('a database with something in it is refused', async () => {
  await expect(restoring(bytes, { to: url })).rejects.toThrow('not empty')
})

test('a backup for the public half of a key is read with the secret one', async () => {
  const place = openBackupPlace({ kind: 'folder', folder: await temporaryFolder() })
  const only = createDiskFileStore(await temporaryFolder())
  const { name, missing } = await backUp({
    ...{ url, place, keep: 1, now: new Date(), files: only },
    key: await identityToRecipient(key),
  })
  // Its store is empty, so every file that a row names is missing, and the backup says so.
  expect(missing.length).toBeGreaterThan(0)
  const report = await restore({ open: () => place.read(name), key, to: await sideDatabase() })
  expect(report.checks.filter(({ ok }) => !ok).map(({ found }) => found)).toEqual([String(missing.length)])
}, 120_000)

test('a bucket keeps backups in parts, and only the newest ones stay', async () => {
  const s3 = await startS3()
  onTestFinished(s3.close)
  const place = openBackupPlace({ kind: 's3', s3: s3.settings, prefix: 'savari/' })
  async function* large() {
    for (let part = 0; part < 20; part++) yield randomBytes(2 ** 20)
  }
  expect(await place.write('other.txt', large())).toBe(20 * 2 ** 20)
  const days = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 10, day)))
  const names = []
  for (const now of days) names.push((await backUp({ url, files: uploads, place, key, keep: 2, now })).name)
  expect((await place.names()).sort()).toEqual(['other.txt', ...names.slice(1)].sort())
  const read = await buffer(await place.read(names[2]!))
  expect(read.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
}, 120_000)

test('a drill removes its database, and what a killed one has left; that of one at work stays', async () => {
  const server = inject('testServer')
  const [left, used] = [1, 2].map(() => `savari_drill_${randomBytes(6).toString('hex')}`) as [string, string]
  for (const name of [left, used]) await asAdmin(server, (admin) => admin.query(`create database ${name}`))
  const client = new pg.Client(new URL(used, server.adminUrl).href)
  await client.connect()
  const report = await drill({ place: refusals, key, serverUrl: server.adminUrl })
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([])
  const { rows } = await client.query('select datname from pg_database where datname in ($1, $2)', [left, used])
  expect(rows).toEqual([{ datname: used }])
  await client.end()
  await asAdmin(server, (admin) => admin.query(`drop database ${used} with (force)`))
}, 120_000)

test('old backups that cannot be removed are no reason to lose the new one, and files of others are not in it', async () => {
  const folder = openBackupPlace({ kind: 'folder', folder: await temporaryFolder() })
  await folder.write('savari-2020-01-01T00-00-00Z.tar.age', Readable.from([Buffer.from('old')]))
  const place = { ...folder, remove: () => Promise.reject(new Error('Locked until 2030')) }
  async function* keys() {
    yield* uploads.keys()
    yield 'a folder of others/file (1)'
  }
  const files = { ...uploads, keys }
  const written = await backUp({ url, files, place, key, keep: 1, now: new Date() })
  expect(written).toMatchObject({ notRemoved: 'Locked until 2030', missing: [] })
  expect(await place.names()).toContain(written.name)
}, 120_000)

test.skipIf(spawnSync('age', ['--version']).error)(
  'the tools age and tar read a backup, without this program',
  async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'key'), key)
    await writeFile(join(folder, 'backup'), bytes)
    const listed = spawnSync(
      'sh',
      [
        '-c',
        'age --decrypt --identity key backup | tar --extract && sha256sum --check --quiet files.sha256.piece000001',
      ],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(listed).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(await readFile(join(folder, 'about.json'), 'utf8')).format).toBe(1)
  },
)

test('the command restores a file, prints its report and says how to swap; into the same database again it refuses', async () => {
  const file = join(await temporaryFolder(), 'backup.age')
  await writeFile(file, bytes)
  const to = await sideDatabase()
  const env = { ...process.env, MODE: 'test', BACKUP_KEY: key, BACKUP_TO: '' }
  const command = () =>
    spawnSync(process.execPath, ['scripts/data/restore.ts', '--from', file, '--to', to], { env, encoding: 'utf8' })
  const first = command()
  expect(first).toMatchObject({ status: 0, stderr: '' })
  expect(first.stdout).toMatch(/^ok {5}rows of each table: \d+$/m)
  expect(first.stdout).toContain('To swap: stop every process of the site')
  expect(command()).toMatchObject({ status: 1, stderr: expect.stringContaining('The database is not empty') })
}, 120_000)
