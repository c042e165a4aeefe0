import { CURRENCY_IDS } from '#app/rules/constants.ts'
import type { Row } from './insert-rows.ts'

/** Toman for one euro on the day the demonstration was made. */
export const TOMAN_PER_EURO = 125_000
export const RATE_SET_AT = new Date('2026-11-21T00:00:00Z')

/** Source of the ids: specification §9 and decisions.md. */
export const currencies: Row<'currency'>[] = [
  {
    id: CURRENCY_IDS.IRT,
    code: 'IRT',
    symbol: 'تومان',
    name_fa: 'تومان',
    name_en: 'Iranian toman',
    name_ar: 'تومان إيراني',
    name_tr: 'İran tomanı',
    name_de: 'Iranischer Toman',
    irt_per_unit: 1,
  },
  {
    id: CURRENCY_IDS.EUR,
    code: 'EUR',
    symbol: '€',
    name_fa: 'یورو',
    name_en: 'Euro',
    name_ar: 'يورو',
    name_tr: 'Avro',
    name_de: 'Euro',
    irt_per_unit: TOMAN_PER_EURO,
  },
]
