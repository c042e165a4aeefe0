import { execFileSync } from 'node:child_process'
import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { programAt, programFolder } from '../support/server/cluster/program.ts'

export type Whose = 'site' | 'machine'

/** A clock for programs, which jumps under them while they run. Their monotonic clock, by which timers go, stays as on a real machine. */
export type OwnClock = {
  now: () => Date
  /** By how many seconds it is ahead of the real one. */
  ahead: () => number
  /** Sets it this many seconds ahead of the real clock; they read it at their next look. */
  jumpTo: (seconds: number) => void
  /** The environment of a site that has this clock, alone or together with the database that it starts. */
  settings: (whose: Whose) => Record<string, string>
  remove: () => void
}

/** Makes a clock with `faketime`; undefined where that is not installed. */
export function ownClock(): OwnClock | undefined {
  const faketime = programAt('faketime')
  const library = faketime && libraryOf(faketime)
  if (!library) return undefined
  const { folder, remove } = programFolder('clock')
  chmodSync(folder, 0o755)
  const offset = join(folder, 'offset')
  let ahead = 0
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: offset,
    FAKETIME_NO_CACHE: '1',
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  const clock: OwnClock = {
    now: () => new Date(Date.now() + 1000 * ahead),
    ahead: () => ahead,
    jumpTo(seconds) {
      writeFileSync(`${offset}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
      // At once, so that nobody reads half a number.
      renameSync(`${offset}.new`, offset)
      ahead = seconds
    },
    settings: (whose) => (whose === 'site' ? environment : { ...environment, PATH: withShell() }),
    remove,
  }
  clock.jumpTo(0)
  return clock

  /** The site gives its database an environment of the database's own, but starts it by the first `sh` in its path. */
  function withShell() {
    const lines = Object.entries(environment).map(([name, value]) => `export ${name}='${value}'`)
    writeFileSync(join(folder, 'sh'), ['#!/bin/sh', ...lines, 'exec /bin/sh "$@"', ''].join('\n'), { mode: 0o755 })
    return [folder, process.env.PATH].join(delimiter)
  }
}

/** The library that `faketime` loads into programs, as it names it itself. */
function libraryOf(faketime: string): string | undefined {
  const shown = execFileSync(faketime, ['-m', '-f', '+0', 'env'], { encoding: 'utf8' })
  return /^LD_PRELOAD=(.+)$/m.exec(shown)?.[1]
}
