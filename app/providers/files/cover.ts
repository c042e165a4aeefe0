import sharp from 'sharp'
import { COVER_SIZES, type CoverSize, coverName } from '#app/rules/text/cover.ts'
import { openPicture, orRefuse } from './photo.ts'

/** Tried in this order until a picture is within its bytes. */
const QUALITIES = [78, 66, 54, 40, 25]

/** A post's picture without metadata, cropped to each of `COVER_SIZES`. Throws `PhotoRefused`. */
export async function processCover(bytes: Uint8Array, key: string): Promise<{ name: string; bytes: Uint8Array }[]> {
  const photo = (await openPicture(bytes)).flatten({ background: '#ffffff' }).toColourspace('srgb')
  const { wide } = COVER_SIZES
  // Decoded once, so that a damaged picture fails here and each size starts from the same pixels.
  const upright = await orRefuse(
    photo.resize({ width: wide.width, height: wide.width, fit: 'outside', withoutEnlargement: true }).png().toBuffer(),
  )
  const made = []
  for (const size of Object.keys(COVER_SIZES) as CoverSize[])
    made.push({ name: coverName(key, size), bytes: await encode(upright, size) })
  return made
}

async function encode(upright: Buffer, size: CoverSize): Promise<Buffer> {
  const { width, height, format, bytes: most } = COVER_SIZES[size]
  const cropped = await sharp(upright)
    .resize(width, height, { fit: 'cover', position: sharp.strategy.attention })
    .png()
    .toBuffer()
  let bytes = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    const picture = sharp(cropped)
    bytes = await (format === 'webp'
      ? picture.webp({ quality, effort: 4 })
      : picture.jpeg({ quality, mozjpeg: true })
    ).toBuffer()
    if (bytes.length <= most) break
  }
  return bytes
}
