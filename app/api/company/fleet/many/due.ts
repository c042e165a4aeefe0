import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { api } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { refuseWithoutDay } from '#app/api/company/fleet/due/enter.ts'
import type { DueFields } from '#app/contract/company/fleet/due.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { type Choosing, chosenVehicles, lockChosen, shownChosen } from './chosen.ts'

type NewDue = z.infer<typeof DueFields>

/** Nothing is entered. Throws INVALID_FIELDS: a paper needs its last day, a work a day or kilometres. */
export const previewDue = api.company.fleet.many.previewDue.handler(async ({ input, context }) => {
  const { deps, company, language } = context
  refuseWithoutDay(input)
  const { changing, staying } = await divided(deps.db, { company, ids: input.ids, now: deps.now(), language }, input)
  return { changing: changing.map(shownChosen), staying: staying.map(shownChosen) }
})

/** Enters it for those of the chosen vehicles that have none yet, all in one transaction; so a second time enters nothing. */
export const addDue = api.company.fleet.many.addDue.handler(async ({ input, context }) => {
  const { deps, company, language } = context
  const { ids, kind, due_on = null, due_km = null, cost = null, note = null } = input
  refuseWithoutDay(input)
  const changed = await inTransaction(deps.db, async (tx) => {
    await lockChosen(tx, { company, ids })
    const { changing } = await divided(tx, { company, ids, now: deps.now(), language }, input)
    const due = { company_id: company, kind, due_on, due_km, cost, note, created_at: deps.now() }
    if (changing.length > 0)
      await tx
        .insertInto('vehicle_due')
        .values(changing.map(({ id }) => ({ ad_id: id, ...due })))
        .execute()
    return changing.length
  })
  return { changed, stayed: ids.length - changed }
})

/** The chosen vehicles that get it, and those that left the fleet or have it: one of its kind, or of other works the same. */
async function divided(db: Kysely<DB>, choosing: Choosing, { kind, due_on, due_km, note }: NewDue) {
  const vehicles = await chosenVehicles(db, choosing)
  const open = await db
    .selectFrom('vehicle_due')
    .select(['ad_id', 'due_on', 'due_km', 'note'])
    .where('ad_id', 'in', choosing.ids)
    .where('kind', '=', kind)
    .where('done_on', 'is', null)
    .execute()
  const same = [due_on ?? null, due_km ?? null, note ?? null].join('\n')
  const having = new Set(
    open
      .filter((one) => kind !== 'OTHER' || [one.due_on, one.due_km, one.note].join('\n') === same)
      .map(({ ad_id }) => ad_id),
  )
  const { changing = [], staying = [] } = Object.groupBy(vehicles, ({ id, status }) =>
    having.has(id) || status === STATE_NUMBERS.RETIRED ? 'staying' : 'changing',
  )
  return { changing, staying }
}
