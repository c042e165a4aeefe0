import { sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import { type CurrencyCode, HOME_ZONE } from '#app/rules/constants.ts'
import { includedTax } from '#app/rules/money/tax.ts'
import { vatAt } from '#app/rules/money/vat.ts'

interface Place {
  name: string
  country: string
  is_zone: boolean
  percent: number | null
  currency: CurrencyCode
  base: number
  tax: number
  invoices: number
}

/** Invoices for rentals by the place of the rental, whose rate counts. Days are Iran's. Source: issue 19, C. */
export const vat = api.operator.tax.vat.handler(async ({ input: { from, to }, context: { deps, language } }) => {
  if (to < from) throw invalidFields({ to: ['end_before_start'] })
  const rows = await deps.db
    .selectFrom('invoice')
    .innerJoin('payment', 'payment.id', 'invoice.payment_id')
    .innerJoin('reservation', 'reservation.id', 'payment.reservation_id')
    .innerJoin('city', 'city.id', 'reservation.city_id')
    .innerJoin('country', 'country.id', 'city.country_id')
    .select(['country.code', 'city.slug', 'payment.currency_id', 'country.name_fa as country_fa'])
    .select(['country.name_en as country_en', 'country.name_ar as country_ar', ...CITY_NAMES])
    .select((of) => [
      of.fn.countAll<number>().as('invoices'),
      sql<string>`sum(payment.amount + payment.wallet_amount)`.as('gross'),
    ])
    .where('payment.status', '=', 'PAID')
    .where(sql<boolean>`(invoice.issued_at at time zone ${HOME_ZONE})::date between ${from} and ${to}`)
    .groupBy([
      'country.code',
      'city.id',
      'payment.currency_id',
      'country.name_fa',
      'country.name_en',
      'country.name_ar',
    ])
    .orderBy('country.code')
    .orderBy('city.slug')
    .execute()
  const places = new Map<string, Place>()
  for (const row of rows) {
    const rate = vatAt({ country: row.code, city: row.slug })
    const is_zone = rate?.isZone ?? false
    const currency = currencyIn(row)
    const key = `${row.code} ${is_zone ? row.slug : ''} ${currency}`
    const ofCountry = { name_fa: row.country_fa, name_en: row.country_en, name_ar: row.country_ar }
    const place = places.get(key) ?? {
      name: is_zone ? nameOf(row, language) : nameOf(ofCountry, language),
      ...{ country: row.code, is_zone, percent: rate?.percent ?? null, currency, base: 0, tax: 0, invoices: 0 },
    }
    place.base += Number(row.gross)
    place.invoices += row.invoices
    places.set(key, place)
  }
  return {
    // Of the sum and not of each invoice, so that base and tax add up to what was paid.
    places: [...places.values()].map((place) => {
      const included = includedTax(place.base, place.percent ?? 0)
      return { ...place, base: place.base - included, tax: included }
    }),
  }
})
