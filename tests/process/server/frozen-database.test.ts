import { expect, test } from '@playwright/test'
import { freezeDatabase } from '../../support/server/process/freeze.ts'
import { startSiteProcess } from '../../support/server/process/site-process.ts'
import { signedIn } from '../../support/server/signed-in.ts'

test('while the database is frozen, pages answer 503 within 3 s, cached ones are served, and everything recovers', async () => {
  const site = await startSiteProcess()
  try {
    const { cookie } = await signedIn(site, '9120000010')
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const started = performance.now()
      const { status } = await fetch(site.origin + path, { headers: { accept: 'text/html', ...headers } })
      return { status, isQuick: performance.now() - started < 3000 }
    }
    const OWN = ['/en/profile/reservations', '/profile/wallet', '/de/profile/ticketing']
    for (const path of OWN) expect((await ask(path, { cookie })).status, path).toBe(200)
    expect((await ask('/en/rent/car')).status).toBe(200)
    const thaw = freezeDatabase(site.dataDir)
    try {
      const results = '/en/rent/car?city=kish&sort=newest'
      const [fromMemory, ...answers] = await Promise.all([results, ...OWN].map((path) => ask(path, { cookie })))
      expect(answers).toEqual(answers.map(() => ({ status: 503, isQuick: true })))
      expect(fromMemory?.isQuick).toBe(true)
      // Memory answers for five seconds without the database. Each has another highest price, so that no page is kept.
      let highest = 90_000_000
      const other = () => ask(`${results}&to=${++highest}`)
      await expect.poll(other, { timeout: 15_000 }).toEqual({ status: 503, isQuick: true })
      expect(await ask('/en/rent/car')).toEqual({ status: 200, isQuick: true })
      expect(await ask('/healthz')).toEqual({ status: 200, isQuick: true })
      expect(await ask('/readyz')).toEqual({ status: 503, isQuick: true })
    } finally {
      thaw()
    }
    for (const path of OWN) {
      await expect.poll(async () => (await ask(path, { cookie })).status, { timeout: 5000 }).toBe(200)
    }
  } finally {
    await site.stop()
  }
})
