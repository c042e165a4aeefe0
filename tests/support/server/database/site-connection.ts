import { Kysely, PostgresDialect } from 'kysely'
import { openPool } from '#app/db/connection/connection.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { openEmbedded } from '#app/db/embedded/open.ts'

const opened = new Map<string, Promise<Kysely<DB>>>()

/**
 * The database of the tests' own site, or of the site with another data folder: one connection for each worker, kept
 * until the worker ends. The site is not notified of what is written here; it sees it at its next query.
 */
export function siteDatabase(dataDir = process.env.SITE_DATA_DIR ?? ''): Promise<Kysely<DB>> {
  const known = opened.get(dataDir) ?? open(dataDir)
  opened.set(dataDir, known)
  return known
}

async function open(dataDir: string): Promise<Kysely<DB>> {
  const pool = openPool(await addressOf(dataDir), 1, () => {})
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** Joins the site's embedded PostgreSQL only to learn its address, and leaves it again, so that no test keeps it running. */
async function addressOf(dataDir: string): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL
  const joined = await openEmbedded({ dataDir, log: () => {} })
  await joined.stop()
  return joined.url()
}
