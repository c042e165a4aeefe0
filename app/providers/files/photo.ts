import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import type { PhotoCrop } from '#app/rules/text/picture.ts'
import { colours } from '../../../tailwind.config.ts'
import { type Picture, renderPhotoPictures } from './pictures.ts'

/** The types of pictures that people may send. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
/** The largest picture: decoded, it takes four bytes a pixel. */
export const MOST_MEGAPIXELS = 50
export const MOST_PIXELS = MOST_MEGAPIXELS * 1_000_000
/** The background of the transparent parts of a photo. */
const GROUND = colours['studio-floor']

/** A photo that cannot be accepted, and why; the caller translates the reason. */
export class PhotoRefused extends Error {
  readonly reason: 'type' | 'too_many_bytes' | 'too_many_pixels' | 'unreadable'

  constructor(reason: PhotoRefused['reason']) {
    super(`photo refused: ${reason}`)
    this.reason = reason
  }
}

/**
 * Turns an uploaded or imported photo into the picture set `key`: upright, without metadata, cropped to each preset's shape as
 * `crop` says. Its content decides the file type, not its name. Throws `PhotoRefused`, also above 10 MB (decisions.md, Talking) or
 * 50 megapixels.
 */
export async function processPhoto(bytes: Uint8Array, key: string, crop: PhotoCrop = 'MIDDLE'): Promise<Picture[]> {
  const photo = (await openPicture(bytes)).flatten({ background: GROUND }).toColourspace('srgb')
  // Decoded and scaled down once, so that a damaged photo fails here and each preset starts from the same pixels.
  const upright = await orRefuse(
    photo.resize({ width: 760, height: 760, fit: 'outside', withoutEnlargement: true }).png().toBuffer(),
  )
  return await renderPhotoPictures(sharp(upright), key, crop)
}

/** A picture that people sent, upright. Throws `PhotoRefused` for what is none, or too large. */
export async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  if (bytes.length > UPLOAD_BYTES) throw new PhotoRefused('too_many_bytes')
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !PICTURE_TYPES.includes(type.mime)) throw new PhotoRefused('type')

  const { width, height } = await orRefuse(sharp(bytes, { limitInputPixels: false }).metadata())
  if (width * height > MOST_PIXELS) throw new PhotoRefused('too_many_pixels')
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient()
}

/** Work on a picture whose failure means that it is damaged. Throws `PhotoRefused`. */
export async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const refused = new PhotoRefused('unreadable')
    refused.cause = cause
    throw refused
  }
}
