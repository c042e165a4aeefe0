import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { guardRoom } from './guard-room.ts'

export const apps = api.operator.directory.apps.handler(async ({ context: { deps } }) =>
  wholeList(await deps.db.selectFrom('application').selectAll().orderBy('id').execute()),
)

export const addApp = api.operator.directory.addApp.handler(async ({ input, context: { deps } }) => {
  const made = await inTransaction(deps.db, async (tx) => {
    await guardRoom(tx, 'application')
    return tx.insertInto('application').values(withNulls(input)).returningAll().executeTakeFirstOrThrow()
  })
  deps.publish({ kind: 'pages' })
  return made
})

/** Throws NOT_FOUND. */
export const changeApp = api.operator.directory.changeApp.handler(async ({ input, context: { deps } }) => {
  const { id, ...facts } = input
  const changed = await deps.db
    .updateTable('application')
    .set(withNulls(facts))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw errors.NOT_FOUND()
  deps.publish({ kind: 'pages' })
  return changed
})

/** Throws NOT_FOUND, also the second time. */
export const removeApp = api.operator.directory.removeApp.handler(async ({ input: { id }, context: { deps } }) => {
  const removed = await deps.db.deleteFrom('application').where('id', '=', id).returning('id').executeTakeFirst()
  if (!removed) throw errors.NOT_FOUND()
  deps.publish({ kind: 'pages' })
  return removed
})

type Addresses = Record<'direct_url' | 'url' | 'link' | 'file', string | undefined>

/** An empty address is removed. */
function withNulls<Facts extends { type: string } & Partial<Addresses>>({ type, ...given }: Facts) {
  const { direct_url = null, url = null, link = null, file = null } = given
  return { type, direct_url, url, link, file }
}
