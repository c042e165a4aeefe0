import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { ownTags, tagsOf } from '#app/api/company/fleet/tags.ts'
import { changedTags, TAGS_MAX, tagsIn } from '#app/rules/fleet/vehicle-tags.ts'
import { lockChosen } from './chosen.ts'

/** The tags of all vehicles, or of the chosen ones. */
export const tags = api.company.fleet.many.tags.handler(async ({ input: { ids }, context: { deps, company } }) => ({
  tags: await tagsOf(deps.db, { company, ids }),
}))

/**
 * Adds tags to the chosen vehicles and takes others away, all or none. Throws NOT_FOUND if one is not the company's, and INVALID_FIELDS
 * if nothing is to change, or one would have too many.
 */
export const setTags = api.company.fleet.many.setTags.handler(async ({ input, context }) => {
  const { deps, company } = context
  const { ids } = input
  const remove = tagsIn(input.remove ?? '')
  const typed = tagsIn(input.add ?? '')
  if (typed.length + remove.length === 0) throw invalidFields({ '': ['nothing_to_change'] })
  const changed = await inTransaction(deps.db, async (tx) => {
    await lockChosen(tx, { company, ids })
    const vehicles = await tx
      .selectFrom('ad')
      .leftJoin('vehicle_details', 'vehicle_details.id', 'ad.id')
      .select(['ad.id', 'tags'])
      .where('ad.company_id', '=', company)
      .where('ad.id', 'in', ids)
      .execute()
    if (vehicles.length !== ids.length) throw errors.NOT_FOUND()
    const add = await ownTags(tx, { company, tags: typed, field: 'add' })
    const rows = vehicles.flatMap(({ id, tags: had }) => {
      const before = had ?? []
      const after = changedTags(before, { add, remove })
      return after.join() === before.join() ? [] : [{ id, tags: after }]
    })
    if (rows.some(({ tags: after }) => after.length > TAGS_MAX))
      throw invalidFields({ add: ['too_many_tags'] }, { add: { n: TAGS_MAX } })
    if (rows.length > 0)
      await tx
        .insertInto('vehicle_details')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(({ ref }) => ({ tags: ref('excluded.tags') })))
        .execute()
    return rows.length
  })
  return { changed }
})
