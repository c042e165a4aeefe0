import type { Kysely } from 'kysely'
import { roomsOf } from '#app/api/account/own-data/conversations.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readFile } from '#app/api/call/files/read-file.ts'
import { readPicture } from '#app/api/call/files/read-picture.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { reencodeSquare } from '#app/providers/files/uploaded-picture.ts'
import { attachmentKey } from '#app/rules/text/file-name.ts'
import { shownAvatar } from './avatar-address.ts'

/** Twice as wide as it is shown, in pixels. */
const SIDE = 192

/** Replaces the picture of the signed-in person (§3). Throws INVALID_FIELDS if it is no picture. */
export const uploadAvatar = api.account.uploadAvatar.handler(async ({ input, context: { deps, person } }) => {
  const { body, ...size } = await readPicture(input.image, 'image', (bytes) => reencodeSquare(bytes, SIDE))
  const id = publicId()
  const key = attachmentKey(id, 'jpg')
  // The row first: a file without a row would never be found.
  await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `avatar ${person.id}`)
    await removeFormer(deps, tx, person)
    await tx
      .insertInto('attachment')
      .values({
        ...{ id, ...size, account_id: person.id, purpose: 'AVATAR', name: 'avatar.jpg', type: 'image/jpeg' },
        ...{ bytes: body.length, file_key: key, created_at: deps.now() },
      })
      .execute()
    await tx.updateTable('account').set({ avatar: id }).where('id', '=', person.id).execute()
  })
  await deps.files.put(key, body)
  const stays = await deps.db.selectFrom('attachment').select('id').where('id', '=', id).executeTakeFirst()
  // A picture that replaced this one in the meantime could not remove this file, which did not exist yet.
  if (!stays) await inTransaction(deps.db, (tx) => removeAfterCommit(deps, tx, [key]))
  return shownAvatar(deps, id)
})

/** Removes a person's picture, if there is one. */
export async function removeAvatar(deps: Deps, person: Pick<Person, 'id'>): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `avatar ${person.id}`)
    await removeFormer(deps, tx, person)
  })
}

/** A picture, for its person and everybody in a conversation with them. Throws NOT_FOUND for everybody else. */
export async function findAvatar(
  db: Kysely<DB>,
  id: string,
  { person }: Pick<Claim, 'person'>,
): Promise<Things['avatar']> {
  const row = await db
    .selectFrom('attachment')
    .innerJoin('account', 'account.avatar', 'attachment.id')
    .select(['file_key', 'attachment.name', 'type', 'account.id as account'])
    .where('attachment.id', '=', id)
    .executeTakeFirst()
  if (!row || !(row.account === person.id || (await isMet(db, person, row.account)))) throw errors.NOT_FOUND()
  return row
}

/** The content of a picture. Throws NOT_FOUND if the store has lost it. */
export const readAvatar = api.account.readAvatar.handler(({ context: { deps, avatar } }) => readFile(deps, avatar))

/** Whether somebody takes part in a chat or a ticket of the caller. */
async function isMet(db: Kysely<DB>, person: Person, account: string): Promise<boolean> {
  const shared = await db
    .selectFrom('conversation')
    .select('conversation.id')
    .where((where) =>
      where.or([
        where('conversation.account_id', '=', person.id),
        where.and([where('conversation.kind', '=', 'CHAT'), roomsOf(db, person)(where)]),
        where.lit(person.role === 'ADMIN'),
      ]),
    )
    .where((where) =>
      where.or([
        where('conversation.account_id', '=', account),
        where.exists(
          where
            .selectFrom('conversation_message as message')
            .select('message.id')
            .whereRef('message.conversation_id', '=', 'conversation.id')
            .where('message.account_id', '=', account),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return shared !== undefined
}

async function removeFormer(deps: Pick<Deps, 'enqueue'>, tx: Tx, { id }: Pick<Person, 'id'>): Promise<void> {
  const removed = await tx
    .deleteFrom('attachment')
    .where('account_id', '=', id)
    .where('purpose', '=', 'AVATAR')
    .returning('file_key')
    .execute()
  const keys = removed.map(({ file_key }) => file_key)
  await removeAfterCommit(deps, tx, keys)
}
