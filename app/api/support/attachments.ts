import { api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readSide } from '#app/api/conversations/sides.ts'

const DAY_MS = 86_400_000
const BATCH = 100

/**
 * A file, for its uploader and the readers of its message's conversation. Throws NOT_FOUND for everybody else
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

/** Deletes files that were not sent within a day; returns how many, at most 100. */
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
    // Only if it is still unsent: it may have been sent since.
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
