import { statfsSync } from 'node:fs'
import { resolve } from 'node:path'

const MEMORY = '/dev/shm'
/** The databases of a run and what browsers keep, with room to spare. A container has 64 MB unless configured otherwise. */
const LEAST_BYTES = 3_000_000_000

/**
 * Lets this process and those that it starts keep temporary files in memory, where the system has a folder for it with
 * room in it: PostgreSQL copies a database there in 27 ms, and on a disk in 480 ms.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!process.env.TMPDIR && freeBytes() > LEAST_BYTES) process.env.TMPDIR = MEMORY
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize
  } catch {
    // Other systems than Linux have none.
    return 0
  }
}

/**
 * Lets the processes that this one starts keep what Node compiled of their modules: a site of a test's own then starts in two
 * thirds of the processor's time.
 */
export function keepCompiledModules(): void {
  process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')
}
