import type { Kysely } from 'kysely'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import { api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readFile } from '#app/api/call/files/read-file.ts'
import { readSide } from '#app/api/conversations/sides.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'

const BATCH = 100

/**
 * A file, for its uploader and the readers of its message's conversation. Throws NOT_FOUND for everybody else
 * (decisions.md, "Talking").
 */
export async function findAttachment(
  db: Kysely<DB>,
  id: string,
  { person, owner }: Omit<Claim, 'now'>,
): Promise<Things['attachment']> {
  const row = await db
    .selectFrom('attachment')
    .leftJoin('conversation_message as message', 'message.id', 'attachment.message_id')
    .select(['attachment.account_id', 'name', 'type', 'file_key', 'conversation_id'])
    .where('attachment.id', '=', id)
    .executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  if (row.account_id === person.id) return row
  const side = row.conversation_id && (await readSide(db, row.conversation_id, person))
  if (!side || !owner.includes(side)) throw errors.NOT_FOUND()
  return row
}

/** The content of a file. Throws NOT_FOUND if the store has lost it. */
export const readAttachment = api.support.readAttachment.handler(({ context: { deps, attachment } }) =>
  readFile(deps, attachment),
)

/** Deletes files that were not sent within a day; returns how many, at most 100. */
export async function removeUnsentFiles({ db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>): Promise<number> {
  const waiting = await db
    .selectFrom('attachment')
    .select(['id', 'file_key'])
    .where('message_id', 'is', null)
    .where('purpose', 'in', ['TICKET', 'CHAT'])
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
