import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { type ApiContext, api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import type { DeskHours } from '#app/contract/company/places/hours.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { reloadHours } from '#app/db/prices/closed-days.ts'
import { numberOf } from '#app/db/reservation.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { nameForCompany } from '#app/rules/reservation/customer-seen.ts'
import { type ReservationStatus, UPCOMING } from '#app/rules/reservation/reservation-status.ts'
import { type CalendarDate, daysBetween } from '#app/rules/time/calendar-date.ts'
import { holidayCalendar, holidaysOf, holidayYear, isByMoon } from '#app/rules/time/holidays.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

type Hours = z.infer<typeof DeskHours>
type Company = { id: number; country: string; zone: string }

/** The most closed ranges of a company, days in one, and reservations shown for it. Source: *ours*. */
const MOST_CLOSED = 200
const LONGEST_DAYS = 366
const SHOWN = 20

/** When the company's places are open. */
export const hours = api.company.places.hours.handler(async ({ context }) => {
  const company = await companyOf(context.deps.db, context.company)
  return hoursOf(company, context)
})

/** The week of a place, or of all. Throws NOT_FOUND for another company's. */
export const setHours = api.company.places.setHours.handler(async ({ input: { place, week }, context }) => {
  const { db } = context.deps
  const company = await companyOf(db, context.company)
  const set = db
    .updateTable('place')
    .set({ week: JSON.stringify(week) })
    .where('company_id', '=', company.id)
  const changed = await (place === undefined ? set : set.where('id', '=', place)).returning('id').execute()
  if (changed.length === 0) throw errors.NOT_FOUND()
  await changedHours(context)
  return hoursOf(company, context)
})

/** Closes days for new bookings. Throws INVALID_FIELDS for a range that is over, ends before it begins or is too long. */
export const closeDays = api.company.places.closeDays.handler(async ({ input, context }) => {
  const { deps } = context
  const { place = null, start_date, end_date, reason } = input
  const company = await companyOf(deps.db, context.company)
  if (end_date < start_date) throw invalidFields({ end_date: ['ends_before'] })
  const today = dateIn(company.zone, deps.now())
  if (end_date < today) throw invalidFields({ end_date: ['past'] })
  if (daysBetween(start_date, end_date) >= LONGEST_DAYS) throw invalidFields({ end_date: ['too_long'] })
  const id = await inTransaction(deps.db, async (tx) => {
    if (place !== null) await guardPlace(tx, company.id, place)
    await guardRoom(tx, company, { today, field: 'start_date', more: 1 })
    const row = { company_id: company.id, place_id: place, starts_on: start_date, ends_on: end_date, reason }
    return (await tx.insertInto('closed_days').values(row).returning('id').executeTakeFirstOrThrow()).id
  })
  await changedHours(context)
  const { counts } = await affectedBy(deps.db, company.id, [id])
  return { id, affected_count: counts.get(id) ?? 0 }
})

/** Removes closed days. */
export const openDays = api.company.places.openDays.handler(async ({ context }) => {
  await context.deps.db.deleteFrom('closed_days').where('id', '=', context.closedDays.id).execute()
  await changedHours(context)
  return { removed: true }
})

/**
 * Closes all places on the holidays of a year of the country's calendar, except those that are past or closed already.
 */
export const closeHolidays = api.company.places.closeHolidays.handler(async ({ input, context }) => {
  const { deps } = context
  const company = await companyOf(deps.db, context.company)
  const today = dateIn(company.zone, deps.now())
  if (!yearsOf(company, today).includes(input.year)) throw invalidFields({ year: ['not_offered'] })
  const added = await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `closed days ${company.id}`)
    const known = await tx
      .selectFrom('closed_days')
      .select(['starts_on', 'holiday'])
      .where('company_id', '=', company.id)
      .where('holiday', 'is not', null)
      .execute()
    const rows = holidaysOf(company.country, input.year)
      .filter(({ ends_on }) => ends_on >= today)
      .filter(({ key, starts_on }) => !known.some((one) => one.holiday === key && isNear(one.starts_on, starts_on)))
      .map(({ key, starts_on, ends_on }) => ({ company_id: company.id, starts_on, ends_on, holiday: key }))
    await guardRoom(tx, company, { today, field: 'year', more: rows.length })
    if (rows.length === 0) return []
    return tx.insertInto('closed_days').values(rows).returning('id').execute()
  })
  await changedHours(context)
  const ids = added.map(({ id }) => id)
  const { counts } = await affectedBy(deps.db, company.id, ids)
  return { added: ids.length, affected_count: ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0) }
})

/** Recomputes the open times that searches and pages use. */
async function changedHours({ deps: { db, now, publish } }: ApiContext): Promise<void> {
  await reloadHours(db, now())
  publish({ kind: 'pages' })
}

