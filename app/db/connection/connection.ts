import { Kysely, type LogEvent, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { databaseBeside } from '#app/db/embedded/beside.ts'
import { EXTENSIONS } from '#app/db/embedded/create.ts'
import { openEmbedded } from '#app/db/embedded/open.ts'
import { noteQuerySpan } from '#app/db/queries/query-span.ts'
import { createSlowQueries, type SlowQueries, type SlowQueryOptions } from '#app/db/queries/slow-queries.ts'
import { isTracing } from '#app/tracing/spans.ts'
import { nameActors } from './actor.ts'
import { codeOf } from './error-code.ts'
import { parsers } from './parsers.ts'
import { isPooled } from './pooled.ts'
import { withPulse } from './pulse.ts'
import type { DB } from './schema.ts'

/**
 * An open database. `session` and `url` are for what needs one connection throughout (migrations, LISTEN, jobs): behind a pool of
 * transactions, `db` takes another one for each. `limits` counts tries, for calls that hold a connection of `db` already: were these its last ones,
 * all would wait for each other. `close` ends the pools and, where we started it, the server. `beside` makes
 * another database of an embedded server, and returns its address.
 */
export type Database = {
  db: Kysely<DB>
  session: Kysely<DB>
  limits: Kysely<DB>
  pool: pg.Pool
  url: string
  slowQueries?: SlowQueries | undefined
  /** What notes each statement, for further connections to the same data. */
  noteQuery?: NoteQuery | undefined
  beside?: ((name: string) => Promise<string>) | undefined
  close(): Promise<void>
}

type Log = (line: string) => void
type NoteQuery = (event: LogEvent) => void

type Options = {
  /** A server of its own; without it the embedded one of `dataDir` is started or joined. */
  databaseUrl?: string | undefined
  /** The same database without the pool of transactions (PgBouncer) that is at `databaseUrl`. */
  sessionUrl?: string | undefined
  dataDir: string
  log: Log
  /** The most connections (default 10). */
  poolSize?: number
  /** The time in which a healthy server answers a new connection; longer on a busy machine. */
  answersWithinMs?: number
  /** Reports statements that take long; without it none are. */
  slowQuery?: SlowQueryOptions | undefined
}

/** A statement that runs longer is cancelled: a page that nobody waits for any more must not hold a connection. Source: *ours*. */
const STATEMENT_TIMEOUT_MS = 15_000
/**
 * How long to wait for a connection, also for one of the pool: two hundred people who want one vehicle are served one
 * after the other, and none of them may get the error that the database is unavailable. One that is down refuses
 * connections at once, and one that does not answer is detected by `pulse.ts`.
 */
const CONNECT_TIMEOUT_MS = 12_000

const LIMITS_CONNECTIONS = 2

/** Of each connection. Compiling a statement of a site takes longer than running it, up to seconds, but a server does so unless it is configured otherwise. */
const SETTINGS = { jit: 'off' }
/** The same for connections that others open. */
export const CONNECTION_OPTIONS = optionsOf(SETTINGS)

/**
 * Opens the database, creates missing extensions, and checks that it can search Persian text. Throws an error of one line
 * when the server cannot be reached or is unsuitable. `migrateToLatest` creates the schema.
 */
export async function openDatabase({
  databaseUrl,
  sessionUrl,
  dataDir,
  log,
  poolSize = 10,
  answersWithinMs,
  slowQuery,
}: Options): Promise<Database> {
  const embedded = databaseUrl ? undefined : await openEmbedded({ dataDir, log })
  const pooledUrl = databaseUrl ?? embedded?.url() ?? ''
  const url = sessionUrl ?? pooledUrl
  const pool = openPool(pooledUrl, poolSize, log, { isBehindPool: sessionUrl !== undefined })
  const sessionPool = sessionUrl === undefined ? pool : openPool(sessionUrl, 1, log)
  const slowQueries = slowQuery && createSlowQueries(slowQuery, sessionPool)
  const noteQuery = bothOf(slowQueries?.note, isTracing() ? noteQuerySpan : undefined)
  const db = kyselyOn(withPulse(pool, { url: pooledUrl, sessionUrl, log, answersWithinMs }), noteQuery)
  const session = sessionUrl === undefined ? db : kyselyOn(sessionPool)
  const limits = openLimits(url, { log, answersWithinMs })
  const close = async () => {
    await Promise.all([db, session, limits].map((each) => each.destroy()))
    await embedded?.stop()
  }
  try {
    await assertSession(url, sessionUrl === undefined)
    await createExtensions(session)
    await assertPersianText(db)
    if (sessionUrl !== undefined) await warnOfPoolSettings(db, log)
  } catch (error) {
    await close()
    throw error
  }
  const beside = embedded && ((name: string) => databaseBeside(embedded, name))
  return { db, session, limits, pool, url, slowQueries, noteQuery, beside, close }
}

function bothOf(one: NoteQuery | undefined, other: NoteQuery | undefined): NoteQuery | undefined {
  if (!one || !other) return one ?? other
  return (event) => {
    one(event)
    other(event)
  }
}

function kyselyOn(pool: PostgresPool, log?: NoteQuery): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool, onCreateConnection: nameActors }), ...(log && { log }) })
}

