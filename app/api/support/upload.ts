import { fileTypeFromBuffer } from 'file-type'
import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { type AttachmentRow, describeAttachment, type Purpose } from '#app/api/conversations/attachments.ts'
import type { Attachment } from '#app/contract/support/uploads.ts'
import { PhotoRefused } from '#app/providers/files/photo.ts'
import { reencodePicture } from '#app/providers/files/uploaded-picture.ts'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import { attachmentKey, cleanFileName } from '#app/rules/text/file-name.ts'

/** Per account. Source: *ours*. */
const FILES_WAITING = 30
const BYTES_WAITING = 60_000_000

/** A stored file. */
type Content = Pick<AttachmentRow, 'type' | 'width' | 'height'> & { body: Uint8Array; extension: string }

export const uploadTicketFile = api.support.uploadTicketFile.handler(({ input, context: { deps, person } }) =>
  takeUpload(deps, { person, file: input.file, purpose: 'TICKET' }),
)

export const uploadChatFile = api.support.uploadChatFile.handler(({ input, context: { deps, person } }) =>
  takeUpload(deps, { person, file: input.file, purpose: 'CHAT' }),
)

/**
 * Stores a file until it is sent with a message (`attachFiles`), for a day at most. Its content decides what it is;
 * pictures are re-encoded. Throws INVALID_FIELDS for any other file (§5).
 */
async function takeUpload(
  deps: Deps,
  { person, file, purpose }: { person: Pick<Person, 'id'>; file: File; purpose: Purpose },
): Promise<z.infer<typeof Attachment>> {
  const { body, extension, ...content } = await contentOf(file)
  const id = publicId()
  const row = {
    ...content,
    id,
    name: cleanFileName(file.name, { extension, fallback: extension === 'pdf' ? 'document' : 'picture' }),
    bytes: body.length,
    file_key: attachmentKey(id, extension),
  }
  // The row first: a file without a row would never be found.
  await inTransaction(deps.db, async (tx) => {
    await guardWaiting(tx, person.id, body.length)
    await tx
      .insertInto('attachment')
      .values({ ...row, account_id: person.id, purpose, created_at: deps.now() })
      .execute()
  })
  await deps.files.put(row.file_key, body)
  return describeAttachment(deps, row)
}

async function contentOf(file: File): Promise<Content> {
  if (file.size > UPLOAD_BYTES) throw invalidFields({ file: ['file_size'] })
  if (file.size === 0) throw invalidFields({ file: ['file_empty'] })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = (await fileTypeFromBuffer(bytes))?.mime
  if (type === 'application/pdf') return { type, body: bytes, extension: 'pdf', width: null, height: null }
  if (type !== 'image/jpeg' && type !== 'image/png') throw invalidFields({ file: ['file_type'] })
  try {
    const { body, width, height } = await reencodePicture(bytes)
    return { type: 'image/jpeg', body, extension: 'jpg', width, height }
  } catch (error) {
    if (!(error instanceof PhotoRefused)) throw error
    throw invalidFields({ file: ['file_type'] })
  }
}

async function guardWaiting(tx: Tx, accountId: string, more: number) {
  await oneByOne(tx, `upload ${accountId}`)
  const { files, bytes } = await tx
    .selectFrom('attachment')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('bytes').as('bytes')])
    .where('account_id', '=', accountId)
    .where('message_id', 'is', null)
    .where('purpose', 'in', ['TICKET', 'CHAT'])
    .executeTakeFirstOrThrow()
  if (files >= FILES_WAITING || Number(bytes) + more > BYTES_WAITING) throw invalidFields({ file: ['files_waiting'] })
}
