import type { ExpressionBuilder, Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Tx } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { reservationsOf } from './holdings.ts'

/** The ids of a person's tickets and chat rooms, those about their reservations too. */
function conversationsOf(db: Kysely<DB>, person: Person) {
  return db
    .selectFrom('conversation')
    .where((where) =>
      where.or([
        where('conversation.account_id', '=', person.id),
        where.and([
          where('conversation.kind', '=', 'CHAT'),
          where('conversation.reservation_id', 'in', reservationsOf(db, person).select('reservation.id')),
        ]),
      ]),
    )
}

/** A person's tickets and chats with all messages and the names of files. */
export function exportConversations(db: Kysely<DB>, person: Person) {
  return conversationsOf(db, person)
    .select(['kind', 'conversation.number', 'department', 'subject', 'status', 'reservation_id', 'created_at'])
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('conversation_message as message')
          .select(['message.sender', 'message.body', 'message.created_at', 'message.edited_at'])
          .select((inner) =>
            jsonArrayFrom(
              inner
                .selectFrom('attachment')
                .select(['attachment.name', 'attachment.type', 'attachment.bytes'])
                .whereRef('attachment.message_id', '=', 'message.id')
                .orderBy('attachment.created_at'),
            ).as('files'),
          )
          .whereRef('message.conversation_id', '=', 'conversation.id')
          .orderBy('message.seq'),
      ).as('messages'),
    )
    .orderBy('created_at')
    .execute()
}

/**
 * Deletes a person's conversations and files; returns the keys of the files, which must be removed after the commit.
 */
export async function eraseConversations(tx: Tx, person: Person): Promise<string[]> {
  const own = await conversationsOf(tx, person).select('conversation.id').execute()
  const ids = own.map(({ id }) => id)
  const files = await tx
    .deleteFrom('attachment')
    .where((where) =>
      where.or([
        where('account_id', '=', person.id),
        where('message_id', 'in', (of) =>
          of
            .selectFrom('conversation_message as message')
            .select('message.id')
            .where('message.conversation_id', 'in', [...ids, '']),
        ),
      ]),
    )
    .returning('file_key')
    .execute()
  if (ids.length > 0) await tx.deleteFrom('conversation').where('id', 'in', ids).execute()
  return files.map(({ file_key }) => file_key)
}

/** The rooms that a person takes part in: their own, those of the company that they work for, and for operators all. */
export function roomsOf(db: Kysely<DB>, person: Person) {
  return (where: ExpressionBuilder<DB, 'conversation'>) => {
    if (person.role === 'ADMIN') return where.lit(true)
    return where.or([
      where('conversation.account_id', '=', person.id),
      where('conversation.reservation_id', 'in', reservationsOf(db, person).select('reservation.id')),
      ...(person.companyId === null ? [] : [where('conversation.company_id', '=', person.companyId)]),
    ])
  }
}

/** What an operator was to answer waits in the queue of all operators, from now on. */
export async function leaveConversations(tx: Tx, { id }: Person, at: Date): Promise<void> {
  await tx.updateTable('conversation').set({ assigned_to: null, queued_at: at }).where('assigned_to', '=', id).execute()
}
