import { setTimeout } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { chromiumHere } from '../../../scripts/chromium.mjs'
import { atMost, type Row } from '../table.ts'
import { LAUNCH, SLOW_LINE } from './slow-phone.ts'

const SLOW = {
  offline: false,
  latency: SLOW_LINE.latency,
  downloadThroughput: SLOW_LINE.bytesPerSecond,
  uploadThroughput: SLOW_LINE.bytesPerSecond,
}

declare global {
  interface Window {
    seen: { lcp: number; cls: number }
  }
}

/** The first view of a page on a phone at 400 kbit/s with 400 ms delay, and what a second visit downloads again. */
export async function measureFirstView(url: string): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: chromiumHere(), args: LAUNCH })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW)
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.addInitScript(() => {
    window.seen = { lcp: 0, cls: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.seen.lcp = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.seen.cls += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const isLoading = new Set<string>()
  session.on('Network.requestWillBeSent', ({ requestId }) => isLoading.add(requestId))
  session.on('Network.loadingFinished', ({ requestId }) => isLoading.delete(requestId))
  session.on('Network.loadingFailed', ({ requestId }) => isLoading.delete(requestId))
  const open = async (address: string) => {
    await page.goto(address)
    while (isLoading.size > 0) await setTimeout(50)
  }
  await open(url)
  const { lcp, cls } = await page.evaluate(() => window.seen)
  const first = bytes
  const fetched = new Set<string>()
  const kept = new Set<string>()
  session.on('Network.responseReceived', ({ response, requestId }) => {
    if (!response.fromDiskCache && /\/(assets|pictures)\//.test(response.url)) fetched.add(requestId)
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => kept.add(requestId))
  await open(`${url}&again=1`)
  await browser.close()
  return [
    atMost('first view at 400 kbit/s: all bytes', first, 170_000, 'bytes'),
    atMost('first view at 400 kbit/s: largest paint', lcp, 2500, 'ms'),
    atMost('first view at 400 kbit/s: layout shift', cls, 0.02, '', 3),
    atMost('repeat view: assets fetched', [...fetched].filter((id) => !kept.has(id)).length, 0, 'files'),
  ]
}
