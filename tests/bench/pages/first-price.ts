import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from '@playwright/test'
import { chromiumHere } from '../../../scripts/chromium.mjs'
import { atMost, measured, type Row, spread } from '../table.ts'
import { FAST_LINE, LAUNCH, type Line, onSlowPhone, SLOW_LINE } from './slow-phone.ts'

const RUNS = 5
/** A page whose price is not painted within this time has none. */
const LONGEST_MS = 30_000
const STATIC_BYTES = 15_000
const LINES: { line: Line; budgetMs: number }[] = [
  { line: SLOW_LINE, budgetMs: 1200 },
  { line: FAST_LINE, budgetMs: 900 },
]

/**
 * When the first price of a results page is painted on a slow phone with an empty cache, compared with a static
 * page of 15 kB with inline style: medians of five, measured alternately, so that both run under the same conditions.
 */
export async function measureFirstPrice(url: string): Promise<Row[]> {
  const still = await serveStaticPage()
  const browser = await chromium.launch({ executablePath: chromiumHere(), args: LAUNCH })
  const rows: Row[] = []
  for (const { line, budgetMs } of LINES) {
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let run = 0; run < RUNS; run++) {
      ours.push(await firstPriceOf(browser, url, line))
      theirs.push(await firstPriceOf(browser, still.origin, line))
    }
    const [page, floor] = [spread(ours).median, spread(theirs).median]
    rows.push(
      atMost(`first price, ${line.name}`, page, budgetMs, 'ms'),
      measured(`static page of 15 kB, ${line.name}`, floor, 'ms'),
      measured(`first price in static pages, ${line.name}`, page / floor, 'times', 2),
    )
  }
  await browser.close()
  still.stop()
  return rows
}

/** Milliseconds from the start of the navigation until the browser has painted the first price. */
async function firstPriceOf(browser: Browser, url: string, line: Line): Promise<number> {
  const { context, page } = await onSlowPhone(browser, line)
  await page.addInitScript(() => {
    window.firstPrice = new Promise((resolve) => {
      new PerformanceObserver((list) => {
        const [entry] = list.getEntries() as (PerformanceEntry & { renderTime: number })[]
        if (entry) resolve(entry.renderTime)
      }).observe({ type: 'element', buffered: true })
    })
    new MutationObserver((_, observer) => {
      const price = document.querySelector('.price')
      if (!price) return
      price.setAttribute('elementtiming', 'price')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(url, { waitUntil: 'commit' })
  const painted = await page.evaluate(
    (limit) =>
      Promise.race([
        window.firstPrice,
        new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no price was painted')), limit)),
      ]),
    LONGEST_MS,
  )
  await context.close()
  return painted
}

async function serveStaticPage() {
  const style =
    '<style>body{margin:0;font:16px/1.5 sans-serif}.price{display:block;font-weight:800}li{padding:1rem}</style>'
  const card = (index: number) => `<li><h2>Car ${index}</h2><b class="price">${index}00 €</b></li>`
  const start = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Cars</title>${style}<ul>`
  let cards = ''
  for (let index = 1; start.length + cards.length < STATIC_BYTES; index++) cards += card(index)
  const body = (start + cards).slice(0, STATIC_BYTES)
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}/`, stop: () => server.close() }
}

declare global {
  interface Window {
    firstPrice: Promise<number>
  }
}
