import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, type Row } from '../bench/table.ts'
import { freezeDatabase } from '../support/server/process/freeze.ts'
import { underWork } from './work.ts'

const SILENT_MS = 30_000
const BEFORE_MS = 3000
/** Source: quality.md, "Dependable". */
const BACK_WITHIN_MS = 5000

/** The database's processes get no time for 30 s, as on a machine that hangs or behind a network that drops everything. */
export function measureSilence(): Promise<Row[]> {
  return underWork(async ({ machine, workload }) => {
    await sleep(BEFORE_MS)
    const thaw = freezeDatabase(machine.dataDir)
    await sleep(SILENT_MS)
    thaw()
    const thawed = performance.now()
    await sleep(2 * BACK_WITHIN_MS)
    const back = workload.written.find((at) => at > thawed) ?? Number.POSITIVE_INFINITY
    return [atMost('a write is acknowledged after the database answers again', back - thawed, BACK_WITHIN_MS, 'ms')]
  })
}
