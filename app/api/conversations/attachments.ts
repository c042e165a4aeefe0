import type { Kysely, Selectable } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { ATTACHMENT_TYPES, type Attachment } from '#app/contract/support/uploads.ts'
import type { Attachment as AttachmentTable, DB } from '#app/db/connection/schema.ts'

export type AttachmentRow = Pick<
  Selectable<AttachmentTable>,
  'id' | 'name' | 'type' | 'bytes' | 'width' | 'height' | 'file_key'
>

/** The purpose of a file: it can only be sent there. */
export type Purpose = 'TICKET' | 'CHAT'

/** An attachment in answers. */
export function describeAttachment({ settings }: Pick<Deps, 'settings'>, row: AttachmentRow): Attachment {
  const { id, name, bytes, width, height } = row
  const type = ATTACHMENT_TYPES.find((one) => one === row.type)
  if (!type) throw new Error(`an attachment of type ${row.type}`)
  return { id, file: attachmentAddress(settings, id), name, type, size: bytes, width, height }
}

/** The address of an uploaded file in the API, for those who may read it. */
function attachmentAddress({ apiOrigin }: Pick<Deps['settings'], 'apiOrigin'>, id: string): string {
  return `${apiOrigin}/api/upload/attachment/${id}/`
}

/**
 * Attaches files to a message, in the message's transaction: all of `ids`, which must be the account's own, for this
 * purpose and not sent yet. Throws INVALID_FIELDS (`attachments: attachment_gone`) otherwise, and attaches none.
 */
export async function attachFiles(
  tx: Kysely<DB>,
  {
    ids,
    accountId,
    purpose,
    messageId,
  }: { ids: readonly string[]; accountId: string; purpose: Purpose; messageId: number },
): Promise<void> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return
  const attached = await tx
    .updateTable('attachment')
    .set({ message_id: messageId })
    .where('id', 'in', distinct)
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('message_id', 'is', null)
    .returning('id')
    .execute()
  if (attached.length < distinct.length) throw invalidFields({ attachments: ['attachment_gone'] })
}
