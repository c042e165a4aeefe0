import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { readinessOfMany } from '#app/api/company/check-in/readiness.ts'
import { shownArrival, shownReadiness } from '#app/api/company/check-in/shown.ts'
import { readCompany } from '#app/api/company/settings/frame.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { OFFERED_LITERAL } from '#app/db/offered.ts'
import { TAKING } from '#app/db/prices/free.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { isDriver } from '#app/rules/access/company-role.ts'
import { BINDING, HANDED_OVER, KEPT, OPEN } from '#app/rules/reservation/reservation-status.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { dateIn, instantOf } from '#app/rules/time/rental-time.ts'
import { deskLine, deskRows } from './lines.ts'
import { findRisks } from './risk/found.ts'
import { unsentOf } from './unsent.ts'

const WEEK_DAYS = 7
const LISTED = 200
const FRESH = 10
const DRAFTS = 50
const NOON = '12:00'

type Day = { company: number; now: Date; date: CalendarDate; zone: string }

/** A company's day. Drivers see only what is handed over and taken back. */
export const today = api.company.reservations.today.handler(async ({ context }) => {
  const { deps, language, person, company: id } = context
  const { db } = deps
  const { zone } = await readCompany(db, id)
  const now = deps.now()
  const date = dateIn(zone, now)
  const day = { company: id, now, date, zone }
  const drives = isDriver(person)
  const [planned, done, waiting, fresh, week, fleet, unsent, drafts, risks, licences] = await Promise.all([
    tasksOf(db, day),
    doneOf(db, day),
    drives ? [] : waitingOf(db, day),
    drives ? [] : freshOf(db, day),
    drives ? [] : weekOf(db, day),
    drives ? null : fleetOf(db, day),
    drives ? [] : unsentOf(db, { company: id, person, now }),
    drives ? [] : draftsOf(db, id),
    drives ? [] : findRisks(db, { company: id, now }),
    drives ? [] : licencesOf(db, id),
  ])
  const rows = await rowsOf(db, id, [...planned, ...done, ...waiting, ...fresh])
  const prepared = await readinessOfMany(
    db,
    planned.flatMap(({ kind, id }) => (kind === 'PICK_UP' ? (rows.get(id) ?? []) : [])),
  )
  const line = (row: Row) => deskLine(row, { language, now, person })
  /** A reservation of a list that has gone since is left out. */
  const lines = <Listed extends { id: string }, Line>(listed: readonly Listed[], of: (row: Row, one: Listed) => Line) =>
    listed.flatMap((one) => {
      const row = rows.get(one.id)
      return row ? [of(row, one)] : []
    })
  const tasks = lines(planned, (row, { kind, at }) => {
    const found = prepared.get(row.id)
    const checkIn = found ? { ...shownReadiness(found), arrival: shownArrival(found, row) } : null
    return { kind, reservation: line(row), at: at.toISOString(), check_in: checkIn }
  })
  const due = (kind: 'PICK_UP' | 'RETURN') => tasks.filter((task) => task.kind === kind).length
  const late = tasks.filter(({ reservation }) => reservation.late_minutes !== null).length
  const counts = {
    late,
    at_risk: risks.length,
    waiting: waiting.length,
    pick_ups: due('PICK_UP'),
    returns: due('RETURN'),
  }
  return {
    date,
    now: now.toISOString(),
    zone,
    counts,
    tasks,
    done: lines(done, (row, { kind, at }) => ({ kind, reservation: line(row), at: at.toISOString(), check_in: null })),
    waiting: lines(waiting, line),
    fresh: lines(fresh, line),
    week,
    fleet,
    unsent,
    drafts,
    licences,
  }
})

type Row = Awaited<ReturnType<ReturnType<typeof deskRows>['execute']>>[number]

/**
 * The reservations of the day's lists, by id. In one query for all lists: PostgreSQL needs ten milliseconds to plan one of a dozen tables,
 * and the lists themselves need only one or two.
 */
