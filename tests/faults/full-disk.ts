import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '#app/db/connection/error-code.ts'
import { atLeast, atMost, measured, type Row } from '../bench/table.ts'
import { until } from '../support/server/cluster/program.ts'
import { underWork } from './work.ts'

const SPARE_KB = 60_000
const PIECE_BYTES = 65_536
const BEFORE_MS = 3_000
/** Source: quality.md, "Dependable". */
const BACK_WITHIN_MS = 5_000

/**
 * Fills the disk of files and database under load, and frees it again. Needs root, for a small disk of its own in memory.
 */
export async function measureFullDisk({ seconds }: { seconds: number }): Promise<Row[]> {
  if (process.getuid?.() !== 0) {
    console.log('  Skipped: only root may mount a small disk.')
    return []
  }
  return underWork(
    async ({ machine, workload }) => {
      const filler = join(machine.dataDir, 'filler')
      await sleep(BEFORE_MS)
      const failedBefore = workload.failures.length
      fill(filler)
      await sleep(1000 * seconds)
      const failures = workload.failures.slice(failedBefore)
      const statuses = await Promise.all(
        ['/en/rent/car', '/healthz'].map((path) =>
          fetch(machine.origin + path).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      )
      rmSync(filler)
      const freed = performance.now()
      const written = () => workload.written.find((at) => at > freed)
      await until(written, { withinMs: 60_000, everyMs: 20, describe: machine.output })
      const unclear = failures.filter(({ why }) => why.startsWith('500'))
      for (const { what, why } of unclear.slice(0, 5)) console.log(`  ! ${what}: ${why}`)
      return [
        measured('requests that were refused while it was full', failures.length, ''),
        atMost('of them with 500 instead of 503', unclear.length, 0, ''),
        measured('status of a kept page then', statuses[0] ?? 0, ''),
        atLeast('status of the process then', statuses[1] ?? 0, 200, ''),
        atMost('a write is acknowledged after there is room again', (written() ?? 0) - freed, BACK_WITHIN_MS, 'ms'),
      ]
    },
    {
      async prepare(dataDir) {
        moveToSmallDisk(dataDir)
        return {}
      },
      release: (dataDir) => void execFileSync('umount', ['--lazy', dataDir]),
    },
  )
}

/** A disk in memory that has room for what is there and a little more. */
function moveToSmallDisk(folder: string) {
  const kilobytes = Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0])
  const former = `${folder}-former`
  renameSync(folder, former)
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes + SPARE_KB}k`, 'tmpfs', folder])
  // -a keeps owners and modes, which PostgreSQL checks.
  execFileSync('cp', ['-a', `${former}/.`, folder])
  rmSync(former, { recursive: true })
}

/** Takes all that is left of a disk. */
function fill(path: string) {
  const file = openSync(path, 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(PIECE_BYTES))
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}
