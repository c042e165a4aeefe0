import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { csvOf } from '#app/rules/text/csv.ts'
import { type ZippedFile, zipFiles } from '#app/rules/text/zip-files.server.ts'
import { EXPORT_LISTS, type ExportList } from './lists.ts'

const AT_ONCE = 1000
/** Of one list; the index says where one was cut. */
const ROWS_MAX = 200_000

/** All that is the company's, as it was at one moment: a CSV file for each list, and an index with their rows. */
export const exportData = api.company.settings.exportData.handler(async ({ context }) => {
  const { deps, company } = context
  const now = deps.now()
  await noteReading(context, { subject: 'company', key: String(company), call: 'POST /desk/export/' })
  const packed = await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => zipFiles(filesOf(tx, company), now))
  const day = now.toISOString().slice(0, 10)
  return new File([packed], `company-${company}-${day}.zip`, { type: 'application/zip' })
})

async function* filesOf(db: Kysely<DB>, company: number): AsyncGenerator<ZippedFile> {
  const index: string[][] = [['file', 'rows', 'complete']]
  for (const list of EXPORT_LISTS) {
    const counted = { rows: 0, complete: true }
    yield { name: `${list.name}.csv`, parts: partsOf(db, { company, list, counted }) }
    index.push([`${list.name}.csv`, String(counted.rows), counted.complete ? 'yes' : 'no'])
  }
  yield { name: 'index.csv', parts: one(csvOf(index)) }
}

async function* one(text: string) {
  yield text
}

interface Counted {
  rows: number
  complete: boolean
}

/** The list's heading, then its rows from key to key. */
async function* partsOf(
  db: Kysely<DB>,
  { company, list, counted }: { company: number; list: ExportList; counted: Counted },
): AsyncGenerator<string> {
  yield csvOf([list.columns])
  let after: unknown
  while (counted.complete) {
    const since = after === undefined ? sql`true` : sql`key > ${after}`
    const { rows } = await sql<Record<string, unknown>>`
      select * from (${list.query(company)}) list where ${since} order by key limit ${AT_ONCE}`.execute(db)
    if (rows.length === 0) return
    after = rows.at(-1)?.key
    counted.rows += rows.length
    // Without the mark at the beginning of a file.
    yield csvOf(rows.map((row) => list.columns.map((column) => cellOf(row[column])))).slice(1)
    if (rows.length < AT_ONCE) return
    counted.complete = counted.rows < ROWS_MAX
  }
}

const cellOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))
