import type { Kysely } from 'kysely'
import { euroRate } from '#app/api/books/money.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { type ChargeTerms, convertTerms, DEFAULT_CHARGES } from '#app/rules/reservation/protocol.ts'

/** The prices of differences in a reservation's currency, by its company's present terms. */
export async function chargeTermsOf(db: Kysely<DB>, reservation: ReservationRow): Promise<ChargeTerms> {
  const { charges, currency_id } = await db
    .selectFrom('company')
    .select(['charges', 'currency_id'])
    .where('id', '=', reservation.company_id)
    .executeTakeFirstOrThrow()
  const currency = currencyIn(reservation)
  if (!charges) return DEFAULT_CHARGES[currency]
  const from = currencyIn({ currency_id })
  return from === currency ? charges : convertTerms(charges, { from, rate: await euroRate(db) })
}