/** Counts need not survive a crash of the database, so none waits for the disk or for a standby. */
function openLimits(url: string, { log, answersWithinMs }: Pick<Options, 'log' | 'answersWithinMs'>): Kysely<DB> {
  const pool = openPool(url, LIMITS_CONNECTIONS, log, { settings: { synchronous_commit: 'off' } })
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: withPulse(pool, { url, log, answersWithinMs }) }) })
}

/**
 * Opens a pool with our parsers and limits. A dropped idle connection is logged and not fatal. A pool of transactions refuses
 * limits at the start of a connection, so behind one they are set there.
 * @param options.isOfReplica whether the server may be a standby
 */
export function openPool(
  url: string,
  size: number,
  log: Log,
  {
    isBehindPool = false,
    isOfReplica = false,
    settings = {},
  }: { isBehindPool?: boolean; isOfReplica?: boolean; settings?: Record<string, string> } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types: parsers,
    max: size,
    application_name: 'savari',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(!isBehindPool && {
      options: optionsOf({ ...SETTINGS, ...settings }),
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
    }),
    ...(!isBehindPool && !isOfReplica && { onConnect: assertPrimary }),
  })
  pool.on('error', (error) => log(`a database connection was lost: ${error.message}`))
  // The pool handles errors of idle connections only. One that is lost in use fails its query; without this listener it would end the process, too.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function optionsOf(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

/** Has a code that `isDatabaseAway` knows: callers answer 503, and a retry may work. That of a write on a replica would be another error. */
class ReadOnlyServer extends Error {
  readonly code = '57P03'
  constructor() {
    super('the database server is a standby, which only reads')
  }
}

/**
 * Refuses a connection to a former primary. For a moment after it has become a standby a balancer still leads there, and what it had written without
 * its standby, which the next primary does not have, could be read and acknowledged. Existing connections ended when it became one.
 * Behind a pool of transactions the pool does this (`deploy/pgbouncer`).
 */
async function assertPrimary(client: pg.ClientBase) {
  const question = { text: 'select pg_is_in_recovery() as is_standby', query_timeout: CONNECT_TIMEOUT_MS }
  const { rows } = await client.query<{ is_standby: boolean }>(question)
  if (rows[0]?.is_standby) throw new ReadOnlyServer()
}

/** Sessions that a pool shares out lose what they listen to and hold locks for others, so such an address is refused. */
async function assertSession(url: string, isOnlyAddress: boolean) {
  if (!(await isPooled(url))) return
  throw new Error(
    isOnlyAddress
      ? 'DATABASE_URL leads to a pool of connections (PgBouncer). Set DATABASE_SESSION_URL to the database without it.'
      : 'DATABASE_SESSION_URL leads to a pool of connections, too: it must be the address of the database itself.',
  )
}

/** Nothing else would end a statement that runs for ever. */
async function warnOfPoolSettings(db: Kysely<DB>, log: Log) {
  const { rows } = await sql<{ limit: string; jit: string }>`
    select current_setting('statement_timeout') as limit, current_setting('jit') as jit`.execute(db)
  const advise = (setting: string) => log(`the pool's connections ${setting} for its role or in its connect_query`)
  if (rows[0]?.limit === '0') advise('have no statement_timeout: set one')
  if (rows[0]?.jit === 'on') advise('compile statements, which takes longer than running them: set jit to off')
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
