import { type Kysely, sql } from 'kysely'
import { oneManagedCompany } from '#app/api/agency/staff.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { api } from '#app/api/context.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { DB } from '#app/db/schema.ts'
import { nameOf, wordingIn } from '#app/i18n/names.ts'
import { addDays, type CalendarDate } from '#app/rules/calendar-date.ts'
import type { Language } from '#app/rules/constants.ts'
import { dateIn, instantOf } from '#app/rules/rental-time.ts'
import { deskLine, deskRows } from './lines.ts'
import { unsentOf } from './unsent.ts'

const WEEK_DAYS = 7
const LISTED = 200
const FRESH = 10
const DAY_MS = 86_400_000
const NOON = '12:00'

type Shown = { language: Language; now: Date; date: CalendarDate }

/** What the frame around every page of the desk shows. */
export const frame = api.desk.frame.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const id = oneManagedCompany(person, input.company)
  const company = await readCompany(deps.db, id)
  const now = deps.now()
  const work = await deps.db
    .selectFrom('reservation')
    .select([
      sql<number>`count(*) filter (where status = 'AWAITING_CONFIRMATION')`.as('waiting'),
      sql<number>`count(*) filter (where ${isLate(now)})`.as('late'),
    ])
    .where('company_id', '=', id)
    .where('status', 'in', ['AWAITING_CONFIRMATION', 'CONFIRMED', 'ACTIVE'])
    .executeTakeFirstOrThrow()
  const role = person.role === 'ADMIN' ? null : person.staffRole
  return {
    company: {
      id,
      name: wordingIn(language, company.name),
      city: nameOf(company, language),
      suspended: company.suspended_at !== null,
    },
    role,
    waiting: role === 'DRIVER' ? 0 : work.waiting,
    late: work.late,
  }
})

/** Where the company hands over and takes back. */
export const places = api.desk.places.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const company = oneManagedCompany(person, input.company)
  const rows = await deps.db
    .selectFrom('place')
    .select(['id', 'name'])
    .where('company_id', '=', company)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { places: rows.map(({ id, name }) => ({ id, name: wordingIn(language, name) })) }
})

/** The day of a company. Drivers see what is to be handed over and taken back, and nothing else. */
export const today = api.desk.today.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { db } = deps
  const id = oneManagedCompany(person, input.company)
  const { zone } = await readCompany(db, id)
  const now = deps.now()
  const date = dateIn(zone, now)
  const shown = { language, now, date }
  const isDriver = person.role !== 'ADMIN' && person.staffRole === 'DRIVER'
  const [tasks, done, waiting, fresh, week, fleet, unsent] = await Promise.all([
    tasksOf(db, id, shown),
    doneOf(db, id, { ...shown, zone }),
    isDriver ? [] : waitingOf(db, id, shown),
    isDriver ? [] : freshOf(db, id, shown),
    isDriver ? [] : weekOf(db, id, { date, zone }),
    isDriver ? null : fleetOf(db, id, now),
    isDriver ? [] : unsentOf(db, { company: id, person, now }),
  ])
  const due = (kind: 'PICK_UP' | 'RETURN') => tasks.filter((task) => task.kind === kind).length
  const late = tasks.filter(({ reservation }) => reservation.late_minutes !== null).length
  const counts = { late, waiting: waiting.length, pick_ups: due('PICK_UP'), returns: due('RETURN') }
  return { date, now: now.toISOString(), zone, counts, tasks, done, waiting, fresh, week, fleet, unsent }
})

const isLate = (now: Date) => sql<boolean>`
  (status = 'CONFIRMED' and start_at < ${now}) or (status = 'ACTIVE' and end_at < ${now})`

async function readCompany(db: Kysely<DB>, id: number) {
  const found = await db
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .select(['company.name', 'company.suspended_at', 'city.zone'])
    .select([...CITY_NAMES])
    .where('company.id', '=', id)
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}