/** The same lunar holiday twice in a year. */
function isNear(one: CalendarDate, other: CalendarDate): boolean {
  return Math.abs(daysBetween(one, other)) < 15
}

async function companyOf(db: Kysely<DB>, id: number): Promise<Company> {
  const found = await db
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .innerJoin('country', 'country.id', 'city.country_id')
    .select(['company.id', 'country.code as country', 'city.zone'])
    .where('company.id', '=', id)
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}

async function guardPlace(tx: Tx, company: number, place: number): Promise<void> {
  const own = await tx
    .selectFrom('place')
    .select('id')
    .where('id', '=', place)
    .where('company_id', '=', company)
    .executeTakeFirst()
  if (!own) throw invalidFields({ place: ['place'] })
}

type Room = { today: CalendarDate; field: string; more: number }

/** Past ranges, by the company's own calendar, do not count. */
async function guardRoom(tx: Tx, { id }: Company, { today, field, more }: Room): Promise<void> {
  await oneByOne(tx, `closed days ${id}`)
  const { count } = await tx
    .selectFrom('closed_days')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('company_id', '=', id)
    .where('ends_on', '>=', today)
    .executeTakeFirstOrThrow()
  if (count + more > MOST_CLOSED) throw invalidFields({ [field]: ['max'] }, { [field]: { n: MOST_CLOSED } })
}

function yearsOf({ country }: Company, today: CalendarDate): number[] {
  const year = holidayYear(country, today)
  return year === undefined ? [] : [year, year + 1]
}

async function hoursOf(company: Company, { deps: { db, now }, language }: ApiContext): Promise<Hours> {
  const today = dateIn(company.zone, now())
  const places = await db
    .selectFrom('place')
    .innerJoin('city', 'city.id', 'place.city_id')
    .select(['place.id', 'place.name as place', 'opens_at', 'closes_at', 'week', ...CITY_NAMES])
    .where('company_id', '=', company.id)
    .orderBy('position')
    .orderBy('place.id')
    .execute()
  const rows = await db
    .selectFrom('closed_days')
    .leftJoin('place', 'place.id', 'closed_days.place_id')
    .select(['closed_days.id', 'place.name as place', 'starts_on', 'ends_on', 'reason', 'holiday'])
    .where('closed_days.company_id', '=', company.id)
    .where('ends_on', '>=', today)
    .orderBy('starts_on')
    .orderBy('closed_days.id')
    .execute()
  const { counts, first } = await affectedBy(
    db,
    company.id,
    rows.map(({ id }) => id),
  )
  return {
    places: places.map(({ id, place, opens_at, closes_at, week, ...city }) => {
      return { id, name: wordingIn(language, place), city: nameOf(city, language), opens_at, closes_at, week }
    }),
    closed: rows.map(({ place, ...row }) => ({
      ...row,
      place: place && wordingIn(language, place),
      by_moon: row.holiday !== null && isByMoon(company.country, row.holiday),
      affected_count: counts.get(row.id) ?? 0,
      affected: first.get(row.id) ?? [],
    })),
    holidays: {
      country: company.country,
      calendar: holidayCalendar(company.country) ?? 'gregorian',
      years: yearsOf(company, today),
    },
  }
}

/**
 * Reservations that begin or end on closed days at a place that is closed then: how many, and the first of each range.
 */
async function affectedBy(db: Kysely<DB>, company: number, ids: readonly number[]) {
  const counts = new Map<number, number>()
  const first = new Map<number, Hours['closed'][number]['affected']>()
  if (ids.length === 0) return { counts, first }
  const { rows } = await sql<{
    closed: number
    id: string
    number: number
    fullname: string
    status: ReservationStatus
    side: 'receive' | 'return'
    date: string
    time: string
    count: number
  }>`select * from (
      select c.id as closed, r.id, r.number, r.fullname, r.status, side.side, side.date, side.time,
        count(*) over (partition by c.id) as count,
        row_number() over (partition by c.id order by side.date, side.time, r.id) as place
      from closed_days c
      join reservation r on r.company_id = c.company_id
      cross join lateral (values
        ('receive', r.start_date, r.start_time, r.receive_place_id),
        ('return', r.end_date, r.end_time, r.return_place_id)) as side(side, date, time, place_id)
      where c.company_id = ${company} and c.id = any(${ids}::int[]) and r.status = any(${UPCOMING}::text[])
        and not (r.status = 'ACTIVE' and side.side = 'receive')
        and side.date between c.starts_on and c.ends_on
        and (c.place_id is null or c.place_id = side.place_id)
    ) found where place <= ${SHOWN} order by closed, place`.execute(db)
  for (const { closed, number, count, ...one } of rows) {
    counts.set(closed, count)
    const { id, side, date, time } = one
    const shown = { id, number: numberOf({ number }), fullname: nameForCompany(one), side, date, time }
    first.set(closed, [...(first.get(closed) ?? []), shown])
  }
  return { counts, first }
}
