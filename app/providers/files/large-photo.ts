import sharp from 'sharp'
import { IMAGE_PRESETS } from '#app/rules/constants.ts'
import { LARGE_PHOTO } from '#app/rules/text/large-photo.ts'
import { openPicture, orRefuse } from './photo.ts'

/** Tried in this order until the photo is within its bytes. */
const QUALITIES = [76, 66, 54, 40]

export interface LargePhoto {
  bytes: Uint8Array
  width: number
  height: number
}

/**
 * A photo whole and as large as it opens over the page; undefined where its source is hardly larger than the largest preset. Throws
 * `PhotoRefused`.
 */
export async function processLargePhoto(source: Uint8Array): Promise<LargePhoto | undefined> {
  const photo = (await openPicture(source)).flatten({ background: '#ffffff' }).toColourspace('srgb')
  const { width, height } = LARGE_PHOTO
  const pixels = await orRefuse(
    photo
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true }),
  )
  if (pixels.info.width < 2 * IMAGE_PRESETS.large.width) return undefined
  let bytes = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    bytes = await sharp(pixels.data).webp({ quality, effort: 3 }).toBuffer()
    if (bytes.length <= LARGE_PHOTO.bytes) break
  }
  return { bytes, width: pixels.info.width, height: pixels.info.height }
}
