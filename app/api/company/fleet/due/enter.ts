import type { Tx } from '#app/api/call/context.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { DueKind } from '#app/rules/fleet/due.ts'
import { isPaper } from '#app/rules/fleet/due.ts'
import { vehicleDue } from './read.ts'

/** Enters what falls due. Throws INVALID_FIELDS: a paper needs its last day, a work a day or kilometres, and of a kind one is open. */
export const add = api.company.fleet.due.add.handler(async ({ input, context }) => {
  const { deps, tx, language, vehicle } = context
  const { id, ...due } = input
  await insertDue(tx, { ...due, ad: id, company: vehicle.company_id, at: deps.now() })
  return vehicleDue(tx, { ad: id, language, now: deps.now() })
})

/** Removes an open entry with its papers; what was done stays. Throws NOT_FOUND, also the second time. */
export const remove = api.company.fleet.due.remove.handler(async ({ input, context }) => {
  const { deps, language, vehicle } = context
  const papers = await inTransaction(deps.db, async (tx) => {
    const due = await tx
      .selectFrom('vehicle_due')
      .select('id')
      .where('id', '=', input.due)
      .where('ad_id', '=', vehicle.id)
      .where('done_on', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!due) throw errors.NOT_FOUND()
    const attached = await tx.deleteFrom('vehicle_paper').where('due_id', '=', due.id).returning('file_key').execute()
    await tx.deleteFrom('vehicle_due').where('id', '=', due.id).execute()
    return attached
  })
  await Promise.all(papers.map(({ file_key }) => deps.files.remove(file_key)))
  return vehicleDue(deps.db, { ad: vehicle.id, language, now: deps.now() })
})

interface NewDue {
  ad: number
  company: number
  kind: DueKind
  due_on?: string | undefined
  due_km?: number | undefined
  cost?: number | undefined
  note?: string | undefined
  at: Date
}

/** Throws INVALID_FIELDS for a paper without its last day, and a work without a day or kilometres. */
export function refuseWithoutDay(
  { kind, due_on, due_km }: Pick<NewDue, 'kind' | 'due_on' | 'due_km'>,
  field = 'due_on',
): void {
  if (isPaper(kind) && due_on === undefined) throw invalidFields({ [field]: ['required'] })
  if (due_on === undefined && due_km === undefined) throw invalidFields({ [field]: ['day_or_km'] })
}

/** Adds an open entry to a locked vehicle; `fields` names the fields of the form in which the day and the kilometres stand. */
export async function insertDue(
  tx: Tx,
  { ad, company, kind, due_on, due_km, cost, note, at }: NewDue,
  fields = { on: 'due_on', km: 'due_km' },
): Promise<void> {
  refuseWithoutDay({ kind, due_on, due_km }, fields.on)
  const open = await tx
    .selectFrom('vehicle_due')
    .select('id')
    .where('ad_id', '=', ad)
    .where('kind', '=', kind)
    .where('done_on', 'is', null)
    .executeTakeFirst()
  if (open && kind !== 'OTHER') throw invalidFields({ kind: ['due_exists'] })
  await tx
    .insertInto('vehicle_due')
    .values({
      ...{ ad_id: ad, company_id: company, kind, created_at: at },
      ...{ due_on: due_on ?? null, due_km: due_km ?? null, cost: cost ?? null, note: note ?? null },
    })
    .execute()
}
