import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { citiesOf } from '#app/api/company/fleet/choices.ts'
import { spreadGap } from '#app/api/company/settings/spread-gap.ts'
import type { TermsChange } from '#app/contract/company/fleet/many.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import { lockChosen } from './chosen.ts'

type Change = Omit<z.infer<typeof TermsChange>, 'company' | 'ids'>

/**
 * Changes the sent terms of all chosen vehicles and keeps the others. Throws NOT_FOUND if one is not the company's, and
 * INVALID_FIELDS for a city without a place, a guarantee without its kind or amount, or nothing to change.
 */
export const setTerms = api.company.fleet.many.setTerms.handler(async ({ input, context }) => {
  const { deps, company } = context
  const { ids, company: _, ...change } = input
  await inTransaction(deps.db, async (tx) => {
    await lockChosen(tx, { company, ids })
    await refuseInvalid(tx, change, company)
    const { numUpdatedRows } = await tx
      .updateTable('ad')
      .set(columnsOf(change))
      .where('company_id', '=', company)
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) !== ids.length) throw errors.NOT_FOUND()
    if (change.gap_minutes !== undefined) await spreadGap(tx, { ads: ids })
  })
  deps.publish({ kind: 'pages' })
  return { changed: ids.length }
})

async function refuseInvalid(tx: Tx, { properties = {}, ...terms }: Change, company: number): Promise<void> {
  const { city, trust_type, guarantee_amount } = terms
  const fieldErrors: Record<string, string[]> = {}
  if (city !== undefined && !(await citiesOf(tx, company)).includes(city)) fieldErrors.city = ['city_without_place']
  if (trust_type === undefined && guarantee_amount !== undefined) fieldErrors.trust_type = ['required']
  if (trust_type !== undefined && trust_type !== 'DEPOSIT_FREE' && !guarantee_amount) {
    fieldErrors.guarantee_amount = ['guarantee_amount']
  }
  const isNothing = [...Object.values(terms), ...Object.values(properties)].every((value) => value === undefined)
  if (isNothing) fieldErrors[''] = ['nothing_to_change']
  if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors)
}

function columnsOf({ city, mileage_per_day, trust_type, guarantee_amount = 0, properties = {}, ...same }: Change) {
  const added = VEHICLE_PROPERTIES.filter((slug) => properties[slug] === true)
  const removed = VEHICLE_PROPERTIES.filter((slug) => properties[slug] === false)
  return {
    ...Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined)),
    ...(city !== undefined && { city_id: city }),
    ...(mileage_per_day !== undefined && { mileage_per_day: mileage_per_day === 0 ? null : mileage_per_day }),
    ...(trust_type !== undefined && {
      trust: trust_type,
      guarantee_amount: trust_type === 'DEPOSIT_FREE' ? 0 : guarantee_amount,
    }),
    ...(added.length + removed.length > 0 && {
      properties: sql<string[]>`array(
        select slug from unnest(ad.properties || ${added}::text[]) with ordinality as had(slug, at)
        where ${sql<SqlBool>`slug <> all(${removed}::text[])`} group by slug order by min(at))`,
    }),
  }
}
