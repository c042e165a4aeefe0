import { expect, test } from '@playwright/test'
import { startSiteProcess } from '../../support/server/process/site-process.ts'

/** Real gateways, which nobody calls here. */
const SETTINGS = {
  WORKERS: '2',
  GATEWAYS: 'real',
  SAMAN_BASE_URL: 'https://bank.example',
  SAMAN_TERMINAL_ID: '1',
  YEKPAY_REQUEST_URL: 'https://bank.example/request',
  YEKPAY_START_URL: 'https://bank.example/start',
  YEKPAY_VERIFY_URL: 'https://bank.example/verify',
  YEKPAY_MERCHANT_ID: '1',
}

const linesOf = (output: string, event: string) =>
  output
    .split('\n')
    .filter((line) => line.includes(`"${event}"`))
    .map((line) => JSON.parse(line) as { pid?: number; worker?: number })

test('two workers serve one port, and one that dies is started again while the other one answers', async () => {
  test.setTimeout(180_000)
  const site = await startSiteProcess(SETTINGS)
  try {
    const listening = () => linesOf(site.output(), 'listening')
    await expect.poll(() => listening().length, { timeout: 60_000 }).toBe(2)
    const [first] = listening()
    process.kill(first?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => linesOf(site.output(), 'worker ended').length).toBe(1)
    for (let request = 0; request < 20; request++) {
      const answer = await fetch(`${site.origin}/healthz`, { headers: { connection: 'close' } })
      expect(answer.status).toBe(200)
    }
    await expect.poll(() => listening().length, { timeout: 60_000 }).toBe(3)
    expect((await fetch(`${site.origin}/en`)).status).toBe(200)
  } finally {
    await site.stop()
  }
  expect(linesOf(site.output(), 'stopped')).toHaveLength(2)
})
