import type { Kysely } from 'kysely'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import { api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readFile } from '#app/api/call/files/read-file.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
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
export async function removeUnsentFiles(deps: Pick<Deps, 'db' | 'enqueue' | 'now'>): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const unsent = await tx
      .selectFrom('attachment')
      .select(['id', 'file_key'])
      .where('message_id', 'is', null)
      .where('purpose', 'in', ['TICKET', 'CHAT'])
      .where('created_at', '<', new Date(deps.now().getTime() - DAY_MS))
      .limit(BATCH)
      // One that is being sent just now stays.
      .forUpdate()
      .skipLocked()
      .execute()
    if (unsent.length === 0) return 0
    const ids = unsent.map(({ id }) => id)
    await tx.deleteFrom('attachment').where('id', 'in', ids).execute()
    const keys = unsent.map(({ file_key }) => file_key)
    await removeAfterCommit(deps, tx, keys)
    return unsent.length
  })
}
