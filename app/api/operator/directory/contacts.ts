import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { ContactType } from '#app/rules/constants.ts'
import { guardRoom } from './guard-room.ts'

export const contacts = api.operator.directory.contacts.handler(async ({ context: { deps } }) =>
  wholeList(await deps.db.selectFrom('contact').selectAll().orderBy('position').orderBy('id').execute()),
)

export const addContact = api.operator.directory.addContact.handler(async ({ input, context: { deps } }) => {
  const made = await inTransaction(deps.db, async (tx) => {
    await guardRoom(tx, 'contact')
    return tx.insertInto('contact').values(columnsOf(input)).returningAll().executeTakeFirstOrThrow()
  })
  deps.publish({ kind: 'pages' })
  return made
})

/** Throws NOT_FOUND. */
export const changeContact = api.operator.directory.changeContact.handler(
  async ({ input: { id, ...facts }, context: { deps } }) => {
    const changed = await deps.db
      .updateTable('contact')
      .set(columnsOf(facts))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw errors.NOT_FOUND()
    deps.publish({ kind: 'pages' })
    return changed
  },
)

/** Throws NOT_FOUND, also the second time. */
export const removeContact = api.operator.directory.removeContact.handler(
  async ({ input: { id }, context: { deps } }) => {
    const removed = await deps.db.deleteFrom('contact').where('id', '=', id).returning('id').executeTakeFirst()
    if (!removed) throw errors.NOT_FOUND()
    deps.publish({ kind: 'pages' })
    return removed
  },
)

type Facts = {
  type: ContactType
  title: object
  description: object
  phone?: string | undefined
  position: number
}

function columnsOf({ type, title, description, phone, position }: Facts) {
  return {
    ...{ type, position },
    phone: phone ?? null,
    title: JSON.stringify(title),
    description: JSON.stringify(description),
  }
}
