import { ORPCError } from '@orpc/server'
import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { timeErrors } from '#app/api/call/time-errors.ts'
import { matchesVehicle } from '#app/api/company/fleet/offers.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { quoteRental } from '#app/api/reservations/reserve/quote.ts'
import { OFFERED, readRentable } from '#app/api/reservations/reserve/rentable.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { freeIn, isTaken, TAKING } from '#app/db/prices/free.ts'
import { gapOf } from '#app/db/prices/gap.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { rentAverage } from '#app/rules/money/price.ts'
import { COUNTER_GRACE_MS } from '#app/rules/reservation/staff-booking.ts'
import { instantOf } from '#app/rules/time/rental-time.ts'

/** As many as somebody reads through; a part of a name finds the others. */
const MOST_SHOWN = 24

export type Times = { start_date: string; start_time: string; end_date: string; end_time: string }

/** Throws INVALID_FIELDS for times that nobody can book. */
export const freeVehicles = api.company.reservations.freeVehicles.handler(async ({ input, context }) => {
  const { deps, company, language } = context
  const { place, q, company: _, ...times } = input
  const [free, extras] = await Promise.all([
    findFree(deps.db, { company, place, q, times, now: deps.now(), language }),
    extrasOf(deps.db, company),
  ])
  return { ...free, extras }
})

async function extrasOf(db: Kysely<DB>, company: number) {
  const { currency_id, ...extras } = await db
    .selectFrom('company')
    .select(['currency_id', 'child_seat_price as child_seat', 'extra_driver_price as extra_driver'])
    .select(['internet_price as internet', 'insurance_price as supplemental_insurance'])
    .where('id', '=', company)
    .executeTakeFirstOrThrow()
  return { currency: currencyIn({ currency_id }), ...extras }
}

/** What staff look for. */
export interface Sought {
  company: number
  /** Only this vehicle. */
  ad?: number | undefined
  place: number | undefined
  q: string | undefined
  now: Date
}

/**
 * The company's vehicles that search would offer for these times, the cheapest first, with their prices. Throws
 * INVALID_FIELDS for times that nobody can book, also where every free vehicle refuses the length of the rental.
 */
export async function findFree(
  db: Kysely<DB>,
  {
    company,
    place,
    q,
    ad,
    times,
    now,
    language,
    most = MOST_SHOWN,
  }: Sought & { times: Times; language: Language; most?: number },
) {
  const cities = await citiesOf(db, { company, place })
  const found = await Promise.all(cities.map((city) => vehiclesFreeIn(db, { company, city, times, q, ad, now })))
  const free = found.flat().toSorted((one, other) => one.p1 - other.p1 || one.id - other.id)
  const shown = free.slice(0, most)
  const priced = await Promise.all(shown.map((vehicle) => priceOf(db, vehicle.id, { times, place, now })))
  const results = shown.flatMap((vehicle, index) => {
    const price = priced[index]
    if (!price || price instanceof ORPCError) return []
    const { id, year, plate, picture, city_id, next_at } = vehicle
    const city = { id: city_id, name: nameOf(vehicle, language) }
    const free_until = next_at?.toISOString() ?? null
    return [{ ...{ id, year, plate, picture, city, free_until }, title: titleOf(vehicle, language), ...price }]
  })
  const refused = priced.find((price) => price instanceof ORPCError)
  if (refused && results.length === 0) throw refused
  return { count: free.length - (shown.length - results.length), results }
}

/** The cities where the company has vehicles, or that of one place. */
export function citiesOf(db: Kysely<DB>, { company, place }: Pick<Sought, 'company' | 'place'>) {
  return db
    .selectFrom('city')
    .select(['city.id', 'city.zone'])
    .where((of) =>
      of.exists(
        of.selectFrom('ad').select('ad.id').whereRef('ad.city_id', '=', 'city.id').where('company_id', '=', company),
      ),
    )
    .$if(place !== undefined, (query) =>
      query.where('city.id', '=', (of) =>
        of
          .selectFrom('place')
          .select('place.city_id')
          .where('place.id', '=', place ?? 0)
          .where('place.company_id', '=', company),
      ),
    )
    .execute()
}

type Asked = {
  company: number
  city: { id: number; zone: string }
  times: Times
  q: string | undefined
  ad: number | undefined
  now: Date
}

async function vehiclesFreeIn(db: Kysely<DB>, { company, city, times, q, ad, now }: Asked) {
  const wrong = timeErrors(times, { zone: city.zone, now: new Date(now.getTime() - COUNTER_GRACE_MS) })
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  const start = instantOf(times.start_date, times.start_time, city.zone)
  const end = instantOf(times.end_date, times.end_time, city.zone)
  return db
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .select(['ad.id', 'ad.year', 'ad.plate', 'ad.picture', 'ad.city_id', 'ad.p1', ...TITLE_COLUMNS, ...CITY_NAMES])
    .select(
      sql<Date | null>`(select min(b.start_at) from busy b where b.ad_id = ad.id and b.status in ${literalList(TAKING)}
        and b.start_at >= ${end} and ${isTaken(now)})`.as('next_at'),
    )
    .where('ad.company_id', '=', company)
    .where('ad.city_id', '=', city.id)
    .where('ad.status', '=', OFFERED)
    .$if(q !== undefined, (query) => query.where(matchesVehicle(q ?? '')))
    .$if(ad !== undefined, (query) => query.where('ad.id', '=', ad ?? 0))
    .where(
      sql<boolean>`(select ${freeIn(now)} from (select ad.id, ${gapOf('ad', 'c')} as gap from company c where c.id = ad.company_id) a
        cross join (select ${start}::timestamptz as start_at, ${end}::timestamptz as end_at) w)`,
    )
    .orderBy('ad.p1')
    .orderBy('ad.id')
    .execute()
}

/** The price of the rent and the places, or why this vehicle cannot be rented so. */
async function priceOf(
  db: Kysely<DB>,
  id: number,
  { times, place, now }: { times: Times; place: number | undefined; now: Date },
) {
  try {
    const ad = await readRentable(db, { id, now })
    const choice = {
      ...{ id, ...times, child_seat_count: 0, extra_driver: false, internet: false, supplemental_insurance: false },
      ...(place !== undefined && { receive_address: { id: place } }),
    }
    const { bill } = await quoteRental(db, { ad, choice, currency: ad.currency, now, byStaff: true })
    return { per_day: rentAverage(bill), total: bill.total, days: bill.days, currency: bill.currency }
  } catch (error) {
    if (error instanceof ORPCError && ['INVALID_FIELDS', 'NOT_FOUND'].includes(error.code)) return error
    throw error
  }
}
