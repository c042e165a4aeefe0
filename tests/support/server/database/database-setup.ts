import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { openEmbedded } from '#app/db/embedded/open.ts'
import { memoryFolder } from '../process/memory-folder.ts'

/** What all test files of a run share: a server, and the migrated database that they clone. */
export type TestServer = {
  /** May create and drop databases. */
  adminUrl: string
  /** The address by which the site connects, with DATABASE in place of the database's name. */
  appUrl: string
  /** The options of `create database`, for the first database and for its clones. */
  making: string
  cloning: string
  /** The name of the migrated database, and the prefix of all other databases of this run. */
  base: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

const CARELESS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }

/** Starts a server (or uses TEST_DATABASE_URL's), creates the base database and removes everything at the end. */
export default async function setup(project: TestProject) {
  const external = process.env.TEST_DATABASE_URL
  const base = `savari_test_${randomBytes(4).toString('hex')}`
  const { stop, ...found } = external ? await serverAt(external, base) : await startServer()
  const server = { ...found, base }
  await makeBase(server)
  project.provide('testServer', server)
  return async () => {
    if (external) await dropAll(server)
    await stop()
  }
}

async function serverAt(address: string, base: string) {
  const url = new URL(address)
  url.pathname = '/DATABASE'
  const adminUrl = address
  const space = await asAdmin({ adminUrl }, (admin) => makeTablespace(admin, base))
  const making = `encoding 'UTF8' locale 'C.UTF-8' ${space.option}`
  const stop = () => asAdmin({ adminUrl }, space.remove)
  return { adminUrl, appUrl: url.href, making, cloning: space.option, stop }
}

/**
 * Where the server is on this machine and lets us, it keeps the tests' databases in memory: each has more than a thousand
 * files, and making and removing them on a disk takes a fifth of the processor's time of all API tests.
 */
async function makeTablespace(admin: pg.Client, name: string) {
  const parent = memoryFolder()
  const none = { option: '', remove: async () => {} }
  if (!parent) return none
  const folder = path.join(parent, name)
  const removeFolder = () => fs.rm(folder, { recursive: true, force: true })
  try {
    const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
    const { uid, gid } = await fs.stat(rows[0]?.data_directory ?? '')
    await fs.mkdir(folder)
    await fs.chown(folder, uid, gid)
    await admin.query(`create tablespace ${name} location '${folder}'`)
  } catch {
    // A server on another machine, or one whose folders are not ours to see.
    await removeFolder()
    return none
  }
  const remove = async (admin: pg.Client) => {
    await admin.query(`drop tablespace ${name}`)
    await removeFolder()
  }
  return { option: `tablespace ${name}`, remove }
}

async function startServer() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'savari-tests-'))
  await fs.chmod(folder, 0o755)
  const server = await openEmbedded({ dataDir: folder, settings: CARELESS, log: () => {} })
  return {
    adminUrl: server.superuserUrl(),
    appUrl: server.url('DATABASE'),
    making: 'owner app',
    cloning: 'owner app strategy file_copy',
    async stop() {
      await server.stop()
      await fs.rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeBase(server: TestServer) {
  await asAdmin(server, (admin) => admin.query(`create database ${server.base} template template0 ${server.making}`))
  const databaseUrl = server.appUrl.replace('DATABASE', server.base)
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '', log: () => {}, poolSize: 1 })
  await migrateToLatest(db, () => {})
  await close()
}

async function dropAll(server: TestServer) {
  await asAdmin(server, async (admin) => {
    const all = 'select datname from pg_database where starts_with(datname, $1)'
    const { rows } = await admin.query<{ datname: string }>(all, [server.base])
    for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`)
  })
}

/** Runs `work` on a connection of its own that may create and drop databases. */
export async function asAdmin<Result>(
  { adminUrl }: Pick<TestServer, 'adminUrl'>,
  work: (admin: pg.Client) => Promise<Result>,
) {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
