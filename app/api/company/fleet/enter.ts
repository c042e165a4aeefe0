import { euroRate } from '#app/api/books/money.ts'
import { api } from '#app/api/call/context.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { spreadGap } from '#app/api/company/settings/spread-gap.ts'
import { FIRST_SCORE } from '#app/db/prices/first-score.ts'
import { sortPricesOf } from '#app/db/prices/sort-prices.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { WHOLE_UNIT } from '#app/rules/constants.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { columnsOf } from './facts.ts'
import { ownVehicle, showChanges } from './own-vehicle.ts'
import { changeOthers } from './units.ts'

/** Adds a vehicle to the fleet. Throws INVALID_FIELDS, with all errors at once, for unknown or inconsistent values. */
export const create = api.company.fleet.create.handler(async ({ input, context }) => {
  const { deps, language, company } = context
  const { company: _, state, p1, p3 = p1, p7 = p3, p14 = p7, p30 = p14, ...facts } = input
  const id = await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `fleet ${company}`)
    const { currency_id } = await tx
      .selectFrom('company')
      .select('currency_id')
      .where('id', '=', company)
      .executeTakeFirstOrThrow()
    const currency = currencyIn({ currency_id })
    const rate = currency === 'IRT' ? 1 : await euroRate(tx)
    const tiers = { p1, p3, p7, p14, p30 }
    const columns = await columnsOf(tx, facts, { company, now: deps.now() })
    const { city, colour, year, gearbox, fuel, seats } = facts
    const made = await tx
      .insertInto('ad')
      .values({
        ...columns,
        fuel_rule: facts.fuel_rule ?? 'FULL_TO_FULL',
        ...{ company_id: company, city_id: city, colour, year, gearbox, fuel, seats },
        ...tiers,
        ...sortPricesOf(tiers, rate, WHOLE_UNIT[currency]),
        score: FIRST_SCORE,
        status: STATE_NUMBERS[state],
        created_at: deps.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  })
  showChanges(context)
  return ownVehicle(deps.db, id, language)
})

/**
 * Changes the sent fields and keeps the others; with `all_units` also for its copies. Throws NOT_FOUND for another
 * company's, INVALID_FIELDS as `create` does.
 */
export const change = api.company.fleet.change.handler(async ({ input: { id, all_units, ...facts }, context }) => {
  const { deps, tx, language, vehicle: before } = context
  await oneByOne(tx, `fleet ${before.company_id}`)
  const columns = await columnsOf(tx, facts, { company: before.company_id, before, now: deps.now() })
  await tx.updateTable('ad').set(columns).where('id', '=', id).execute()
  const { gap_minutes: gap = before.gap_minutes } = facts
  if (gap !== before.gap_minutes) await spreadGap(tx, { ads: [id] })
  if (all_units) await changeOthers(tx, { facts, before, now: deps.now() })
  showChanges(context)
  return ownVehicle(tx, id, language)
})
