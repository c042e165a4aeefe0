import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { euroRate } from '#app/api/books/money.ts'
import { api } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { oneByOne } from '#app/api/call/transaction.ts'
import { isPlateTaken } from '#app/api/company/fleet/facts.ts'
import { changeState } from '#app/api/company/fleet/state.ts'
import { hasTag } from '#app/api/company/fleet/tags.ts'
import { unitCount } from '#app/api/company/fleet/units.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import type { DeskVehicle } from '#app/contract/company/fleet/offers.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { TAKING } from '#app/db/prices/free.ts'
import { sortPricesOf } from '#app/db/prices/sort-prices.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import { type Language, WHOLE_UNIT } from '#app/rules/constants.ts'
import { STATE_NUMBERS, stateOfNumber } from '#app/rules/search/vehicle-state.ts'
import { foldText } from '#app/rules/text/digits.ts'

/** The company's vehicles by their numbers. */
export const search = api.company.fleet.search.handler(async ({ input, context }) => {
  const { deps, language, companyFilter } = context
  const { page, size, q, state, tag, id } = input
  const now = deps.now()
  const found = vehicleRows(deps.db, now)
    .$if(companyFilter !== null, (query) => query.where('ad.company_id', '=', companyFilter ?? 0))
    .$if(id !== undefined, (query) => query.where('ad.id', '=', id ?? 0))
    .$if(state !== undefined, (query) => query.where('ad.status', '=', STATE_NUMBERS[state ?? 'OFFERED']))
    .$if(q !== undefined, (query) => query.where(matchesVehicle(q ?? '')))
    .$if(tag !== undefined, (query) => query.where(hasTag(tag ?? '')))
  const { count, rows } = await pageRows(found.orderBy('ad.id'), { page, size })
  return { count, results: rows.map((row) => shown(row, language)) }
})

/**
 * Changes the sent fields and keeps the others; the search's prices follow in the same statement. Throws BOOKED_VEHICLE
 * for retiring a vehicle with future reservations, INVALID_FIELDS for a plate that another vehicle of the company has.
 */
export const changeOffer = api.company.fleet.changeOffer.handler(async ({ input, context }) => {
  const { deps, tx, language, vehicle } = context
  const { id, plate, state, ...prices } = input
  const { company_id: company } = vehicle
  if (plate) {
    await oneByOne(tx, `fleet ${company}`)
    if (await isPlateTaken(tx, { company, plate, except: id })) throw invalidFields({ plate: ['plate_taken'] })
  }
  const { p1 = vehicle.p1, p3 = vehicle.p3, p7 = vehicle.p7, p14 = vehicle.p14, p30 = vehicle.p30 } = prices
  const tiers = { p1, p3, p7, p14, p30 }
  const currency = currencyIn(vehicle)
  const rate = currency === 'IRT' ? 1 : await euroRate(tx)
  await tx
    .updateTable('ad')
    .set({
      ...tiers,
      ...sortPricesOf(tiers, rate, WHOLE_UNIT[currency]),
      ...(plate !== undefined && { plate }),
    })
    .where('id', '=', id)
    .execute()
  if (state && STATE_NUMBERS[state] !== vehicle.status) {
    await changeState(tx, vehicle, { to: state, by: 'COMPANY', now: deps.now() })
  }
  deps.publish({ kind: 'pages' })
  const row = await vehicleRows(tx, deps.now()).where('ad.id', '=', id).executeTakeFirstOrThrow()
  return shown(row, language)
})

function vehicleRows(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .leftJoin('vehicle_details', 'vehicle_details.id', 'ad.id')
    .select(['ad.id', 'ad.year', 'ad.picture', 'ad.plate', 'ad.status', 'company.currency_id'])
    .select(['ad.p1', 'ad.p3', 'ad.p7', 'ad.p14', 'ad.p30', 'vehicle_details.tags', unitCount.as('units')])
    .select([...TITLE_COLUMNS, ...CITY_NAMES])
    .select([
      sql<boolean>`exists (select from reservation r where r.ad_id = ad.id and r.status = 'ACTIVE')`.as('is_out'),
      sql<Date | null>`(select min(b.start_at) from busy b where b.ad_id = ad.id and b.status in ${literalList(TAKING)}
        and b.kind = 'RESERVATION' and b.end_at > ${now} and b.start_at > ${now})`.as('next_at'),
    ])
}

/** Whether the query means a vehicle: by its plate or a former one, a part of its name, or the number of its listing. */
export function matchesVehicle(q: string) {
  const folded = foldText(q)
  const plate = folded.replace(/[^\p{L}\p{N}]/gu, '')
  const like = `%${folded.replace(/[\\%_]/g, '\\$&')}%`
  const hasPlate = (column: string) =>
    sql<boolean>`regexp_replace(lower(${sql.ref(column)}), '[^[:alnum:]]', '', 'g') like ${`%${plate}%`}`
  return sql<boolean>`(ad.search like ${like} or ad.id::text = ${folded} or (${plate} <> '' and (
    ${hasPlate('ad.plate')} or exists (select from former_plate f where f.ad_id = ad.id and ${hasPlate('f.plate')}))))`
}

type Row = Awaited<ReturnType<ReturnType<typeof vehicleRows>['execute']>>[number]

function shown(row: Row, language: Language): z.infer<typeof DeskVehicle> {
  const { id, year, picture, plate, p1, p3, p7, p14, p30, is_out, units, next_at, tags } = row
  const prices = { p1, p3, p7, p14, p30 }
  const title = titleOf(row, language)
  const city = nameOf(row, language)
  return {
    id,
    title,
    year,
    picture,
    city,
    plate,
    state: stateOfNumber(row.status),
    currency: currencyIn(row),
    ...prices,
    is_out,
    units,
    tags: tags ?? [],
    next_at: next_at?.toISOString() ?? null,
  }
}
