import { type Kysely, sql } from 'kysely'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import type { DB } from '#app/db/connection/schema.ts'

/** The most saved filters of one person. Source: *ours*. */
const MOST_VIEWS = 20

/** The person's own saved filters, by name. */
export const views = api.company.reservations.views.handler(async ({ context: { deps, person, company } }) => {
  const rows = await deps.db
    .selectFrom('saved_view')
    .select(['id', 'name', 'filters'])
    .where('account_id', '=', person.id)
    .where('company_id', '=', company)
    .orderBy('name')
    .execute()
  return { views: rows }
})

/** Saves filters under a name, replacing those with the same name. Throws INVALID_FIELDS for one too many. */
export const saveView = api.company.reservations.saveView.handler(
  async ({ input: { name, filters }, context: { deps, person, company } }) => {
    return inTransaction(deps.db, async (tx) => {
      await oneByOne(tx, `saved views ${person.id}`)
      const row = { account_id: person.id, company_id: company, name, filters: JSON.stringify(filters) }
      const saved = await tx
        .insertInto('saved_view')
        .values(row)
        .onConflict((conflict) =>
          conflict.expression(sql`account_id, company_id, lower(name)`).doUpdateSet({ name, filters: row.filters }),
        )
        .returning(['id', 'name', 'filters'])
        .executeTakeFirstOrThrow()
      const { count } = await tx
        .selectFrom('saved_view')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('account_id', '=', person.id)
        .executeTakeFirstOrThrow()
      if (count > MOST_VIEWS) throw invalidFields({ name: ['too_many_views'] }, { name: { n: MOST_VIEWS } })
      return saved
    })
  },
)

/** One of the caller's own saved filters. Throws NOT_FOUND for another's. */
export async function findView(
  db: Kysely<DB>,
  id: number,
  { person }: Pick<Claim, 'person'>,
): Promise<Things['savedView']> {
  const own = await db
    .selectFrom('saved_view')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', person.id)
    .executeTakeFirst()
  if (!own) throw errors.NOT_FOUND()
  return own
}

/** Deletes one of the person's own. */
export const removeView = api.company.reservations.removeView.handler(async ({ context: { deps, savedView } }) => {
  await deps.db.deleteFrom('saved_view').where('id', '=', savedView.id).execute()
  return { removed: true }
})
