import type { Browser } from '@playwright/test'

/** A connection as in Chromium's presets: delay of each request, and bytes per second. */
export interface Line {
  name: string
  latency: number
  bytesPerSecond: number
}

export const SLOW_LINE: Line = { name: 'Slow 3G', latency: 400, bytesPerSecond: 50_000 }
export const FAST_LINE: Line = { name: 'Fast 3G', latency: 150, bytesPerSecond: 200_000 }
export const LAUNCH = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking']

const CPU_SLOWDOWN = 4

/** A page on a phone 412 px wide with a quarter of this machine's CPU speed, a slow connection and an empty cache. */
export async function onSlowPhone(browser: Browser, { latency, bytesPerSecond }: Line) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 915 },
    deviceScaleFactor: 2,
    hasTouch: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return { context, page, session }
}
