import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { databaseBeside } from '#app/db/embedded/beside.ts'
import { EXTENSIONS } from '#app/db/embedded/create.ts'
import { type Embedded, openEmbedded } from '#app/db/embedded/open.ts'
import { nameActor } from './actor.ts'
import { codeOf } from './error-code.ts'
import { parsers } from './parsers.ts'
import { withPulse } from './pulse.ts'
import type { DB } from './schema.ts'

/**
 * An open database at `url`. `close` ends the pool and, where we started it, the server. `beside` makes another database of an
 * embedded server, and returns its address.
 */
export type Database = {
  db: Kysely<DB>
  pool: pg.Pool
  url: string
  beside?: ((name: string) => Promise<string>) | undefined
  close(): Promise<void>
}

type Log = (line: string) => void

type Options = {
  /** A server of its own; without it the embedded one of `dataDir` is started or joined. */
  databaseUrl?: string
  dataDir: string
  log: Log
  /** The most connections (default 10). */
  poolSize?: number
  /** The time in which a healthy server answers a new connection; longer on a busy machine. */
  answersWithinMs?: number
}

/** A statement that runs longer is cancelled: a page that nobody waits for any more must not hold a connection. Source: *ours*. */
const STATEMENT_TIMEOUT_MS = 15_000
/**
 * How long to wait for a connection, also for one of the pool: two hundred people who want one vehicle are served one
 * after the other, and none of them may get the error that the database is unavailable. One that is down refuses
 * connections at once, and one that does not answer is detected by `pulse.ts`.
 */
const CONNECT_TIMEOUT_MS = 12_000

/**
 * Opens the database, creates missing extensions, and checks that it can search Persian text. Throws an error of one line
 * when the server cannot be reached or is unsuitable. `migrateToLatest` creates the schema.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  log,
  poolSize = 10,
  answersWithinMs,
}: Options): Promise<Database> {
  const embedded = databaseUrl ? undefined : await openEmbedded({ dataDir, log })
  const url = databaseUrl ?? embedded?.url() ?? ''
  const pool = openPool(url, poolSize, log)
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: withPulse(pool, { url, log, answersWithinMs }),
      onReserveConnection: nameActor,
    }),
  })
  try {
    await createExtensions(db)
    await assertPersianText(db)
  } catch (error) {
    await close(db, embedded)
    throw error
  }
  const beside = embedded && ((name: string) => databaseBeside(embedded, name))
  return { db, pool, url, beside, close: () => close(db, embedded) }
}

/** Opens a pool with our parsers and limits. A dropped idle connection is logged and not fatal. */
export function openPool(url: string, size: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types: parsers,
    max: size,
    application_name: 'savari',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
  })
  pool.on('error', (error) => log(`a database connection was lost: ${error.message}`))
  // The pool handles errors of idle connections only. One that is lost in use fails its query; without this listener it would end the process, too.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function close(db: Kysely<DB>, embedded?: Embedded) {
  await db.destroy()
  await embedded?.stop()
}

async function createExtensions(db: Kysely<DB>) {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${EXTENSIONS}::text[]) as name
    where not exists (select from pg_extension where extname = name)`.execute(db)
  for (const { name } of rows) await createExtension(db, name)
}

async function createExtension(db: Kysely<DB>, name: string) {
  try {
    await sql`create extension if not exists ${sql.id(name)}`.execute(db)
  } catch (cause) {
    const anotherWasFirst = codeOf(cause) === '23505'
    if (anotherWasFirst) return
    const why = cause instanceof Error ? cause.message : String(cause)
    const advice = `As its superuser run: create extension ${name};`
    throw new Error(`The database needs the extension ${name}, which could not be made (${why}). ${advice}`, { cause })
  }
}

/** With the C character type, trigrams of Persian words are empty and search finds nothing. */
async function assertPersianText(db: Kysely<DB>) {
  const { rows } = await sql<{ encoding: string; trigrams: number }>`
    select current_setting('server_encoding') as encoding, cardinality(show_trgm('کیش')) as trigrams`.execute(db)
  const [found] = rows
  if (found?.encoding === 'UTF8' && found.trigrams > 0) return
  throw new Error(
    `The database cannot search Persian text (encoding ${found?.encoding}). Create it anew with UTF-8, e.g. ` +
      `create database savari template template0 encoding 'UTF8' locale 'C.UTF-8';`,
  )
}
