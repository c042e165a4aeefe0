import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Quote } from '#app/contract/reservations/quotes.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type FoundQuote, stateOf } from './find-quote.ts'

/** A quote as the contract defines it. */
export async function shownOffer(db: Kysely<DB>, found: FoundQuote, now: Date): Promise<z.infer<typeof Quote>> {
  const { reservation, quote } = found
  const by = reservation.booked_by
    ? await db.selectFrom('account').select('fullname').where('id', '=', reservation.booked_by).executeTakeFirst()
    : undefined
  return {
    state: stateOf(found, now),
    pays: quote.pays,
    may: { extras: quote.may_extras, places: quote.may_places, times: quote.may_times },
    message: quote.message,
    by: by?.fullname ?? null,
    stands_until: quote.stands_until.toISOString(),
    seen_at: quote.seen_at?.toISOString() ?? null,
    extended_at: quote.extended_at?.toISOString() ?? null,
    answered_at: quote.answered_at?.toISOString() ?? null,
    answer: quote.answer,
  }
}
