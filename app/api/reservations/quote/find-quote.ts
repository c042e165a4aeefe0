import type { Kysely } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { lockReservation, readReservation } from '#app/api/reservations/read/read.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { isAnswerable, type QuoteAnswer, quoteState } from '#app/rules/reservation/quote.ts'

export type QuoteRow = Awaited<ReturnType<typeof termsOfQuote>>
export type FoundQuote = { reservation: ReservationRow; quote: QuoteRow }

/** What staff decided about a quote, and what became of it. */
export function termsOfQuote(db: Kysely<DB>, reservation: string) {
  return db.selectFrom('quote').selectAll().where('reservation_id', '=', reservation).executeTakeFirstOrThrow()
}

/** The quote whose link has this id. Throws NOT_FOUND for any other reservation. */
export async function readQuote(db: Kysely<DB>, id: string): Promise<FoundQuote> {
  return withTerms(db, await readReservation(db, id))
}

/** The same, locked until the transaction ends. */
export async function lockQuote(tx: Tx, id: string): Promise<FoundQuote> {
  return withTerms(tx, await lockReservation(tx, id))
}

async function withTerms(db: Kysely<DB>, reservation: ReservationRow): Promise<FoundQuote> {
  if (reservation.quote === null) throw errors.NOT_FOUND()
  return { reservation, quote: await termsOfQuote(db, reservation.id) }
}

/** The state of a quote now. */
export function stateOf({ reservation, quote }: FoundQuote, now: Date) {
  const answer = reservation.quote as QuoteAnswer
  return quoteState({ quote: answer, status: statusAt(reservation, now), seen: quote.seen_at !== null })
}

/** Throws QUOTE_OVER for a quote that cannot be answered, changed or withdrawn any more. */
export function guardAnswerable(found: FoundQuote, now: Date): void {
  const state = stateOf(found, now)
  if (!isAnswerable(state)) throw errors.QUOTE_OVER({ data: { state } })
}
