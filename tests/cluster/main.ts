import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { parsers } from '#app/db/connection/parsers.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { missedRows, printSection, type Row } from '../bench/table.ts'
import { keepTemporaryFilesInMemory } from '../support/server/process/memory-folder.ts'
import { ETCD_CUT, ETCD_KILLED } from './etcd-lost.ts'
import { FAULTS, measureFault } from './faults.ts'
import { PARTITIONS } from './partitions.ts'
import { REDIS_CUT } from './redis-cut.ts'
import { measureShared } from './shared.ts'
import { missingServers, startCluster } from './start-cluster.ts'

/**
 * `npm run test:cluster`: the product on many machines, each a process of this one, and what becomes of its work when some are lost.
 * `npm run test:cluster primary site` runs only the sections with one of these words in their titles, `--short` those that `npm test` has,
 * and `--results FILE` writes how many of the rows with a budget met it, and which missed it.
 */
const { values: options, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false }, results: { type: 'string' } },
  allowPositionals: true,
})
const words = positionals.map((word) => word.toLowerCase())
const isRun = (title: string) => words.length === 0 || words.some((word) => title.toLowerCase().includes(word))
const counts = { passed: 0, failed: 0, skipped: 0 }

const missing = missingServers()
if (missing.length > 0) {
  console.log(
    `Skipped: this machine has no ${missing.join(', ')} (apt-get install --no-install-recommends ${missing.join(' ')}).`,
  )
  writeResults({ ...counts, skipped: 1 }, [])
  process.exit(0)
}
// Child processes and folders are ended and removed at exit, also at this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
keepTemporaryFilesInMemory()

console.log(`${new Date().toISOString()}, ${cpus().length} cores, ${cpus()[0]?.model}`)
const cluster = await startCluster((line) => console.log(`  ${line}`))
// What makes vehicles for tests connects there.
process.env.DATABASE_URL = cluster.databaseUrl
// Without limits of time: the books are read as a whole, on a machine that does many other things.
const pool = new pg.Pool({ connectionString: cluster.databaseUrl, types: parsers, max: 2 })
pool.on('error', () => {})
pool.on('connect', (client) => client.on('error', () => {}))
const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
try {
  await section('What all processes share', () => measureShared(cluster, db))
  const faults = [...FAULTS, ...ETCD_KILLED, ...(cluster.network.cut ? [...PARTITIONS, ...ETCD_CUT, ...REDIS_CUT] : [])]
  for (const fault of faults.filter(({ isInShort }) => isInShort || !options.short))
    await section(`Under load: ${fault.title}`, () => measureFault(fault, { cluster, db }))
  if (!cluster.network.cut && !options.short)
    console.log('\nSkipped: nothing can be cut off without network namespaces (root on Linux).')
} finally {
  await db.destroy()
  await cluster.stop()
}
const missed = missedRows()
console.log(missed.length === 0 ? '\nEverything held.' : `\nMissed: ${missed.join('; ')}.`)
writeResults(counts, missed)
process.exit(missed.length === 0 ? 0 : 1)

/** Runs and prints a section; one that breaks counts as missed, and the others follow. */
async function section(title: string, measure: () => Promise<Row[]>) {
  if (!isRun(title)) return
  const rows = await measure().catch(({ message }: Error): Row[] => {
    console.log(`    ${message}`)
    return [{ what: title, value: 'broke', met: false }]
  })
  printSection(title, rows)
  for (const { met } of rows) if (met !== undefined) counts[met ? 'passed' : 'failed']++
}

function writeResults(results: typeof counts, missed: readonly string[]) {
  if (options.results) writeFileSync(options.results, JSON.stringify({ ...results, missed }))
}
