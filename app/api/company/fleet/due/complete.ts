import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { isPaper } from '#app/rules/fleet/due.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { insertDue } from './enter.ts'
import { vehicleDue } from './read.ts'

/**
 * Says that it was done, and enters when it is due again. Throws CHANGED_MEANWHILE where a colleague has said so already, and
 * INVALID_FIELDS: nothing is done tomorrow, and a paper goes on until a later day.
 */
export const complete = api.company.fleet.due.complete.handler(async ({ input, context }) => {
  const { deps, tx, language, vehicle } = context
  const { due: id, done_on, done_km, cost, next_on, next_km } = input
  const now = deps.now()
  const due = await tx
    .selectFrom('vehicle_due')
    .innerJoin('ad', 'ad.id', 'vehicle_due.ad_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .select(['vehicle_due.kind', 'vehicle_due.due_on', 'vehicle_due.done_on', 'vehicle_due.note', 'city.zone'])
    .where('vehicle_due.id', '=', id)
    .where('ad_id', '=', vehicle.id)
    .executeTakeFirst()
  if (!due) throw errors.NOT_FOUND()
  if (due.done_on !== null) throw errors.CHANGED_MEANWHILE()
  const wrong: Record<string, string[]> = {}
  if (done_on > dateIn(due.zone, now)) wrong.done_on = ['future']
  if (isPaper(due.kind) && next_on === undefined) wrong.next_on = ['required']
  else if (next_on !== undefined && next_on <= done_on) wrong.next_on = ['not_later']
  if (next_km !== undefined && done_km !== undefined && next_km <= done_km) wrong.next_km = ['not_later']
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  await tx
    .updateTable('vehicle_due')
    .set({ done_on, done_km: done_km ?? null, done_cost: cost ?? null })
    .where('id', '=', id)
    .execute()
  if (next_on !== undefined || next_km !== undefined) {
    const next = { kind: due.kind, due_on: next_on, due_km: next_km, cost, note: due.note ?? undefined }
    await insertDue(
      tx,
      { ...next, ad: vehicle.id, company: vehicle.company_id, at: now },
      { on: 'next_on', km: 'next_km' },
    )
  }
  return vehicleDue(tx, { ad: vehicle.id, language, now })
})
