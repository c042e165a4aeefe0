import { type Kysely, sql } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Things } from '#app/api/call/admission/things.ts'
import { api } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { hasOwnerRights } from '#app/api/company/managed-company.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { countryIn, countryOf } from '#app/i18n/format/country.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { tagsIn } from '#app/rules/fleet/vehicle-tags.ts'
import { ownTags } from './tags.ts'

const FORMER_SHOWN = 20

type Asked = { vehicle: Things['vehicle']; person: Person; language: Language }

/** What the company notes of one vehicle; amounts for its owners alone. */
export const read = api.company.fleet.details.read.handler(({ context }) => shownDetails(context.deps.db, context))

/** Writes all of it; amounts of others than owners stay as they are. Throws INVALID_FIELDS: another company's place, sold before it was bought, or too many tags. */
export const save = api.company.fleet.details.save.handler(async ({ input, context }) => {
  const { tx, vehicle, person } = context
  const { id, home_place, plate_country, vin, key_number, bought_on, bought_for, sold_on, sold_for } = input
  if (bought_on && sold_on && sold_on < bought_on) throw invalidFields({ sold_on: ['not_later'] })
  const place = await tx
    .selectFrom('place')
    .select('id')
    .where('id', '=', home_place ?? 0)
    .where('company_id', '=', vehicle.company_id)
    .executeTakeFirst()
  if (home_place !== undefined && !place) throw invalidFields({ home_place: ['invalid'] })
  const kept = {
    ...{ vin: vin ?? null, key_number: key_number ?? null, home_place_id: home_place ?? null },
    ...{ plate_country: plate_country === undefined ? null : countryOf(plate_country) },
    ...{ bought_on: bought_on ?? null, sold_on: sold_on ?? null },
    tags: await ownTags(tx, { company: vehicle.company_id, tags: tagsIn(input.tags ?? ''), field: 'tags' }),
    ...(hasOwnerRights(person) && { bought_for: bought_for ?? null, sold_for: sold_for ?? null }),
  }
  await tx
    .insertInto('vehicle_details')
    .values({ id, ...kept })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(kept))
    .execute()
  return shownDetails(tx, context)
})

async function shownDetails(db: Kysely<DB>, { vehicle, person, language }: Asked) {
  const seesMoney = hasOwnerRights(person)
  const [row, former] = await Promise.all([
    db
      .selectFrom('vehicle_details')
      .leftJoin('place', 'place.id', 'home_place_id')
      .selectAll('vehicle_details')
      .select('place.name as place_name')
      .where('vehicle_details.id', '=', vehicle.id)
      .executeTakeFirst(),
    db
      .selectFrom('former_plate')
      .select(['plate', sql<string>`to_char(until at time zone ${vehicle.zone}, 'YYYY-MM-DD')`.as('until')])
      .where('ad_id', '=', vehicle.id)
      .orderBy('former_plate.until', 'desc')
      .limit(FORMER_SHOWN)
      .execute(),
  ])
  const { vin = null, key_number = null, plate_country, home_place_id, place_name } = row ?? {}
  return {
    ...{ vin, key_number, bought_on: row?.bought_on ?? null, sold_on: row?.sold_on ?? null },
    bought_for: seesMoney ? (row?.bought_for ?? null) : null,
    sold_for: seesMoney ? (row?.sold_for ?? null) : null,
    plate_country: plate_country ? countryIn(language, plate_country) : null,
    home_place: home_place_id && place_name ? { id: home_place_id, name: wordingIn(language, place_name) } : null,
    currency: currencyIn(vehicle),
    tags: row?.tags ?? [],
    former_plates: former,
  }
}
