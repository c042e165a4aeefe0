import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { atMost, measured, type Row } from '../bench/table.ts'
import { problemsOf } from '../cluster/history/check-history.ts'
import { startWorkload, type Work, type Workload } from '../cluster/workload.ts'
import { wrongInBooks } from '../support/api/books.ts'
import { siteDatabase } from '../support/server/database/site-connection.ts'
import { type Machine, type MachineOptions, startMachine } from './machine.ts'

export type Under = { machine: Machine; workload: Workload; db: Kysely<DB> }

/**
 * Runs a machine under load, lets something happen to it, and returns the rows of `happen` with what became of the work: whether one order
 * explains all answers that customers got, whether the books are right, and how long no write was acknowledged.
 */
export async function underWork(
  happen: (under: Under) => Promise<Row[]>,
  options: MachineOptions & Work = {},
): Promise<Row[]> {
  const machine = await startMachine(options)
  const db = await siteDatabase(machine.dataDir)
  try {
    const wrongBefore = await again(() => wrongInBooks(db))
    const workload = await startWorkload(machine, db, options)
    const started = performance.now()
    let rows: Row[]
    try {
      rows = await happen({ machine, workload, db })
    } finally {
      await workload.stop()
    }
    const seconds = (performance.now() - started) / 1000
    const { history, written, failures, surprises } = workload
    const problems = [...problemsOf(history), ...surprises]
    const wrong = (await again(() => wrongInBooks(db))).filter((line) => !wrongBefore.includes(line))
    for (const line of [...problems, ...wrong].slice(0, 10)) console.log(`  ! ${line}`)
    return [
      ...rows,
      measured('acknowledged writes', written.length, ''),
      measured('acknowledged writes a second', written.length / seconds, '', 1),
      measured('requests without an answer, or refused with 5xx, then sent again', failures.length, ''),
      measured('longest time without an acknowledged write', longestGap(written), 's', 1),
      atMost('answers that no order explains', problems.length, 0, ''),
      atMost('wrong in the books (ledger, overlaps, doubled payments)', wrong.length, 0, ''),
    ]
  } finally {
    await db.destroy()
    await machine.stop()
  }
}

/** The first question after the database was killed finds a connection that is lost. */
async function again<Result>(ask: () => Promise<Result>): Promise<Result> {
  return ask().catch(ask)
}

function longestGap(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted.reduce((most, time, index) => Math.max(most, time - (sorted[index - 1] ?? time)), 0) / 1000
}
