import { reservationsOf } from '#app/api/account/holdings.ts'
import { api } from '#app/api/context.ts'
import { pageSlice } from '#app/rules/pagination.ts'
import { SUCCESSFUL } from '#app/rules/reservation-status.ts'
import { cardOf, cardRows } from './card.ts'

/** The reservations of the signed-in person, newest first; on request only the successful ones (§4, §7). */
export const list = api.reservations.list.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { page, size, only_successful } = input
  const own = reservationsOf(deps.db, person).$if(only_successful, (query) => query.where('status', 'in', SUCCESSFUL))
  const { count } = await own.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await cardRows(deps.db)
    .where(
      'reservation.id',
      'in',
      own
        .select('reservation.id')
        .orderBy('created_at', 'desc')
        .orderBy('number', 'desc')
        .limit(size)
        .offset(pageSlice(page, count, size).start),
    )
    .orderBy('reservation.created_at', 'desc')
    .orderBy('reservation.number', 'desc')
    .execute()
  const now = deps.now()
  const results = rows.map((row) => cardOf(row, { language, now }))
  return { count, results, by_email: !person.phoneProven }
})
