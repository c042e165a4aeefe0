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
  credit_notes: number
}

/**
 * Invoices for rentals less their credit notes, by the place of the rental, whose rate counts. Days are Iran's, and a credit note counts
 * on its own day. Source: issue 19, C.
 */
export const vat = api.operator.tax.vat.handler(async ({ input: { from, to }, context: { deps, language } }) => {
  if (to < from) throw invalidFields({ to: ['end_before_start'] })
  const documents = deps.db
    .selectFrom('invoice')
    .select(['payment_id', 'amount', 'issued_at', sql<boolean>`false`.as('is_credit')])
    .unionAll(
      deps.db
        .selectFrom('credit_note')
        .innerJoin('invoice', 'invoice.number', 'credit_note.invoice')
        .select(['invoice.payment_id', sql<number>`-credit_note.amount`.as('amount')])
        .select(['credit_note.issued_at', sql<boolean>`true`.as('is_credit')]),
    )
  const rows = await deps.db
    .selectFrom(documents.as('document'))
    .innerJoin('payment', 'payment.id', 'document.payment_id')
    .innerJoin('reservation', 'reservation.id', 'payment.reservation_id')
    .innerJoin('city', 'city.id', 'reservation.city_id')
    .innerJoin('country', 'country.id', 'city.country_id')
    .select(['country.code', 'city.slug', 'payment.currency_id', 'country.name_fa as country_fa'])
    .select(['country.name_en as country_en', 'country.name_ar as country_ar', ...CITY_NAMES])
    .select([
      sql<number>`(count(*) filter (where not is_credit))::int`.as('invoices'),
      sql<number>`(count(*) filter (where is_credit))::int`.as('credit_notes'),
      sql<string>`sum(document.amount)`.as('gross'),
    ])
    .where(sql<boolean>`(document.issued_at at time zone ${HOME_ZONE})::date between ${from} and ${to}`)
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
      ...{ country: row.code, is_zone, percent: rate?.percent ?? null, currency },
      ...{ base: 0, tax: 0, invoices: 0, credit_notes: 0 },
    }
    place.base += Number(row.gross)
    place.invoices += row.invoices
    place.credit_notes += row.credit_notes
    places.set(key, place)
  }
  return {
    // Of the sum and not of each document, so that base and tax add up to what was kept.
    places: [...places.values()].map((place) => {
      const included = includedTax(place.base, place.percent ?? 0)
      return { ...place, base: place.base - included, tax: included }
    }),
  }
})
