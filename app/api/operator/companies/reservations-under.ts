import type { Deps } from '#app/api/call/context.ts'
import { cardRows } from '#app/api/reservations/read/card.ts'
import { titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { currencyIn, numberOf, statusAt } from '#app/db/reservation.ts'
import type { Language } from '#app/rules/constants.ts'

type Wanted = { phone: string; language: Language; most: number }

/** The latest reservations under a phone, for an operator's page about a person. */
export async function reservationsUnder({ db, now }: Pick<Deps, 'db' | 'now'>, { phone, language, most }: Wanted) {
  const rows = await cardRows(db)
    .where('reservation.phone', '=', phone)
    .orderBy('reservation.created_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    number: numberOf(row),
    status: statusAt(row, now()),
    title: titleOf(row, language),
    start_at: row.start_at.toISOString(),
    currency: currencyIn(row),
    ...{ total: row.total, paid: row.paid, refunded: row.refunded },
  }))
}
