import type { Kysely } from 'kysely'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'

/**
 * Refuses another message under the client-generated id of a stored one: IDEMPOTENCY_CONFLICT. Its files are counted
 * only, as a form that is sent again uploads them again, with other ids. An edited message has another text than was
 * sent.
 */
export async function guardRepeatedMessage(
  db: Kysely<DB>,
  { id, body, files }: { id: number; body: string; files: readonly string[] },
): Promise<void> {
  const stored = await db
    .selectFrom('conversation_message as message')
    .select(['message.body', 'message.edited_at'])
    .select((of) =>
      of
        .selectFrom('attachment')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('attachment.message_id', '=', 'message.id')
        .as('files'),
    )
    .where('message.id', '=', id)
    .executeTakeFirstOrThrow()
  const isSameText = stored.edited_at !== null || stored.body === body
  if (!isSameText || Number(stored.files) !== new Set(files).size) throw errors.IDEMPOTENCY_CONFLICT()
}
