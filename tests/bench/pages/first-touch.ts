import { brotliDecompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { chromiumHere } from '../../../scripts/chromium.mjs'
import { waitingScripts } from '../../support/server/waiting-scripts.ts'
import { ask } from '../load.ts'
import { atMost, measured, type Row, spread } from '../table.ts'
import { FAST_LINE, LAUNCH, onSlowPhone } from './slow-phone.ts'

const SCRIPT_BYTES = 105_000
const RUNS = 3

/**
 * The bytes that a results page downloads on the first touch, and the time until a filter chosen with that touch
 * is applied, on a slow phone and Fast 3G.
 * @param path the results page
 */
export async function measureFirstTouch(origin: string, path: string): Promise<Row[]> {
  const { body } = await ask(origin + path)
  const files = waitingScripts(brotliDecompressSync(body).toString())
  const fetched = new Set<string>()
  const awake: number[] = []
  const applied: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const times = await touch(origin + path, fetched)
    awake.push(times.awake)
    applied.push(times.applied)
  }
  return [
    atMost('first touch: JavaScript', await bytesOf(files, origin), SCRIPT_BYTES, 'bytes'),
    measured('first touch: files', files.length, 'files'),
    measured('JavaScript until a filter is applied', await bytesOf(fetched, origin), 'bytes'),
    measured(`first touch to scripts that run, ${FAST_LINE.name}`, spread(awake).median, 'ms'),
    measured(`first touch to an applied filter, ${FAST_LINE.name}`, spread(applied).median, 'ms'),
  ]
}

async function bytesOf(files: Iterable<string>, origin: string): Promise<number> {
  let bytes = 0
  for (const file of files) bytes += (await ask(new URL(file, origin).href)).body.length
  return bytes
}

/** @param fetched collects the addresses of the scripts that were fetched */
async function touch(url: string, fetched: Set<string>): Promise<{ awake: number; applied: number }> {
  const browser = await chromium.launch({ executablePath: chromiumHere(), args: LAUNCH })
  const { page } = await onSlowPhone(browser, FAST_LINE)
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.add(request.url())
  })
  await page.goto(url, { waitUntil: 'load' })
  const before = page.url()
  const started = performance.now()
  await page.locator('a[href="#filters"]').tap()
  await page.locator('#filter-form input[name=gearbox_type]').first().check()
  await page.locator('html[data-awake]').waitFor({ state: 'attached' })
  const awake = performance.now() - started
  await page.waitForURL((now) => now.href !== before && now.searchParams.has('gearbox_type'))
  const applied = performance.now() - started
  await browser.close()
  return { awake, applied }
}
