import { type Kysely, sql } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import { api } from '#app/api/call/context.ts'
import { hasOpenRent } from '#app/api/company/protocols/open-rent.ts'
import { countedAs, REPORT_SOURCE } from '#app/api/company/reports/counted.ts'
import type { DESK_LISTS } from '#app/contract/company/reservations/reservations.ts'
import { WAS_ACCEPTED } from '#app/db/accepted.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { isLate } from '#app/db/late-reservation.ts'
import { anyOf, type Condition, holdsName, namePattern } from '#app/db/matching-text.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'
import type { DeskOrder, ReportCount, ReportSource } from '#app/rules/reservation/reservation-lists.ts'
import { reservationNumberIn } from '#app/rules/reservation/reservation-number.ts'
import { CALLED_OFF, OPEN, UNPAID } from '#app/rules/reservation/reservation-status.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { foldText, toLatinDigits } from '#app/rules/text/digits.ts'
import { deskLine, deskRows } from './lines.ts'

type List = (typeof DESK_LISTS)[number]
type Wanted = {
  list: List
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  vehicle?: number | undefined
  place?: number | undefined
  counted?: ReportCount | undefined
  source?: ReportSource | undefined
}

/** With fewer digits nobody would search for a part of a phone. */
const PHONE_PART = 4

/**
 * The company's reservations: future ones by their pick-up, others by the latest booking, unless another order is wanted.
 * Unpaid ones are left out, except those that the company's staff booked.
 * Source: *ours*.
 */
export const list = api.company.reservations.list.handler(async ({ input, context }) => {
  const { deps, language, companyFilter, person } = context
  const { page, size } = input
  const now = deps.now()
  const conditions = conditionsOf(input, { now, person })
  const { count } = await found(deps.db, companyFilter, conditions)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  // Its ids first, so that rows outside the page are never joined: within one query the planner would join before the
  // limit.
  const onPage = await found(deps.db, companyFilter, conditions)
    .select('reservation.id')
    .orderBy(input.order ? CHOSEN[input.order] : ORDER[input.list])
    .orderBy('reservation.number', 'desc')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  const ids = onPage.map(({ id }) => id)
  const rows = await deskRows(deps.db, companyFilter)
    .where((of) => of('reservation.id', '=', of.fn.any(of.val(ids))))
    .orderBy(input.order ? CHOSEN[input.order] : ORDER[input.list])
    .orderBy('reservation.number', 'desc')
    .execute()
  return { count, results: rows.map((row) => deskLine(row, { language, now, person })) }
})

const ORDER: Record<List, ReturnType<typeof sql>> = {
  all: sql`reservation.created_at desc`,
  open: sql`reservation.start_at`,
  waiting: sql`reservation.confirm_by`,
  held: sql`reservation.hold_until`,
  quotes: sql`reservation.created_at desc`,
  coming: sql`reservation.start_at`,
  out: sql`reservation.end_at`,
  late: sql`reservation.start_at`,
  rent_open: sql`reservation.end_at`,
  completed: sql`reservation.end_at desc`,
  ended: sql`reservation.created_at desc`,
}

const CHOSEN: Record<DeskOrder, ReturnType<typeof sql>> = {
  pickup: sql`reservation.start_at`,
  pickup_last: sql`reservation.start_at desc`,
  return: sql`reservation.end_at`,
  // Of two currencies by what they are worth today.
  total: sql`reservation.total::numeric * (select case when code = 'EUR' then irt_per_unit / 100.0 else irt_per_unit end
    from currency where currency.id = reservation.currency_id) desc`,
}

/** A query with the conditions. */
function found(db: Kysely<DB>, company: number | null, conditions: readonly Condition[]) {
  const rows = db
    .selectFrom('reservation')
    .$if(company !== null, (query) => query.where('reservation.company_id', '=', company ?? 0))
  return conditions.reduce((query, condition) => query.where(condition), rows)
}

function conditionsOf(
  { list, q, from, to, vehicle, place, counted, source }: Wanted,
  { now, person }: { now: Date; person: Person },
): Condition[] {
  const r = sql.ref('reservation')
  return [
    inList(list, now),
    ...(q ? [matches(q, person)] : []),
    ...(from ? [sql<boolean>`${r}.end_date >= ${from}`] : []),
    ...(to ? [sql<boolean>`${r}.start_date <= ${to}`] : []),
    ...(vehicle ? [sql<boolean>`${r}.ad_id = ${vehicle}`] : []),
    ...(counted ? countedAs(counted, { from, to }) : []),
    ...(source ? [sql<boolean>`${REPORT_SOURCE} = ${source}`] : []),
    ...(place ? [sql<boolean>`${place} in (${r}.receive_place_id, ${r}.return_place_id)`] : []),
  ]
}

function inList(list: List, now: Date): Condition {
  switch (list) {
    case 'open':
      return sql`reservation.status in ${literalList(OPEN)}`
    case 'waiting':
      return sql`reservation.status = 'AWAITING_CONFIRMATION'`
    case 'held':
      return sql`(reservation.source <> 'SITE' and reservation.status = 'AWAITING_PAYMENT'
        and reservation.hold_until > ${now})`
    case 'quotes':
      return sql`reservation.quote is not null`
    case 'coming':
      return sql`reservation.status = 'CONFIRMED'`
    case 'out':
      return sql`reservation.status = 'ACTIVE'`
    case 'late':
      return isLate(now)
    case 'rent_open':
      return hasOpenRent(now)
    case 'completed':
      return sql`reservation.status = 'COMPLETED'`
    case 'ended':
      return sql`reservation.status in ${literalList(CALLED_OFF)}`
    default:
      return sql`(reservation.status not in ${literalList(UNPAID)} or reservation.source <> 'SITE')`
  }
}

/**
 * One search box for a number, a phone, a plate or a name. What the company does not see yet is not searched either:
 * a hit would reveal it.
 */
function matches(q: string, { role }: Person): Condition {
  const seen = (found: Condition) => (role === 'ADMIN' ? found : sql<boolean>`(${WAS_ACCEPTED} and ${found})`)
  const number = reservationNumberIn(q)
  const phone = normalisePhone(q, '+98')
  const digits = toLatinDigits(q).replace(/\D/g, '')
  const plate = foldText(q).replace(/[^\p{L}\p{N}]/gu, '')
  const ways = [
    seen(holdsName('reservation.fullname', namePattern(q))),
    ...(role === 'ADMIN' ? [] : [waitsUnderName(q)]),
    ...(number ? [sql<boolean>`reservation.number = ${number}`] : []),
    ...(phone ? [seen(sql<boolean>`reservation.phone = ${phone}`)] : []),
    ...(digits.length >= PHONE_PART ? [seen(sql<boolean>`reservation.phone like ${`%${digits}%`}`)] : []),
    ...(plate.length > 1 ? [hasPlate(plate)] : []),
  ]
  return anyOf(ways)
}

/** A request that waits for the company, by its customer's first name. */
const waitsUnderName = (q: string) => sql<boolean>`(reservation.status = 'AWAITING_CONFIRMATION'
  and translate(lower(split_part(btrim(reservation.fullname), ' ', 1)), 'يكىآأإؤئ', 'یکیاااوی') like ${namePattern(q)})`

/** There are far fewer plates than reservations, so they are searched once and not for each reservation. */
const hasPlate = (part: string) => sql<boolean>`reservation.ad_id in (select id from ad
  where regexp_replace(lower(ad.plate), '[^[:alnum:]]', '', 'g') like ${`%${part}%`})`
