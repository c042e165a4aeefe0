import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, PageResponse } from '#app/web/router/page-response.ts'

test('a page is sent as UTF-8, whatever its characters and length', async () => {
  const texts = [
    '',
    'سواری ۱۲٬۳۴۵',
    '🚗',
    'a\ud800b',
    'ی'.repeat(333_333),
    'ی'.repeat(333_334),
    '🚗'.repeat(166_666),
    'a'.repeat(2_000_000),
  ]
  for (const text of texts) {
    const bytes = await bytesOf(new PageResponse([text], {}))
    expect(bytes.equals(Buffer.from(text))).toBe(true)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary' })), async (pieces) => {
      const page = new PageResponse(pieces, {})
      expect(await bytesOf(page)).toEqual(Buffer.from(pieces.join('')))
      expect(await page.text()).toBe(pieces.join(''))
    }),
  )
})

test('two pages that wait to be sent do not share their bytes', async () => {
  const [one, other] = await Promise.all(['سواری', 'خودرو'].map((text) => bytesOf(new PageResponse([text], {}))))
  expect([one?.toString(), other?.toString()]).toEqual(['سواری', 'خودرو'])
})
