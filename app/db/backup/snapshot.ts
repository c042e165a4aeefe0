import { spawn } from 'node:child_process'
import { pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { postgresProgram } from './programs.ts'
import { type CopiedTable, copiedColumns, countRows, countsOfSchema, filesOfRows, tablesToCopy } from './tables.ts'

/** How the database is written: by PostgreSQL's own program, or table by table where there is none of the server's version. */
export type DumpMeans = 'pg_dump' | 'copy'

/** What was in the database at the moment of a backup; the checks of a restore compare with it. */
export type DatabaseFacts = {
  means: DumpMeans
  /** The server's version, as 180004. */
  version: number
  migrations: string[]
  /** Rows of each table of the schema `public`. */
  rows: Record<string, number>
  /** Constraints, indexes and triggers of the schema `public`. */
  schema: Record<string, number>
  /** The next values of sequences, at least those of the snapshot. */
  sequences: Record<string, string>
  /** The version of the queue's own schema; null where no process has started its jobs. */
  queue: number | null
  /** The tables in the order of their parts; empty with `pg_dump`. */
  tables: CopiedTable[]
}

/** One stream of the dump, compressed. */
export type DumpPart = { name: string; read: () => AsyncIterable<Uint8Array> }

export type Snapshot = {
  facts: DatabaseFacts
  parts: DumpPart[]
  /** The keys of the uploaded files that rows name. */
  files: Set<string>
  close: () => Promise<void>
}

/**
 * Opens one moment of the database for a dump: a transaction that sees nothing later, from which all counts come and whose
 * snapshot `pg_dump` uses, too. Its parts are read one after the other, and `close` ends it.
 * @param means for tests: without it, `pg_dump` where the program is there and not older than the server
 */
export async function openSnapshot(url: string, { means }: { means?: DumpMeans } = {}): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url, application_name: 'savari-backup' })
  // A connection that is lost fails the statement in use.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    // Rows are counted and copied for longer than a page may wait.
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    return await describe(client, url, means)
  } catch (error) {
    await client.end()
    throw error
  }
}

async function describe(client: pg.Client, url: string, wanted?: DumpMeans): Promise<Snapshot> {
  const version = Number(await firstValue(client, 'show server_version_num'))
  const program = wanted === 'copy' ? undefined : await postgresProgram('pg_dump', version)
  if (wanted === 'pg_dump' && !program) throw new Error('There is no pg_dump of the server’s version.')
  const means = program ? 'pg_dump' : 'copy'
  const queue = await firstValue(client, `select to_regclass('pgboss.version') is not null`)
  const tables = means === 'copy' ? await tablesToCopy(client) : []
  const { rows: migrations } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  const facts: DatabaseFacts = {
    means,
    version,
    migrations: migrations.map(({ name }) => name),
    rows: await countRows(client),
    schema: await countsOfSchema(client),
    sequences: await sequencesOf(client),
    queue: queue ? Number(await firstValue(client, 'select version from pgboss.version')) : null,
    tables,
  }
  const parts = program
    ? [dumpWith(program, url, String(await firstValue(client, 'select pg_export_snapshot()')))]
    : tables.map((table) => copyOf(client, table))
  return { facts, parts, files: await filesOfRows(client), close: () => client.end() }
}

async function firstValue(client: pg.Client, query: string): Promise<unknown> {
  const { rows } = await client.query({ text: query, rowMode: 'array' })
  return rows[0]?.[0]
}

async function sequencesOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

function copyOf(client: pg.Client, table: CopiedTable): DumpPart {
  const source = `select ${copiedColumns(table)} from ${table.name} ${table.only}`
  return {
    name: table.name,
    // An error of either stream ends the other, and is thrown where the parts are read.
    read: () => pipeline(client.query(copyTo(`copy (${source}) to stdout`)), createGzip({ level: 6 }), () => {}),
  }
}

/** The owner and the rights are those of the server that it is restored to; the comments of extensions belong to its superuser. */
const DUMP_OPTIONS = ['--format=custom', '--no-owner', '--no-acl', '--no-comments', '--no-unlogged-table-data']

function dumpWith(program: string, url: string, snapshot: string): DumpPart {
  return { name: 'database.dump', read: () => outputOf(program, [...DUMP_OPTIONS, `--snapshot=${snapshot}`], url) }
}

async function* outputOf(program: string, options: string[], url: string): AsyncGenerator<Uint8Array> {
  const { address, env } = loginOf(url)
  const child = spawn(program, [...options, `--dbname=${address}`], { stdio: ['ignore', 'pipe', 'pipe'], env })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  // It is awaited below, after the last byte.
  ended.catch(() => {})
  let isRead = false
  try {
    yield* child.stdout
    isRead = true
  } finally {
    if (!isRead) child.kill()
  }
  const status = await ended
  if (status !== 0) throw new Error(`pg_dump failed (${status}): ${said.trim()}`)
}

/** Stands for the host that an address of a socket lacks, without which it is no URL. */
const NO_HOST = 'no-host.invalid'

/**
 * An address without its password, which would be in the list of processes, and the environment that has it, with what PostgreSQL's
 * programs read there: `PG…`, and HOME for `.pgpass` and certificates.
 */
export function loginOf(url: string): { address: string; env: Record<string, string | undefined> } {
  const login = new URL(url.replace(/^(\w+:\/\/(?:[^/@?]*@)?)(?=[/?]|$)/, `$1${NO_HOST}`))
  const inQuery = login.searchParams.get('password')
  const password = inQuery ?? (decodeURIComponent(login.password) || undefined)
  login.password = ''
  if (inQuery !== null) {
    login.searchParams.delete('password')
    // PostgreSQL reads a plus as itself.
    login.search = login.search.replaceAll('+', '%20')
  }
  const given = Object.entries(process.env).filter(([name]) => /^(PATH|HOME|PG[A-Z]+)$/.test(name))
  return {
    address: login.href.replace(NO_HOST, ''),
    env: { ...Object.fromEntries(given), ...(password !== undefined && { PGPASSWORD: password }) },
  }
}
