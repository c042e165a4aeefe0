import type { Kysely } from 'kysely'
import { euroRate } from '#app/api/books/money.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { convertToMinor } from '#app/rules/money/price.ts'
import { type ChargeTerms, convertTerms, DEFAULT_CHARGES } from '#app/rules/reservation/protocol.ts'

/**
 * The prices of differences in a reservation's currency, by its company's present terms. A kilometre costs what the
 * vehicle's page says, where it says so.
 */
export async function chargeTermsOf(db: Kysely<DB>, reservation: ReservationRow): Promise<ChargeTerms> {
  const { charges, currency_id, extra_km_price } = await db
    .selectFrom('ad')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .select(['company.charges', 'company.currency_id', 'ad.extra_km_price'])
    .where('ad.id', '=', reservation.ad_id)
    .executeTakeFirstOrThrow()
  const currency = currencyIn(reservation)
  const from = currencyIn({ currency_id })
  const rate = await euroRate(db)
  const ofCompany = charges && from !== currency ? convertTerms(charges, { from, rate }) : charges
  const terms = ofCompany ?? DEFAULT_CHARGES[currency]
  return extra_km_price === null ? terms : { ...terms, km: convertToMinor(extra_km_price, from, currency, rate) }
}
