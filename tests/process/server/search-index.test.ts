import { expect, test } from '@playwright/test'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { sampleDriver } from '../../bench/sample-driver.ts'
import { freePort } from '../../support/server/process/free-port.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'

test.setTimeout(180_000)

const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)
const during = { start_date: day(40), start_time: '10:00', end_date: day(44), end_time: '10:00' }

test('each process answers from memory, which soon knows what another one has reserved', async () => {
  const [port, otherPort] = [String(await freePort()), String(await freePort())]
  const here = await startSiteProcess({ METRICS_PORT: port })
  const there = await startSiteProcess({ METRICS_PORT: otherPort, DATA_DIR: here.dataDir })
  try {
    for (const of of [port, otherPort]) await expect.poll(() => metric(of, 'savari_search_index_current'), POLL).toBe(1)
    const before = await searched(there)
    const [first] = before.results
    const answer = await fetch(`${here.origin}/api/v2/rentals/${first?.id}/reserve/`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ ...during, ...sampleDriver(1) }),
    })
    expect(answer.status, await answer.text()).toBeLessThan(300)
    await expect.poll(async () => (await searched(there)).count, POLL).toBe(before.count - 1)
    await expect.poll(() => metric(otherPort, 'savari_searches{from="memory"}'), POLL).toBeGreaterThan(1)
  } finally {
    await there.stop()
    await here.stop()
  }
})

test('a process with SEARCH_INDEX=off asks the database', async () => {
  const port = String(await freePort())
  const site = await startSiteProcess({ METRICS_PORT: port, SEARCH_INDEX: 'off' })
  try {
    expect((await searched(site)).count).toBeGreaterThan(0)
    expect(await metric(port, 'savari_search_index_current')).toBeUndefined()
  } finally {
    await site.stop()
  }
})

/** Metrics are read at most every five seconds. */
const POLL = { timeout: 30_000 }

async function searched({ origin }: SiteProcess): Promise<{ count: number; results: { id: number }[] }> {
  const answer = await fetch(`${origin}/api/business/rent/ad/search/?size=1`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ city: 1061, categories: [2], ...during }),
  })
  return (await answer.json()) as Awaited<ReturnType<typeof searched>>
}

async function metric(port: string, name: string): Promise<number | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}
