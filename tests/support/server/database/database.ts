import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '#app/db/connection/connection.ts'
import { asAdmin } from './database-setup.ts'

type Options = {
  /** With the demonstration's cities, companies, fleet and reservations in it. */
  demo?: boolean
  /** The most connections (default 10). */
  poolSize?: number
}

/** Long, because tests keep all cores busy: a slow answer does not mean that the server is gone. */
const PATIENT_MS = 10_000

/**
 * A fresh, migrated database for the calling test file, dropped when the file is done. Call it at the file's top level:
 * `const { db } = await testDatabase()`.
 */
export async function testDatabase({ demo = false, poolSize }: Options = {}): Promise<Database> {
  const server = inject('testServer')
  const template = demo ? await demonstrationTemplate() : server.base
  const name = `${server.base}_${randomBytes(6).toString('hex')}`
  await asAdmin(server, (admin) => clone(admin, template, name))
  const opened = await openDatabase({ ...locationOf(name), log: () => {}, poolSize, answersWithinMs: PATIENT_MS })
  const close = async () => {
    await opened.close()
    await asAdmin(server, (admin) => admin.query(`drop database if exists ${name} with (force)`))
  }
  afterAll(close)
  return { ...opened, close: opened.close }
}

/** Created by the first test file that needs it; the others wait. */
async function demonstrationTemplate(): Promise<string> {
  const server = inject('testServer')
  const template = `${server.base}_demo`
  await asAdmin(server, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [template])
    const found = await admin.query('select from pg_database where datname = $1', [template])
    if (found.rowCount) return
    const unfinished = `${template}_unfinished`
    await admin.query(`drop database if exists ${unfinished} with (force)`)
    await clone(admin, server.base, unfinished)
    await loadDemonstrationInto(unfinished)
    await admin.query(`alter database ${unfinished} rename to ${template}`)
  })
  return template
}

async function loadDemonstrationInto(name: string) {
  const { loadDemonstration } = await import('#app/db/demonstration/load.ts')
  const { importContentOnce } = await import('#app/api/content/import/import-content.ts')
  const { db, close } = await openDatabase({ ...locationOf(name), log: () => {} })
  try {
    const now = new Date()
    await loadDemonstration(db, { now })
    await importContentOnce({ db, folder: 'content', name: 'content', now })
  } finally {
    await close()
  }
}

/** As in the embedded server of tests, commits wait for no disk. */
async function clone(admin: Client, template: string, name: string) {
  await admin.query(`create database ${name} template ${template} ${inject('testServer').cloning}`)
  await admin.query(`alter database ${name} set synchronous_commit = off`)
}

function locationOf(name: string) {
  return { databaseUrl: inject('testServer').appUrl.replace('DATABASE', name), dataDir: '' }
}
