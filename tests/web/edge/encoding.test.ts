import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress, compressForWindow } from '#app/web/edge/response/encoding.ts'
import { createPageCache } from '#app/web/edge/response/page-cache.ts'

const WINDOW_BYTES = 14_600
const page = Buffer.from(readFileSync('locales/fa/results.json', 'utf8').repeat(2))

test('a page that fits into the initial TCP window with its head is compressed quickly, and better where it would not fit', async () => {
  const [quick, better] = [await compress(page, 'br', 5), await compress(page, 'br', 7)]
  expect(better.length).toBeLessThan(quick.length)
  const room = WINDOW_BYTES - quick.length
  expect(await compressForWindow(page, 'br', room)).toEqual(quick)
  expect(await compressForWindow(page, 'br', room + 1)).toEqual(better)
  expect(await compressForWindow(page, '', WINDOW_BYTES)).toBe(page)
})

test('the head of a kept page counts, so a longer policy makes its compression better', async () => {
  const lengthWith = async (policy: string) => {
    const headers = { 'content-type': 'text/html', 'cache-control': 'public', 'content-security-policy': policy }
    const cache = createPageCache({ now: () => 0, lifeMs: 1, bytes: 1_000_000 })
    const { body } = await cache.get('k', 'br', async () => new Response(page, { headers }))
    expect(brotliDecompressSync(body)).toEqual(page)
    return body.length
  }
  expect(await lengthWith('x'.repeat(WINDOW_BYTES))).toBeLessThan(await lengthWith('x'))
})
