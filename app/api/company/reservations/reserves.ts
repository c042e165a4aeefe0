import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import { api } from '#app/api/call/context.ts'
import { cardOf, cardRows } from '#app/api/reservations/read/card.ts'
import { contactAsSeen, SEEN_COLUMNS, seenBy } from '#app/api/reservations/read/customer.ts'
import { asksDeposit } from '#app/api/reservations/read/read-own.ts'
import type { RESERVES_FILTERS } from '#app/contract/company/reservations/reserves.ts'
import type { ManagedReservation } from '#app/contract/company/shapes.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { DUE_AT_HAND_OVER } from '#app/db/monthly.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { deskPart } from '#app/rules/money/payment/payment-parts.ts'
import { ageBand } from '#app/rules/reservation/customer-seen.ts'
import { UNPAID } from '#app/rules/reservation/reservation-status.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'

type Filter = (typeof RESERVES_FILTERS)[number]

/**
 * The company's reservations. `waiting` wait for its answer, the most urgent first; `pick_ups` and `returns` are those
 * of today in the city, with overdue ones; `active` are out, `out` those of them that are due later; `all` are the
 * latest. Unpaid holds are left out. Source: decisions.md, "Renting".
 */
export const reserves = api.company.reservations.reserves.handler(async ({ input, context }) => {
  const { deps, language, companyFilter, person } = context
  const { filter, page, size } = input
  const now = deps.now()
  const counts = await countAll(deps.db, { company: companyFilter, now })
  const { start } = pageSlice(page, counts[filter], size)
  const rows = await managedRows(deps.db, companyFilter)
    .where(isIn(filter, now))
    .orderBy(ORDER[filter])
    .orderBy('reservation.number', 'desc')
    .limit(size)
    .offset(start)
    .execute()
  const results = rows.map((row) => managed(row, { language, now, person }))
  return { count: counts[filter], results, counts }
})

const local = (column: string) => sql`(${sql.ref(column)} at time zone city.zone)::date`
const today = (now: Date) => sql`(${now}::timestamptz at time zone city.zone)::date`
const ORDER = {
  all: sql`reservation.created_at desc`,
  waiting: sql`reservation.confirm_by`,
  pick_ups: sql`reservation.start_at`,
  returns: sql`reservation.end_at`,
  active: sql`reservation.end_at`,
  out: sql`reservation.end_at`,
} satisfies Record<Filter, unknown>

function isIn(filter: Filter, now: Date) {
  switch (filter) {
    case 'waiting':
      return sql<boolean>`reservation.status = 'AWAITING_CONFIRMATION'`
    case 'pick_ups':
      return sql<boolean>`reservation.status = 'CONFIRMED' and ${local('reservation.start_at')} <= ${today(now)}`
    case 'returns':
      return sql<boolean>`reservation.status = 'ACTIVE' and ${local('reservation.end_at')} <= ${today(now)}`
    case 'out':
      return sql<boolean>`reservation.status = 'ACTIVE' and ${local('reservation.end_at')} > ${today(now)}`
    case 'active':
      return sql<boolean>`reservation.status = 'ACTIVE'`
    default:
      return sql<boolean>`reservation.status not in ${literalList(UNPAID)}`
  }
}

/** A query for the reservations of one company, or of all, with what its desk lists of each. */
export function managedRows(db: Kysely<DB>, company: number | null) {
  return cardRows(db)
    .leftJoin('place as receive', 'receive.id', 'reservation.receive_place_id')
    .leftJoin('place as back', 'back.id', 'reservation.return_place_id')
    .leftJoin('deposit_image', 'deposit_image.reservation_id', 'reservation.id')
    .leftJoin('deposit', 'deposit.reservation_id', 'reservation.id')
    .select([
      'receive.name as receive_name',
      'back.name as back_name',
      'deposit_image.uploaded_at',
      'deposit.way as deposit_way',
    ])
    .select(SEEN_COLUMNS)
    .select(DUE_AT_HAND_OVER.as('plan_due'))
    .$if(company !== null, (query) => query.where('reservation.company_id', '=', company ?? 0))
}

function countAll(db: Kysely<DB>, { company, now }: { company: number | null; now: Date }) {
  const count = (filter: Filter) => sql<number>`count(*) filter (where ${isIn(filter, now)})`
  return db
    .selectFrom('reservation')
    .innerJoin('city', 'city.id', 'reservation.city_id')
    .select([
      count('all').as('all'),
      count('waiting').as('waiting'),
      count('pick_ups').as('pick_ups'),
      count('returns').as('returns'),
      count('active').as('active'),
      count('out').as('out'),
    ])
    .$if(company !== null, (query) => query.where('reservation.company_id', '=', company ?? 0))
    .executeTakeFirstOrThrow()
}

type Row = Awaited<ReturnType<ReturnType<typeof managedRows>['execute']>>[number]

/** For whom a reservation is shown: an operator sees more of the customer than the company. */
export type Shown = { language: Language; now: Date; person: Pick<Person, 'role'> }

/** One of them, as the contract defines it. */
export function managed(row: Row, { language, now, person }: Shown): z.infer<typeof ManagedReservation> {
  const seen = seenBy(person, row, now)
  const { child_seat_count, extra_driver, internet, supplemental_insurance, confirm_by } = row
  const at = (name: Row['receive_name'], address: string | null) => (name ? wordingIn(language, name) : (address ?? ''))
  return {
    ...cardOf(row, { language, now }),
    ...{ ...contactAsSeen(row, seen), seen, age_band: ageBand(row.date_of_birth, row.start_date) },
    ...{ child_seat_count, extra_driver, internet, supplemental_insurance },
    start_at: row.start_at.toISOString(),
    end_at: row.end_at.toISOString(),
    receive: at(row.receive_name, row.receive_address),
    return: at(row.back_name, row.return_address),
    due_at_desk: row.plan_due ?? deskPart(row),
    hours_left: confirm_by ? Math.max(0, Math.floor((confirm_by.getTime() - now.getTime()) / HOUR_MS)) : null,
    deposit: { requested: asksDeposit(row, row.deposit_way), uploaded_at: row.uploaded_at?.toISOString() ?? null },
  }
}
