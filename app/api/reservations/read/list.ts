import { sql } from 'kysely'
import { reservationsOf } from '#app/api/account/own-data/holdings.ts'
import { api } from '#app/api/call/context.ts'
import { SUCCESSFUL, UPCOMING } from '#app/rules/reservation/reservation-status.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { cardOf, cardRows } from './card.ts'

/**
 * The reservations of the signed-in person: upcoming ones, the next first, then past ones, the latest first; on request
 * only the successful ones (§4, §7).
 */
export const list = api.reservations.list.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { page, size, only_successful } = input
  const now = deps.now()
  const order = orderAt(now)
  const own = reservationsOf(deps.db, person).$if(only_successful, (query) => query.where('status', 'in', SUCCESSFUL))
  const { count } = await own.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await cardRows(deps.db)
    .where(
      'reservation.id',
      'in',
      own
        .select('reservation.id')
        .orderBy(order.isPast)
        .orderBy(order.start)
        .orderBy('number', 'desc')
        .limit(size)
        .offset(pageSlice(page, count, size).start),
    )
    .orderBy(order.isPast)
    .orderBy(order.start)
    .orderBy('reservation.number', 'desc')
    .execute()
  const results = rows.map((row) => cardOf(row, { language, now }))
  return { count, results, by_email: !person.phoneProven }
})

/** An expired hold is past, even before the sweep has ended it. */
function orderAt(now: Date) {
  const isOver = sql`(reservation.status = 'AWAITING_PAYMENT' and reservation.hold_until <= ${now})`
  const isPast = sql<boolean>`reservation.status <> all(${[...UPCOMING]}::text[]) or ${isOver}`
  const start = sql`extract(epoch from reservation.start_at) * case when ${isPast} then -1 else 1 end`
  return { isPast, start }
}