async function rowsOf(
  db: Kysely<DB>,
  company: number,
  listed: readonly { id: string }[],
): Promise<ReadonlyMap<string, Row>> {
  if (listed.length === 0) return new Map()
  const ids = [...new Set(listed.map(({ id }) => id))]
  const rows = await deskRows(db, company).where('reservation.id', '=', sql<string>`any(${ids}::text[])`).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Today's pick-ups and returns, and overdue ones, by the days of the vehicle's own city. */
async function tasksOf(db: Kysely<DB>, { company, now }: Day) {
  const day = sql`(${now}::timestamptz at time zone city.zone)::date`
  const at = sql<Date>`case reservation.status when 'CONFIRMED' then reservation.start_at else reservation.end_at end`
  const rows = await db
    .selectFrom('reservation')
    .innerJoin('city', 'city.id', 'reservation.city_id')
    .select(['reservation.id', 'reservation.status', at.as('at')])
    .where('reservation.company_id', '=', company)
    .where((where) =>
      where.or([
        sql<boolean>`reservation.status = 'CONFIRMED' and reservation.start_date <= ${day}`,
        sql<boolean>`reservation.status = 'ACTIVE' and reservation.end_date <= ${day}`,
      ]),
    )
    .orderBy(at)
    .orderBy('reservation.id')
    .limit(LISTED)
    .execute()
  return rows.map(({ id, status, at }) => ({ id, at, kind: taskKind(status === 'CONFIRMED') }))
}

const taskKind = (isPickUp: boolean) => (isPickUp ? ('PICK_UP' as const) : ('RETURN' as const))

/** Licences that wait for somebody to look at them. */
async function licencesOf(db: Kysely<DB>, company: number) {
  const rows = await db
    .selectFrom('licence_check')
    .innerJoin('reservation', 'reservation.id', 'licence_check.reservation_id')
    .innerJoin('city', 'city.id', 'reservation.city_id')
    .select(['reservation.id as reservation', 'reservation.fullname', 'reservation.start_at', 'city.zone'])
    .where('reservation.company_id', '=', company)
    .where('reservation.status', 'in', BINDING)
    .where('licence_check.state', '=', 'SENT')
    .orderBy('reservation.start_at')
    .limit(DRAFTS)
    .execute()
  return rows.map(({ start_at, ...row }) => ({ ...row, start_at: start_at.toISOString() }))
}

/** What was handed over and taken back today, and not undone. */
async function doneOf(db: Kysely<DB>, { company, date, zone }: Day) {
  const rows = await db
    .selectFrom('reservation_event as event')
    .innerJoin('reservation', 'reservation.id', 'event.reservation_id')
    .select(['reservation.id', 'reservation.status', 'event.status as became', 'event.at'])
    .where('reservation.company_id', '=', company)
    .where('event.at', '>=', instantOf(date, '00:00', zone))
    .where('reservation.status', 'in', HANDED_OVER)
    .where(sql<boolean>`event.status in ${literalList(HANDED_OVER)} and event.reason is null`)
    .orderBy('event.at')
    .limit(LISTED)
    .execute()
  return rows
    .filter(({ status, became }) => became === 'ACTIVE' || status === 'COMPLETED')
    .map(({ id, became, at }) => ({ id, at, kind: taskKind(became === 'ACTIVE') }))
}

function waitingOf(db: Kysely<DB>, { company }: Day) {
  return db
    .selectFrom('reservation')
    .select('id')
    .where('company_id', '=', company)
    .where('status', '=', 'AWAITING_CONFIRMATION')
    .orderBy('confirm_by')
    .limit(LISTED)
    .execute()
}

/** What a return or staff by hand ask for, and nobody has sent yet. */
async function draftsOf(db: Kysely<DB>, company: number) {
  const ofReservation = ['reservation.id as reservation', 'fullname', 'reservation.currency_id'] as const
  const rows = await db
    .selectFrom('proposal')
    .innerJoin('reservation', 'reservation.id', 'proposal.reservation_id')
    .select([
      ...ofReservation,
      'proposal.amount',
      'proposal.created_at as since',
      sql.lit<'RETURN' | 'HAND'>('RETURN').as('kind'),
    ])
    .where('reservation.company_id', '=', company)
    .where('proposal.status', '=', 'DRAFT')
    .unionAll(
      db
        .selectFrom('charge_draft')
        .innerJoin('reservation', 'reservation.id', 'charge_draft.reservation_id')
        .select([
          ...ofReservation,
          'charge_draft.amount',
          'changed_at as since',
          sql.lit<'RETURN' | 'HAND'>('HAND').as('kind'),
        ])
        .where('reservation.company_id', '=', company),
    )
    .orderBy('since')
    .limit(DRAFTS)
    .execute()
  return rows.map(({ currency_id, since, ...row }) => ({
    ...row,
    currency: currencyIn({ currency_id }),
    since: since.toISOString(),
  }))
}

function freshOf(db: Kysely<DB>, { company, now }: Day) {
  return db
    .selectFrom('reservation')
    .select('id')
    .where('company_id', '=', company)
    .where('status', '=', 'CONFIRMED')
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('created_at', 'desc')
    .limit(FRESH)
    .execute()
}

/** What begins and ends on each of the coming days, and how many vehicles are rented at noon. */
async function weekOf(db: Kysely<DB>, { company, date, zone }: Day) {
  const days = Array.from({ length: WEEK_DAYS }, (_, index) => addDays(date, index))
  const last = addDays(date, WEEK_DAYS - 1)
  const count = (column: 'start_date' | 'end_date') =>
    db
      .selectFrom('reservation')
      .select([column, (of) => of.fn.countAll<number>().as('n')])
      .where('company_id', '=', company)
      .where(column, '>=', date)
      .where(column, '<=', last)
      .where('status', 'in', KEPT)
      .groupBy(column)
      .execute()
  const [starts, ends, out] = await Promise.all([
    count('start_date'),
    count('end_date'),
    countsOut(
      db,
      company,
      days.map((day) => instantOf(day, NOON, zone)),
    ),
  ])
  return days.map((day, index) => ({
    date: day,
    pick_ups: starts.find(({ start_date }) => start_date === day)?.n ?? 0,
    returns: ends.find(({ end_date }) => end_date === day)?.n ?? 0,
    out: out[index] ?? 0,
  }))
}

/** How many vehicles are rented at each of the times. */
async function countsOut(db: Kysely<DB>, company: number, times: readonly Date[]): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from reservation where company_id = ${company}
      and status in ${literalList(OPEN)} and start_at <= time and end_at > time)::int as n
    from unnest(${times}::timestamptz[]) with ordinality as asked (time, place) order by place`.execute(db)
  return rows.map(({ n }) => n)
}

async function fleetOf(db: Kysely<DB>, { company, now }: Day) {
  const { rows } = await sql<{ total: number; out: number; blocked: number }>`
    select count(*) as total,
      count(*) filter (where exists (select from reservation r where r.ad_id = ad.id and r.company_id = ${company}
        and r.status = 'ACTIVE')) as out,
      count(*) filter (where exists (select from busy b where b.ad_id = ad.id and b.kind = 'BLOCK' and b.status in ${literalList(TAKING)}
        and b.end_at > ${now} and b.start_at <= ${now})) as blocked
    from ad where company_id = ${company} and status = ${OFFERED_LITERAL}`.execute(db)
  return rows[0] ?? { total: 0, out: 0, blocked: 0 }
}
