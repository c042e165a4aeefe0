import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { from as copyFrom } from 'pg-copy-streams'
import { openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { migrations } from '#app/db/migrations/index.ts'
import { postgresProgram } from './programs.ts'
import { type DatabaseFacts, loginOf } from './snapshot.ts'
import { type CopiedTable, copiedColumns } from './tables.ts'

/** Takes the parts of a dump in their order. `end` makes them valid; without it nothing of them may be used. */
export type Loader = {
  load: (part: string, bytes: Readable) => Promise<void>
  end: () => Promise<void>
  abort: () => Promise<void>
}

/** The migrations of the backup that this version of the program does not know: it is older than the backup. */
export function unknownMigrations({ migrations: names }: Pick<DatabaseFacts, 'migrations'>): string[] {
  return names.filter((name) => !(name in migrations))
}

/** Loads a dump into the empty database at `url`. Throws an error of one line where it cannot. */
export async function openLoader(url: string, facts: DatabaseFacts): Promise<Loader> {
  return facts.means === 'pg_dump' ? restoreWith(url, facts) : copyInto(url, facts)
}

async function restoreWith(url: string, { version }: DatabaseFacts): Promise<Loader> {
  const program = await postgresProgram('pg_restore', version)
  if (!program) throw new Error(`The backup needs pg_restore of PostgreSQL ${Math.floor(version / 10_000)} or later.`)
  const { address, env } = loginOf(url)
  return {
    async load(_, bytes) {
      const options = ['--no-owner', '--no-acl', '--exit-on-error', '--single-transaction', `--dbname=${address}`]
      const child = spawn(program, options, { stdio: ['pipe', 'ignore', 'pipe'], env })
      let said = ''
      child.stderr.on('data', (text) => {
        said += text
      })
      const ended = once(child, 'close')
      // What it says is of more use than that the pipe broke.
      const [sent] = await Promise.allSettled([pipeline(bytes, child.stdin), ended])
      const [status] = await ended
      if (status !== 0) throw new Error(`pg_restore failed (${status}): ${said.trim()}`)
      if (sent.status === 'rejected') throw sent.reason
    },
    async end() {},
    async abort() {},
  }
}

async function copyInto(url: string, facts: DatabaseFacts): Promise<Loader> {
  await makeSchema(url, facts)
  const client = new pg.Client({ connectionString: url, application_name: 'savari-restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await loaderOf(client, facts)
  } catch (error) {
    await client.end()
    throw error
  }
}

async function loaderOf(client: pg.Client, facts: DatabaseFacts): Promise<Loader> {
  await client.query('begin')
  const addKeys = await dropForeignKeys(client)
  const own = facts.tables.filter(({ name }) => name.startsWith('public.')).map(({ name }) => name)
  for (const name of own) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${own.join(', ')} restart identity`)
  const hasQueue = await makeQueue(client, facts.queue)
  const tables = new Map(facts.tables.map((table) => [table.name, table]))
  return {
    async load(part, bytes) {
      if (hasQueue || !part.startsWith('pgboss.')) return copyTable(client, tables.get(part), bytes)
      bytes.resume()
      await finished(bytes)
    },
    async end() {
      for (const [name, value] of Object.entries(facts.sequences))
        await client.query('select setval($1::regclass, $2)', [`public.${client.escapeIdentifier(name)}`, value])
      for (const name of own) await client.query(`alter table ${name} enable trigger user`)
      for (const statement of addKeys) await client.query(statement)
      await client.query('commit')
      await client.query('analyze')
      await client.end()
    },
    abort: () => client.end(),
  }
}

/** The schema as it was then: later migrations run when the program starts on it. */
async function makeSchema(url: string, facts: DatabaseFacts) {
  const silent = () => {}
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '', log: silent, poolSize: 1 })
  const then = Object.entries(migrations).filter(([name]) => facts.migrations.includes(name))
  try {
    await migrateToLatest(db, silent, Object.fromEntries(then))
  } finally {
    await close()
  }
}

/** Tables refer to each other in circles, so no order satisfies all. Returns the statements that add the keys again, and check them. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ remove: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  for (const { remove } of rows) await client.query(remove)
  return rows.map(({ add }) => add)
}

/**
 * The queue's own schema, if its version is the one of the backup. Otherwise its jobs are left out, and the process makes the schema when
 * it starts; what is overdue is found by the job that runs each minute.
 */
async function makeQueue(client: pg.Client, version: number | null): Promise<boolean> {
  if (version === null) return false
  await client.query('savepoint queue')
  await client.query(getConstructionPlans('pgboss').replace(/^\s*(BEGIN|COMMIT);\s*$/gim, ''))
  // The statements above set limits for a short transaction, and this one is long.
  for (const limit of ['statement', 'lock', 'idle_in_transaction_session'])
    await client.query(`set local ${limit}_timeout = 0`)
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  if (rows[0]?.version === version) return true
  await client.query('rollback to savepoint queue')
  return false
}

async function copyTable(client: pg.Client, table: CopiedTable | undefined, bytes: Readable) {
  if (!table) throw new Error('The backup has a table that its description does not name.')
  const target = client.query(copyFrom(`copy ${table.name} (${copiedColumns(table)}) from stdin`))
  await pipeline(bytes, createGunzip(), new PassThrough(), target)
}
