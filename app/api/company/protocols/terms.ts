import type { Kysely } from 'kysely'
import { euroRate } from '#app/api/books/money.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { type ChargeTerms, DEFAULT_CHARGES } from '#app/rules/reservation/protocol.ts'

const CENTS = 100

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
  return from === currency ? charges : converted(charges, { from, rate: await euroRate(db) })
}

function converted(terms: ChargeTerms, { from, rate }: { from: CurrencyCode; rate: number }): ChargeTerms {
  const to = (amount: number) => Math.round(from === 'EUR' ? (amount * rate) / CENTS : (amount * CENTS) / rate)
  const { km, fuel_eighth, charge_percent, late_hour, damage } = terms
  return {
    km: to(km),
    fuel_eighth: to(fuel_eighth),
    charge_percent: to(charge_percent),
    late_hour: to(late_hour),
    damage: { COIN: to(damage.COIN), HAND: to(damage.HAND), LARGE: to(damage.LARGE) },
  }
}
