import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { FAVOURITES_MAX } from '#app/rules/constants.ts'
import { wholeList } from '../call/lists.ts'

/** The signed-in person's favourite vehicles. */
export const favourites = api.account.favourites.handler(async ({ context: { deps, person } }) => {
  return listed(await idsOf(deps.db, person.id))
})

/** Adds and removes some. Unknown vehicles are ignored; beyond the limit the oldest are removed. */
export const changeFavourites = api.account.changeFavourites.handler(async ({ input, context: { deps, person } }) => {
  const { add, remove } = input
  const account_id = person.id
  const ids = await inTransaction(deps.db, async (tx) => {
    // Two simultaneous forms must not exceed the limit.
    await tx.selectFrom('account').select('id').where('id', '=', account_id).forUpdate().executeTakeFirst()
    if (remove.length > 0) {
      await tx.deleteFrom('favourite').where('account_id', '=', account_id).where('ad_id', 'in', remove).execute()
    }
    if (add.length > 0) {
      const known = await tx.selectFrom('ad').select('id').where('id', 'in', add).execute()
      const isKnown = new Set(known.map(({ id }) => id))
      // The first of those in one request counts as the latest.
      const newest = deps.now().getTime()
      const rows = [...new Set(add)]
        .filter((id) => isKnown.has(id))
        .map((ad_id, index) => ({ account_id, ad_id, added_at: new Date(newest - index) }))
      if (rows.length > 0) {
        await tx
          .insertInto('favourite')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    }
    const all = await idsOf(tx, account_id)
    const over = all.slice(FAVOURITES_MAX)
    if (over.length > 0) {
      await tx.deleteFrom('favourite').where('account_id', '=', account_id).where('ad_id', 'in', over).execute()
    }
    return all.slice(0, FAVOURITES_MAX)
  })
  return listed(ids)
})

const listed = (ids: readonly number[]) => wholeList(ids.map((id) => ({ id })))

/** Newest first. */
async function idsOf(db: Deps['db'] | Tx, accountId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('favourite')
    .select('ad_id')
    .where('account_id', '=', accountId)
    .orderBy('added_at', 'desc')
    .orderBy('ad_id')
    .execute()
  return rows.map(({ ad_id }) => ad_id)
}
