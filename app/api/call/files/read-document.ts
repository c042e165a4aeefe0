import { fileTypeFromBuffer } from 'file-type'
import type { Deps } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { reencodePicture } from '#app/providers/files/uploaded-picture.ts'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import { readPicture } from './read-picture.ts'

/**
 * A document as it is kept: its content decides what it is, and pictures are re-encoded. Throws INVALID_FIELDS for the field `file`: too
 * large, empty, another kind of file, or a PDF that is active (`isActivePdf`).
 */
export async function readDocument({ isActivePdf }: Pick<Deps, 'isActivePdf'>, file: File) {
  if (file.size > UPLOAD_BYTES) throw invalidFields({ file: ['file_size'] })
  if (file.size === 0) throw invalidFields({ file: ['file_empty'] })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = (await fileTypeFromBuffer(bytes))?.mime
  if (type === 'application/pdf') {
    if (await isActivePdf(bytes)) throw invalidFields({ file: ['pdf_active'] })
    return { type, body: bytes, extension: 'pdf', width: null, height: null } as const
  }
  if (type !== 'image/jpeg' && type !== 'image/png') throw invalidFields({ file: ['file_type'] })
  return { type: 'image/jpeg', extension: 'jpg', ...(await readPicture(file, 'file', reencodePicture)) } as const
}
