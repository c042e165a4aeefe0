import { createHash } from 'node:crypto'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { rawRequest } from '../../support/server/process/raw-request.ts'

const ACCEPTED = 'gzip, deflate, br, zstd, dcb, dcz'
/** A second page of results, with its headers (quality.md, "Slow connections"). */
const MOST_BYTES = 4_000
const START_BYTES = 40
const PREFIXES = ['', '/en', '/ar', '/tr', '/de']

for (const prefix of PREFIXES) {
  test(`a second page of results under ${prefix || '/'} is at most 4 kB for a browser with the dictionary, and the same page`, async ({
    baseURL,
    request,
  }) => {
    const first = await rawRequest(baseURL ?? '', `${prefix}/rent/car?city=1061`, {
      headers: { 'accept-encoding': 'br' },
    })
    const [, address = ''] = /^<(.+)>;rel=compression-dictionary$/.exec(String(first.headers.link)) ?? []
    const file = await rawRequest(baseURL ?? '', address, { headers: { 'accept-encoding': 'br' } })
    expect(file.headers).toMatchObject({
      'use-as-dictionary': `match="${prefix || '/'}*", match-dest=("document")`,
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const dictionary = await (await request.get(address)).body()
    const name = `:${createHash('sha256').update(dictionary).digest('base64')}:`
    const headers = { 'accept-encoding': ACCEPTED, 'available-dictionary': name }
    for (const path of [
      `${prefix}/rent/car?city=1061&${inDays(12, 17)}`,
      `${prefix}/rent/car?city=1061&${inDays(20, 23)}&page=2`,
      `${prefix}/rent/motor?city=1061&${inDays(40, 45)}`,
      `${prefix}/rent/car?city=1061&page=2`,
    ]) {
      const answer = await rawRequest(baseURL ?? '', path, { headers })
      expect(answer.headers, path).toMatchObject({
        'content-encoding': 'dcz',
        vary: expect.stringMatching(/Accept-Encoding.*Available-Dictionary/),
      })
      const usual = await rawRequest(baseURL ?? '', path, { headers: { 'accept-encoding': 'br' } })
      const page = zstdDecompressSync(answer.bytes.subarray(START_BYTES), { dictionary })
      expect(page.equals(brotliDecompressSync(usual.bytes)), path).toBe(true)
      expect(headBytes(answer.headers) + answer.bytes.length, path).toBeLessThanOrEqual(MOST_BYTES)
    }
  })
}

test('with Save-Data no dictionary is offered, and one that the browser has is used', async ({ baseURL, request }) => {
  const path = '/en/rent/car?city=1061'
  const usual = await rawRequest(baseURL ?? '', path, { headers: { 'accept-encoding': 'br' } })
  const address = /^<(.+)>;/.exec(String(usual.headers.link))?.[1] ?? ''
  const saving = { 'save-data': 'on', 'accept-encoding': ACCEPTED }
  expect((await rawRequest(baseURL ?? '', path, { headers: saving })).headers).not.toHaveProperty('link')
  const dictionary = await (await request.get(address)).body()
  const name = `:${createHash('sha256').update(dictionary).digest('base64')}:`
  const answer = await rawRequest(baseURL ?? '', path, { headers: { ...saving, 'available-dictionary': name } })
  expect(answer.headers['content-encoding']).toBe('dcz')
})

test('a browser fetches the dictionary after the page, and its next page is short', async ({ page }) => {
  await page.goto('/rent/car?city=1061')
  const timesOfFirst = () =>
    page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const dictionary = files.find(({ name }) => name.endsWith('.dict'))
      return { loaded: navigation?.loadEventEnd ?? 0, fetched: dictionary?.startTime }
    })
  // Chromium fetches it in an idle period, and begins none on a page that draws nothing: the pointer moves, as a person's does.
  await expect(async () => {
    await page.mouse.move(100 * Math.random(), 100)
    expect((await timesOfFirst()).fetched).toBeDefined()
  }).toPass()
  const { loaded, fetched = 0 } = await timesOfFirst()
  expect(fetched).toBeGreaterThanOrEqual(loaded)
  await expect(async () => {
    const answer = await page.goto(`/rent/car?city=1061&${inDays(50, 53)}`)
    expect(answer?.headers()['content-encoding']).toBe('dcz')
  }).toPass()
  await expect(page.locator('.price').first()).toBeVisible()
  const size = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return navigation?.encodedBodySize
  })
  expect(size).toBeLessThan(MOST_BYTES)
})

function inDays(from: number, to: number): string {
  const [start, end] = [from, to].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
  return `start_date=${start}&start_time=10:00&end_date=${end}&end_time=10:00`
}

/** The bytes of each header line with its colon, space and line end. */
function headBytes(headers: Record<string, string | string[] | undefined>): number {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return lines.reduce((sum, line) => sum + line.length, 'HTTP/1.1 200 OK\r\n\r\n'.length)
}
