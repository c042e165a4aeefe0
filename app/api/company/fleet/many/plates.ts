import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { plainPlate } from '#app/api/company/fleet/facts.ts'
import { showChanges } from '#app/api/company/fleet/own-vehicle.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'

/**
 * Sets the plates that differ from those that were seen, all in one transaction. Throws NOT_FOUND for another company's vehicle,
 * CHANGED_MEANWHILE if one of them has another plate by now, and INVALID_FIELDS (`rows.3.plate`) for plates that two vehicles would have.
 */
export const setPlates = api.company.fleet.many.setPlates.handler(async ({ input, context }) => {
  const { company, deps } = context
  const rows = input.rows
    .map(({ id, plate = null, seen = null }, at) => ({ id, plate, seen, at }))
    .filter(({ plate, seen }) => plate !== seen)
  const changed = await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `fleet ${company}`)
    const fleet = await tx
      .selectFrom('ad')
      .select(['id', 'plate', 'status'])
      .where('company_id', '=', company)
      .where((where) =>
        where.or([
          where('status', '<>', STATE_NUMBERS.RETIRED),
          where('id', 'in', [0, ...input.rows.map(({ id }) => id)]),
        ]),
      )
      .execute()
    const plates = new Map(fleet.map(({ id, plate }) => [id, plate]))
    if (input.rows.some(({ id }) => !plates.has(id))) throw errors.NOT_FOUND()
    if (rows.some(({ id, seen }) => plates.get(id) !== seen)) throw errors.CHANGED_MEANWHILE()
    for (const { id, plate } of rows) plates.set(id, plate)
    const retired = new Set(fleet.flatMap(({ id, status }) => (status === STATE_NUMBERS.RETIRED ? [id] : [])))
    const uses = Map.groupBy(
      [...plates].filter(([id, plate]) => plate !== null && !retired.has(id)),
      ([, plate]) => plainPlate(plate ?? ''),
    )
    const taken = rows.filter(({ plate }) => plate !== null && (uses.get(plainPlate(plate))?.length ?? 0) > 1)
    if (taken.length > 0)
      throw invalidFields(Object.fromEntries(taken.map(({ at }) => [`rows.${at}.plate`, ['plate_taken']])))
    for (const { id, plate } of rows) await tx.updateTable('ad').set({ plate }).where('id', '=', id).execute()
    return rows.length
  })
  if (changed > 0) showChanges(context)
  return { changed }
})
