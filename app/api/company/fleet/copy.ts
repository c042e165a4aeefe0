import { sql } from 'kysely'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { oneByOne } from '#app/api/call/transaction.ts'
import { FIRST_SCORE } from '#app/db/prices/first-score.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { isPlateTaken, plainPlate } from './facts.ts'
import { showChanges } from './own-vehicle.ts'

/** Columns that a copy does not take from the original. */
const OWN = ['id', 'plate', 'reference', 'picture', 'photo', 'unit_group', 'created_at', 'updated_at'] as const
const JOINED = ['currency_id', 'zone'] as const

/**
 * Makes copies, one for each plate: the same facts, prices and photos, without ratings and reservations. Throws
 * INVALID_FIELDS for a repeated plate or one that another vehicle has, and then makes none.
 */
export const copy = api.company.fleet.copy.handler(async ({ input: { id, plates, state }, context }) => {
  const { deps, tx, vehicle: pattern } = context
  const company = pattern.company_id
  if (pattern.status === STATE_NUMBERS.TAKEN_DOWN) throw errors.VEHICLE_STATE()
  await oneByOne(tx, `fleet ${company}`)
  const fieldErrors: Record<string, string[]> = {}
  for (const [at, plate] of plates.entries()) {
    const isTwice = plates.findIndex((other) => plainPlate(other) === plainPlate(plate)) < at
    if (isTwice || (await isPlateTaken(tx, { company, plate }))) fieldErrors[`plates.${at}`] = ['plate_taken']
  }
  if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors)
  const columns = Object.fromEntries(
    Object.entries(pattern).filter(([name]) => ![...OWN, ...JOINED].some((left) => left === name)),
  ) as Omit<typeof pattern, (typeof OWN | typeof JOINED)[number]>
  const vehicles: { id: number; plate: string }[] = []
  for (const plate of plates) {
    const copied = await tx
      .insertInto('ad')
      .values({
        ...columns,
        about: pattern.about && JSON.stringify(pattern.about),
        alike: pattern.alike ?? pattern.id,
        ...{
          plate,
          score: FIRST_SCORE,
          rating_sum: 0,
          rating_count: 0,
          pinned: false,
          pinned_place: null,
          pinned_paid: false,
          taken_down_reason: null,
          was_offered: false,
        },
        status: STATE_NUMBERS[state],
        created_at: deps.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await copyPhotos(tx, id, copied.id)
    await copyPriceRules(tx, id, copied.id)
    vehicles.push({ id: copied.id, plate })
  }
  showChanges(context)
  return { vehicles }
})

/** The copies share the files: `removePhoto` keeps those that another photo uses. */
async function copyPhotos(tx: Tx, from: number, to: number) {
  await sql`insert into ad_photo (ad_id, position, source, key, status, alt, crop, large_width, large_height,
      large_tried_at)
    select ${to}, position, source, key, status, alt, crop, large_width, large_height, large_tried_at from ad_photo
    where ad_id = ${from} and status = 'READY' and taken_down_at is null`.execute(tx)
}

/** Gives a vehicle without price rules those of another one, with the seasons. */
export async function copyPriceRules(tx: Tx, from: number, to: number): Promise<void> {
  await sql`with rule as (
      insert into price_rule (company_id, ad_id, weekdays, min_days, max_days, lead_hours, last_minute_days,
        last_minute_percent, early_days, early_percent)
      select company_id, ${to}, weekdays, min_days, max_days, lead_hours, last_minute_days,
        last_minute_percent, early_days, early_percent from price_rule where ad_id = ${from}
      returning id
    )
    insert into price_season (price_rule_id, name, starts_on, ends_on, percent, min_days)
    select rule.id, season.name, starts_on, ends_on, percent, season.min_days
    from rule, price_season season join price_rule pattern on pattern.id = season.price_rule_id
    where pattern.ad_id = ${from}`.execute(tx)
}
