import { fileTypeFromBuffer } from 'file-type'
import sharp, { type ResizeOptions } from 'sharp'
import { limitConcurrency } from '#app/providers/files/limit-concurrency.ts'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import { MOST_PIXELS, PhotoRefused, PICTURE_TYPES } from './photo.ts'

/** Enough to read what is written on a cheque. */
const LONGEST_SIDE = 2400
const QUALITY = 82
/** A picture of 50 megapixels takes 200 MB while it is decoded: this many at a time. */
const twoAtATime = limitConcurrency(2)

/** A picture that we have encoded again as JPEG: upright and without metadata. */
export type OwnPicture = { body: Uint8Array; width: number; height: number }

/**
 * Encodes a picture of a document again as JPEG, at most 2400 pixels long. Its content decides the file type, not its name.
 * Throws `PhotoRefused`; more than 10 MB is `too_many_bytes` (§5), more than 50 megapixels `too_many_pixels`.
 */
export function reencodePicture(bytes: Uint8Array): Promise<OwnPicture> {
  return reencode(bytes, { width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
}

/** The same as a square of `side` pixels, cropped to the part with the most detail. */
export function reencodeSquare(bytes: Uint8Array, side: number): Promise<OwnPicture> {
  return reencode(bytes, { width: side, height: side, fit: 'cover', position: sharp.strategy.attention })
}

async function reencode(bytes: Uint8Array, size: ResizeOptions): Promise<OwnPicture> {
  if (bytes.length > UPLOAD_BYTES) throw new PhotoRefused('too_many_bytes')
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !PICTURE_TYPES.includes(type.mime)) throw new PhotoRefused('type')
  await refuseManyPixels(bytes)
  try {
    const { data, info } = await twoAtATime(() =>
      sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
        .autoOrient()
        .flatten({ background: '#ffffff' })
        .resize(size)
        .toColourspace('srgb')
        .jpeg({ quality: QUALITY, mozjpeg: true })
        .toBuffer({ resolveWithObject: true }),
    )
    return { body: data, width: info.width, height: info.height }
  } catch (cause) {
    const refused = new PhotoRefused('unreadable')
    refused.cause = cause
    throw refused
  }
}

/** Reads the size from the header, before anything is decoded. */
async function refuseManyPixels(bytes: Uint8Array): Promise<void> {
  const size = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (size && size.width * size.height > MOST_PIXELS) throw new PhotoRefused('too_many_pixels')
}
