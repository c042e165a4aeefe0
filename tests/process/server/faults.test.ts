import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { measureCutAfterCommit } from '../../faults/cut-after-commit.ts'
import { measureFullDisk } from '../../faults/full-disk.ts'
import { isReady } from '../../faults/machine.ts'
import { measureSmsAway } from '../../faults/sms-away.ts'
import { underWork } from '../../faults/work.ts'
import { until } from '../../support/server/cluster/program.ts'

const WORK_MS = 3000

const SHORT_S = 3

/** The short form of `npm run faults`, which also measures how soon everything is back. */
test('site and database are killed under load: nothing that was acknowledged is lost or doubled, and the books are right', async () => {
  test.setTimeout(240_000)
  const rows = underWork(async ({ machine, workload }) => {
    for (const kill of [machine.killSite, machine.killDatabase, machine.killSite]) {
      await sleep(WORK_MS)
      await kill()
      if (kill === machine.killSite) await machine.startSite()
      else await until(() => isReady(machine.origin), { withinMs: 60_000, describe: machine.output })
      const back = workload.written.length
      await until(() => workload.written.length > back + 2, { withinMs: 60_000, describe: machine.output })
    }
    return []
  })
  expect(await missed(rows)).toEqual([])
})

test('answers to commits are cut off: what was committed is answered when it is sent again, and done once', async () => {
  test.setTimeout(120_000)
  expect(await missed(measureCutAfterCommit({ seconds: SHORT_S, least: 3 }))).toEqual([])
})

test('the disk is full: what writes is refused in words, and done again once there is room', async () => {
  test.setTimeout(120_000)
  expect(await missed(measureFullDisk({ seconds: SHORT_S }))).toEqual([])
})

test('SMS providers are away: the next one sends the codes, or the first that is back, each once', async () => {
  test.setTimeout(180_000)
  expect(await missed(measureSmsAway())).toEqual([])
})

async function missed(rows: ReturnType<typeof measureFullDisk>) {
  return (await rows).filter(({ met }) => met === false)
}
