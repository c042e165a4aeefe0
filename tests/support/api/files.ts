import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Harmless and harmful files to upload. */

export const fileOf = (bytes: Uint8Array | string, name: string, type = 'application/octet-stream') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })

/** A small picture whose metadata says where it was taken. */
export async function photo(name = 'photo.jpg'): Promise<File> {
  const bytes = await sharp({ create: { width: 120, height: 80, channels: 3, background: '#3a7' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
  return fileOf(bytes, name, 'image/jpeg')
}

export async function screenshot(name = 'screen.png'): Promise<File> {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#fff8' } })
    .png()
    .toBuffer()
  return fileOf(bytes, name, 'image/png')
}

/** A PDF of one page that runs a script when it is opened. */
export function pdf(name = 'receipt.pdf'): File {
  const body = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
%%EOF`
  return fileOf(body, name, 'application/pdf')
}

/** A PNG of a few kilobytes that claims to be a square of this many pixels a side. */
export function pictureBomb(side: number): File {
  const chunk = (kind: string, body: Buffer) => {
    const head = Buffer.concat([Buffer.from(kind), body])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(body.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc(head))
    return Buffer.concat([size, head, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit per pixel, grey.
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return fileOf(Buffer.concat(parts), 'bomb.png', 'image/png')
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
