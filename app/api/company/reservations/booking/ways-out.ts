import { ORPCError } from '@orpc/server'
import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { matchesVehicle } from '#app/api/company/fleet/offers.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { OFFERED } from '#app/api/reservations/reserve/rentable.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { freeIn, isTaken, TAKING } from '#app/db/prices/free.ts'
import { gapOf } from '#app/db/prices/gap.ts'
import { numberOf } from '#app/db/reservation.ts'
import type { Language } from '#app/rules/constants.ts'
import { nameForCompany } from '#app/rules/reservation/customer-seen.ts'
import { MOST_TRIED, nearestFirst, shiftsOf } from '#app/rules/reservation/other-days.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn, instantOf } from '#app/rules/time/rental-time.ts'
import { citiesOf, findFree, type Sought, type Times } from './free-vehicles.ts'

/** Of each day only the cheapest is shown; the next ones are for a length that it refuses. Source: *ours*. */
const MOST_PRICED = 3

type Wanted = Sought & { times: Times; language: Language }

/**
 * What staff offer a customer whose vehicle or days are taken: who has the vehicle until when, when it is free next, and
 * the nearest days on which anything is. All of the same length and clock times. Throws NOT_FOUND for a vehicle of
 * another company. Source: design, GOLIVE.md ("a refusal ends in a way out").
 */
export const waysOut = api.company.reservations.waysOut.handler(async ({ input, context }) => {
  const { deps, company, language } = context
  const { ad, place, q, company: _, ...times } = input
  const now = deps.now()
  const wanted = { company, place, q, times, now, language }
  const holder = ad === undefined ? null : await holderOf(deps.db, { ...wanted, ad })
  const [same_vehicle, other_days] = await Promise.all([
    holder && ad !== undefined ? nextDaysOf(deps.db, { ...wanted, ad }) : null,
    nearestDays(deps.db, wanted),
  ])
  return { holder, same_vehicle, other_days }
})

/** Who or what has a vehicle in the wanted time, the last one of several; null if nobody has. */
async function holderOf(db: Kysely<DB>, { company, ad, times, now, language }: Wanted & { ad: number }) {
  const vehicle = await db
    .selectFrom('ad')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['ad.plate', 'city.zone', gapOf().as('gap'), ...TITLE_COLUMNS])
    .where('ad.id', '=', ad)
    .where('ad.company_id', '=', company)
    .executeTakeFirst()
  if (!vehicle) throw errors.NOT_FOUND()
  const { zone, gap } = vehicle
  const row = await db
    .selectFrom('busy as b')
    .leftJoin('reservation', 'reservation.id', 'b.reservation_id')
    .select(['b.end_at', 'b.purpose', 'reservation.number', 'reservation.share_id', 'reservation.fullname'])
    .select(['reservation.status as booked_as', 'reservation.end_at as returned_at'])
    .where('b.ad_id', '=', ad)
    .where('b.status', 'in', TAKING)
    .where('b.end_at', '>', instantOf(times.start_date, times.start_time, zone))
    .where(
      'b.start_at',
      '<',
      sql<Date>`${instantOf(times.end_date, times.end_time, zone)}::timestamptz
      + make_interval(mins => ${gap})`,
    )
    .where(isTaken(now))
    .orderBy('b.end_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { number, share_id, fullname, booked_as: status } = row
  return {
    title: titleOf(vehicle, language),
    plate: vehicle.plate,
    zone,
    until: (row.returned_at ?? row.end_at).toISOString(),
    reservation:
      share_id && number && fullname !== null && status
        ? { id: share_id, number: numberOf({ number }), fullname: nameForCompany({ fullname, status }) }
        : null,
    purpose: row.purpose,
  }
}

/** The nearest days before and after in which something is free. */
async function nearestDays(db: Kysely<DB>, wanted: Wanted) {
  const shifts = await freeShifts(db, wanted)
  const [before, after] = await Promise.all([
    firstBookable(
      db,
      wanted,
      shifts.filter((days) => days < 0),
    ),
    firstBookable(
      db,
      wanted,
      shifts.filter((days) => days > 0),
    ),
  ])
  return [before, after].filter((one) => one !== null)
}

/** The next days in which the named vehicle is free, whatever is looked for besides. */
async function nextDaysOf(db: Kysely<DB>, { q: _q, ...wanted }: Wanted) {
  const one = { ...wanted, q: undefined }
  const shifts = await freeShifts(db, one)
  return firstBookable(
    db,
    one,
    shifts.filter((days) => days > 0),
  )
}

/** By how many days the rental can move so that a vehicle is free, the nearest first; opening hours and the like are not looked at. */
async function freeShifts(db: Kysely<DB>, { company, place, q, ad, times, now }: Wanted): Promise<number[]> {
  const cities = await citiesOf(db, { company, place })
  const found = await Promise.all(
    cities.map(async ({ id, zone }) => {
      const windows = shiftsOf(times.start_date, dateIn(zone, now)).map((days) => {
        const start = instantOf(addDays(times.start_date, days), times.start_time, zone)
        const end = instantOf(addDays(times.end_date, days), times.end_time, zone)
        return sql`(${days}::int, ${start}::timestamptz, ${end}::timestamptz)`
      })
      const vehicles = db
        .selectFrom('ad')
        .innerJoin('company', 'company.id', 'ad.company_id')
        .innerJoin('brand', 'brand.id', 'ad.brand_id')
        .innerJoin('model', 'model.id', 'ad.model_id')
        .leftJoin('trim', 'trim.id', 'ad.trim_id')
        .select(['ad.id', gapOf().as('gap')])
        .where('ad.company_id', '=', company)
        .where('ad.city_id', '=', id)
        .where('ad.status', '=', OFFERED)
        .$if(q !== undefined, (query) => query.where(matchesVehicle(q ?? '')))
        .$if(ad !== undefined, (query) => query.where('ad.id', '=', ad ?? 0))
      const { rows } = await sql<{ days: number }>`
        select w.days from (values ${sql.join(windows)}) w (days, start_at, end_at)
        where exists (select from (${vehicles}) a where ${freeIn(now)})`.execute(db)
      return rows.map(({ days }) => days)
    }),
  )
  return nearestFirst([...new Set(found.flat())])
}

/** The first of these days that somebody can really book, with the cheapest vehicle. */
async function firstBookable(db: Kysely<DB>, wanted: Wanted, shifts: readonly number[]) {
  const { start_date, end_date, ...clock } = wanted.times
  for (const days of shifts.slice(0, MOST_TRIED)) {
    const dates = { start_date: addDays(start_date, days), end_date: addDays(end_date, days) }
    const { count, results } = await bookableOn(db, { ...wanted, times: { ...dates, ...clock } })
    const [cheapest] = results
    if (cheapest) return { ...dates, count, cheapest }
  }
  return null
}

async function bookableOn(db: Kysely<DB>, wanted: Wanted) {
  try {
    return await findFree(db, { ...wanted, most: MOST_PRICED })
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'INVALID_FIELDS') return { count: 0, results: [] }
    throw error
  }
}
