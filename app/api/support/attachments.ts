import type { Kysely, Selectable } from 'kysely'
import { api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { ATTACHMENT_TYPES, type Attachment } from '#app/contract/support/uploads.ts'
import type { Attachment as AttachmentTable, DB } from '#app/db/connection/schema.ts'
import { readSide } from './sides.ts'
import type { Purpose } from './upload.ts'

export type AttachmentRow = Pick<
  Selectable<AttachmentTable>,
  'id' | 'name' | 'type' | 'bytes' | 'width' | 'height' | 'file_key'
>

const DAY_MS = 86_400_000
const BATCH = 100

/** Under which a file is kept. An id may begin with a dash, the name of a file may not. */
export function attachmentKey(id: string, extension: string): string {
  return `attachments/file-${id}.${extension}`
}

/** An attachment as calls answer it. */
export function describeAttachment({ settings }: Pick<Deps, 'settings'>, row: AttachmentRow): Attachment {
  const { id, name, bytes, width, height } = row
  const type = ATTACHMENT_TYPES.find((one) => one === row.type)
  if (!type) throw new Error(`an attachment of type ${row.type}`)
  return { id, file: attachmentAddress(settings, id), name, type, size: bytes, width, height }
}

/** Where the API gives an uploaded file to those who may read it. */
function attachmentAddress({ origin }: Pick<Deps['settings'], 'origin'>, id: string): string {
  return `${origin}/api/upload/attachment/${id}/`
}

/**
 * Sends files with a message, in the message's transaction: all of `ids`, which must be the account's own, of this purpose and
 * not sent yet. Throws INVALID_FIELDS (`attachments: attachment_gone`) otherwise, and nothing is sent.
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

/**
 * A file, for whoever uploaded it and whoever reads the conversation of its message. Throws NOT_FOUND for everybody else
 * (decisions.md, "Talking").
 */
export const readAttachment = api.support.readAttachment.handler(async ({ input, context }) => {
  const { deps, person } = context
  const row = await deps.db
    .selectFrom('attachment')
    .leftJoin('conversation_message as message', 'message.id', 'attachment.message_id')
    .select(['attachment.account_id', 'name', 'type', 'file_key', 'conversation_id'])
    .where('attachment.id', '=', input.id)
    .executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  const isOwn = row.account_id === person.id
  if (!isOwn && !(row.conversation_id && (await readSide(deps.db, row.conversation_id, person))))
    throw errors.NOT_FOUND()
  const bytes = await deps.files.get(row.file_key)
  if (!bytes) throw errors.NOT_FOUND()
  return new File([new Uint8Array(bytes)], row.name, { type: row.type })
})

/** Removes files that nobody sent within a day; returns how many, at most 100. */
export async function removeUnsentFiles({ db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>): Promise<number> {
  const waiting = await db
    .selectFrom('attachment')
    .select(['id', 'file_key'])
    .where('message_id', 'is', null)
    .where('purpose', '<>', 'AVATAR')
    .where('created_at', '<', new Date(now().getTime() - DAY_MS))
    .limit(BATCH)
    .execute()
  for (const { id, file_key } of waiting) {
    // Only what is still unsent: it may have been sent since.
    const removed = await db
      .deleteFrom('attachment')
      .where('id', '=', id)
      .where('message_id', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (removed) await files.remove(file_key)
  }
  return waiting.length
}
