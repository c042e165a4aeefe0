import type { Kysely } from 'kysely'
import { euroRate } from '#app/api/books/money.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { validProtocol } from '#app/db/protocol.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { type AgreedTerms, agreedTerms } from '#app/rules/reservation/agreed-terms.ts'

/**
 * What holds for a reservation of kilometres, fuel and charges: what it was made by. One of a release that did not keep that goes by the
 * record of its pick-up, and what this lacks by the vehicle as it is now, and by the usual charges: no company had others then.
 */
export async function termsOf(db: Kysely<DB>, reservation: ReservationRow): Promise<AgreedTerms> {
  if (reservation.terms) return reservation.terms
  const [present, pickUp] = await Promise.all([
    presentTerms(db, reservation),
    validProtocol(db, { reservation: reservation.id, kind: 'PICK_UP' }),
  ])
  return { ...present, ...pickUp?.terms }
}

async function presentTerms(db: Kysely<DB>, reservation: ReservationRow): Promise<AgreedTerms> {
  const { currency_id, ...offered } = await db
    .selectFrom('ad')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .select(['company.currency_id', 'ad.extra_km_price', 'ad.mileage_per_day', 'ad.fuel_rule'])
    .where('ad.id', '=', reservation.ad_id)
    .executeTakeFirstOrThrow()
  const currencies = { from: currencyIn({ currency_id }), to: currencyIn(reservation) }
  return agreedTerms({ ...offered, charges: null }, { ...currencies, rate: await euroRate(db) })
}
