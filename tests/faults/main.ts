import { rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { busyness, reportSection } from '../bench/report.ts'
import { missedRows, printSection, type Row } from '../bench/table.ts'
import { PREPARED } from '../support/server/database/prepared-data.ts'
import { measureBankFails } from './bank-fails.ts'
import { measureClockJumps } from './clock-jumps.ts'
import { measureCutAfterCommit } from './cut-after-commit.ts'
import { measureFullDisk } from './full-disk.ts'
import { measureKills } from './kills.ts'
import { measureMemory } from './memory.ts'
import { measureOpenFiles } from './open-files.ts'
import { measureOverload } from './overload.ts'
import { measureSilence } from './silence.ts'
import { measureSmsAway } from './sms-away.ts'
import { measureSummerTime } from './summer-time.ts'

/**
 * `npm run faults`: what becomes of the product's work when its process or its database is killed, stops answering, or has more to do than it
 * can. `npm run faults -- --minutes 10 kills` runs only the sections with one of these words in their titles, for so long each.
 */
const words = process.argv.slice(2).map((word) => word.toLowerCase())
const at = words.indexOf('--minutes')
const minutes = at === -1 ? 1 : Number(words.splice(at, 2)[1])
const isRun = (title: string) => words.length === 0 || words.some((word) => title.toLowerCase().includes(word))
if (!(minutes > 0)) throw new Error('--minutes: must be a number of minutes')

// Child processes are ended and folders removed at exit, also at this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
process.on('exit', () => rmSync(PREPARED, { recursive: true, force: true }))
console.log(`${new Date().toISOString()}, ${cpus().length} cores, ${cpus()[0]?.model}`)

await section('Random kills of site and database under load', () => measureKills({ minutes }))
await section('The database is silent for 30 s', measureSilence)
await section('Answers to commits are cut off', () => measureCutAfterCommit({ seconds: 60 * minutes, least: 20 }))
await section('The clock jumps', measureClockJumps)
await section('Clocks change to winter and to summer time', measureSummerTime)
await section('The bank is slow, fails, lies and answers twice', measureBankFails)
await section('SMS providers are away', measureSmsAway)
await section('The disk is full', () => measureFullDisk({ seconds: 10 }))
await section('Three times as many requests as it can answer', measureOverload)
await section('No more files can be opened', measureOpenFiles)
await section('Memory under mixed load', () => measureMemory({ minutes }))

const missed = missedRows()
console.log(missed.length === 0 ? '\nEverything held.' : `\nMissed: ${missed.join('; ')}.`)
process.exit(missed.length === 0 ? 0 : 1)

/** Runs and prints a section; one that breaks counts as missed, and the others follow. */
async function section(title: string, measure: () => Promise<Row[]>) {
  if (!isRun(title)) return
  const busy = busyness()
  const rows = await measure().catch((error: Error): Row[] => [
    { what: title, value: 'broke', budget: error.message.slice(0, 400), met: false },
  ])
  printSection(title, rows)
  reportSection(title, rows, busy)
}
