import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, measured, type Row, spread } from '../bench/table.ts'
import { until } from '../support/server/cluster/program.ts'
import { isReady } from './machine.ts'
import { underWork } from './work.ts'

/** Source: issue 21, E. */
const READY_WITHIN_MS = 5000
const [SHORTEST_MS, LONGEST_MS] = [2000, 8000]

/** Kills the site or its database at random moments, and starts the site again at once. */
export function measureKills({ minutes }: { minutes: number }): Promise<Row[]> {
  return underWork(async ({ machine }) => {
    const site: number[] = []
    const database: number[] = []
    const end = Date.now() + minutes * 60_000
    while (Date.now() < end) {
      await sleep(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS))
      if (Math.random() < 0.6) {
        await machine.killSite()
        site.push(await machine.startSite())
      } else {
        machine.killDatabase()
        const killed = performance.now()
        await sleep(50)
        await until(() => isReady(machine.origin), { everyMs: 20, describe: machine.output })
        database.push(performance.now() - killed)
      }
    }
    await sleep(SHORTEST_MS)
    return [
      measured('kills of the site', site.length, ''),
      measured('kills of the database', database.length, ''),
      ...(site.length
        ? [atMost('ready after a kill of the site, slowest', spread(site).slowest, READY_WITHIN_MS, 'ms')]
        : []),
      ...(database.length
        ? [atMost('ready after a kill of the database, slowest', spread(database).slowest, READY_WITHIN_MS, 'ms')]
        : []),
    ]
  })
}