/** Today's pick-ups and returns, with those that should have been before, by the days of the vehicle's own city. */
async function tasksOf(db: Kysely<DB>, company: number, { language, now }: Shown) {
  const day = sql`(${now}::timestamptz at time zone city.zone)::date`
  const rows = await deskRows(db, company)
    .where((where) =>
      where.or([
        sql<boolean>`reservation.status = 'CONFIRMED' and reservation.start_date <= ${day}`,
        sql<boolean>`reservation.status = 'ACTIVE' and reservation.end_date <= ${day}`,
      ]),
    )
    .orderBy(sql`case reservation.status when 'CONFIRMED' then reservation.start_at else reservation.end_at end`)
    .orderBy('reservation.id')
    .limit(LISTED)
    .execute()
  return rows.map((row) => {
    const isPickUp = row.status === 'CONFIRMED'
    const kind = isPickUp ? ('PICK_UP' as const) : ('RETURN' as const)
    return {
      kind,
      reservation: deskLine(row, { language, now }),
      at: (isPickUp ? row.start_at : row.end_at).toISOString(),
    }
  })
}

/** What has been handed over and taken back today, and stayed so. */
async function doneOf(db: Kysely<DB>, company: number, { language, now, date, zone }: Shown & { zone: string }) {
  const rows = await deskRows(db, company)
    .innerJoin('reservation_event as event', 'event.reservation_id', 'reservation.id')
    .select(['event.status as became', 'event.at'])
    .where('event.at', '>=', instantOf(date, '00:00', zone))
    .where('reservation.status', 'in', ['ACTIVE', 'COMPLETED'])
    .where(sql<boolean>`event.status in ('ACTIVE', 'COMPLETED') and event.reason is null`)
    .orderBy('event.at')
    .limit(LISTED)
    .execute()
  return rows
    .filter(({ status, became }) => became === 'ACTIVE' || status === 'COMPLETED')
    .map((row) => ({
      kind: row.became === 'ACTIVE' ? ('PICK_UP' as const) : ('RETURN' as const),
      reservation: deskLine(row, { language, now }),
      at: row.at.toISOString(),
    }))
}

async function waitingOf(db: Kysely<DB>, company: number, { language, now }: Shown) {
  const rows = await deskRows(db, company)
    .where('reservation.status', '=', 'AWAITING_CONFIRMATION')
    .orderBy('reservation.confirm_by')
    .limit(LISTED)
    .execute()
  return rows.map((row) => deskLine(row, { language, now }))
}

async function freshOf(db: Kysely<DB>, company: number, { language, now }: Shown) {
  const rows = await deskRows(db, company)
    .where('reservation.status', '=', 'CONFIRMED')
    .where('reservation.created_at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('reservation.created_at', 'desc')
    .limit(FRESH)
    .execute()
  return rows.map((row) => deskLine(row, { language, now }))
}

/** What begins and ends on each of the coming days, and how many vehicles customers have at noon. */
async function weekOf(db: Kysely<DB>, company: number, { date, zone }: { date: CalendarDate; zone: string }) {
  const days = Array.from({ length: WEEK_DAYS }, (_, index) => addDays(date, index))
  const last = addDays(date, WEEK_DAYS - 1)
  const count = (column: 'start_date' | 'end_date') =>
    db
      .selectFrom('reservation')
      .select([column, (of) => of.fn.countAll<number>().as('n')])
      .where('company_id', '=', company)
      .where(column, '>=', date)
      .where(column, '<=', last)
      .where('status', 'in', ['AWAITING_CONFIRMATION', 'CONFIRMED', 'ACTIVE', 'COMPLETED'])
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

/** How many vehicles customers have at each of the times. */
async function countsOut(db: Kysely<DB>, company: number, times: readonly Date[]): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from reservation where company_id = ${company}
      and status in ('AWAITING_CONFIRMATION', 'CONFIRMED', 'ACTIVE') and start_at <= time and end_at > time)::int as n
    from unnest(${times}::timestamptz[]) with ordinality as asked (time, place) order by place`.execute(db)
  return rows.map(({ n }) => n)
}

async function fleetOf(db: Kysely<DB>, company: number, now: Date) {
  const { rows } = await sql<{ total: number; out: number; blocked: number }>`
    select count(*) as total,
      count(*) filter (where exists (select from reservation r where r.ad_id = ad.id and r.company_id = ${company}
        and r.status = 'ACTIVE')) as out,
      count(*) filter (where exists (select from busy b where b.ad_id = ad.id and b.kind = 'BLOCK' and b.status in (1, 2)
        and b.end_at > ${now} and b.start_at <= ${now})) as blocked
    from ad where company_id = ${company} and status = 1`.execute(db)
  return rows[0] ?? { total: 0, out: 0, blocked: 0 }
}
