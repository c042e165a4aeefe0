import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { isReady } from '../../faults/machine.ts'
import { underWork } from '../../faults/work.ts'
import { until } from '../../support/server/cluster/program.ts'

const WORK_MS = 3000

/** The short form of `npm run faults`, which also measures how soon everything is back. */
test('site and database are killed under load: nothing that was acknowledged is lost or doubled, and the books are right', async () => {
  test.setTimeout(240_000)
  const rows = await underWork(async ({ machine, workload }) => {
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
  expect(rows.filter(({ met }) => met === false)).toEqual([])
})
