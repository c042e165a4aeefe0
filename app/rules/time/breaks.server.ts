import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long others of a process wait for a loop at most, in milliseconds. Source: quality.md, "Server". */
const LONGEST_MS = 8

/** For long loops to call at each step: it answers a promise when it is time to let others go first, else undefined, which costs nothing. */
export function createBreaks(): () => Promise<void> | undefined {
  let started = performance.now()
  return () => {
    if (performance.now() - started < LONGEST_MS) return undefined
    return nextTurn().then(() => {
      started = performance.now()
    })
  }
}
