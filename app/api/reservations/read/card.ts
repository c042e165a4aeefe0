import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { ReservationCard } from '#app/contract/reservations/own-reservations.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, numberOf, statusAt } from '#app/db/reservation.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { TITLE_COLUMNS, titleOf } from './vehicle-title.ts'

export type CardRow = Awaited<ReturnType<ReturnType<typeof cardRows>['execute']>>[number]

/** A query for reservations with the fields of a list. */
export function cardRows(db: Kysely<DB>) {
  return db
    .selectFrom('reservation')
    .innerJoin('ad', 'ad.id', 'reservation.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .innerJoin('company', 'company.id', 'reservation.company_id')
    .innerJoin('city', 'city.id', 'reservation.city_id')
    .selectAll('reservation')
    .select([
      ...TITLE_COLUMNS,
      'ad.category',
      'ad.year',
      'ad.picture',
      'company.name as company_name',
      'city.slug as city_slug',
      'city.zone',
      ...CITY_NAMES,
    ])
}

/** One of the list, as the contract defines it. */
export function cardOf(
  row: CardRow,
  { language, now }: { language: Language; now: Date },
): z.infer<typeof ReservationCard> {
  return {
    id: row.id,
    number: numberOf(row),
    status: statusAt(row, now),
    created_at: row.created_at.toISOString(),
    hold_until: row.hold_until?.toISOString() ?? null,
    confirm_by: row.confirm_by?.toISOString() ?? null,
    ad: { id: row.ad_id, category: row.category, title: titleOf(row, language), year: row.year, picture: row.picture },
    company: { id: row.company_id, name: wordingIn(language, row.company_name) },
    city: { id: row.city_id, slug: row.city_slug, name: nameOf(row, language), zone: row.zone },
    start_date: row.start_date,
    start_time: row.start_time,
    end_date: row.end_date,
    end_time: row.end_time,
    days: row.days,
    currency: currencyIn(row),
    total: row.total,
    payable_now: row.payable_now,
    paid: row.paid,
    refunded: row.refunded,
    is_open_quote: row.quote === 'OPEN',
  }
}
