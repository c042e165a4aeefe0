import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import { PhotoRefused } from './photo.ts'

const READABLE = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const MOST_PIXELS = 50_000_000
/** Enough to read what is written on a cheque. */
const LONGEST_SIDE = 2400
const QUALITY = 82

/**
 * A picture of a paper as a JPEG of our own making: upright, without metadata, at most 2400 pixels long. The content decides
 * what it is, not its name. Throws `PhotoRefused`; more than 10 MB is `too_many_bytes` (§5).
 */
export async function reencodePicture(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length > UPLOAD_BYTES) throw new PhotoRefused('too_many_bytes')
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !READABLE.includes(type.mime)) throw new PhotoRefused('type')
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY, mozjpeg: true })
      .toBuffer()
  } catch (cause) {
    const refused = new PhotoRefused('unreadable')
    refused.cause = cause
    throw refused
  }
}
