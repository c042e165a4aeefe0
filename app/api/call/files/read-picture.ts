import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { MOST_MEGAPIXELS, PhotoRefused } from '#app/providers/files/photo.ts'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'

/**
 * The picture that was sent in a field, encoded again as `encode` does. Throws INVALID_FIELDS there for a file that is empty, too
 * large, of too many pixels, or no picture.
 */
export async function readPicture<Made>(
  image: File,
  field: string,
  encode: (bytes: Uint8Array) => Promise<Made>,
): Promise<Made> {
  if (image.size > UPLOAD_BYTES) throw invalidFields({ [field]: ['file_size'] })
  if (image.size === 0) throw invalidFields({ [field]: ['file_empty'] })
  try {
    return await encode(new Uint8Array(await image.arrayBuffer()))
  } catch (error) {
    if (!(error instanceof PhotoRefused)) throw error
    if (error.reason !== 'too_many_pixels') throw invalidFields({ [field]: ['image_type'] })
    throw invalidFields({ [field]: ['image_pixels'] }, { [field]: { n: MOST_MEGAPIXELS } })
  }
}
