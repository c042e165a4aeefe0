import { create } from 'qrcode'
import { expect, test } from 'vitest'
import { qrCodeOf } from '#app/features/qr/qr-code.server.ts'

const ADDRESS = 'https://example.org/en/voucher/98G9EGiu1A2cVaSymtotgQ'

test('the path draws exactly the dark modules, within a white margin', () => {
  const { size, path } = qrCodeOf(ADDRESS)
  const { modules } = create(ADDRESS, { errorCorrectionLevel: 'M' })
  expect(size).toBe(modules.size + 8)
  const drawn = new Set<string>()
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let i = 0; i < Number(width); i++) drawn.add(`${Number(x) + i - 4} ${Number(y) - 4}`)
  }
  const dark: string[] = []
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) dark.push(`${x} ${y}`)
  }
  expect([...drawn].sort()).toEqual(dark.sort())
})

test('an address that would be too fine to print is refused', () => {
  expect(() => qrCodeOf(`https://example.org/${'x'.repeat(300)}`)).toThrow(RangeError)
  expect(qrCodeOf(`https://${'x'.repeat(280)}.org`).size).toBeLessThan(80)
})
