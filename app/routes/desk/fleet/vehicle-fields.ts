import { LANGUAGES } from '#app/rules/constants.ts'
import type { Tier } from '#app/rules/money/price.ts'

/** Day prices in the order of the form. */
export const PRICE_FIELDS: readonly Tier[] = ['p1', 'p3', 'p7', 'p14', 'p30']
/** Facts that are amounts, typed in whole units. */
export const AMOUNT_FIELDS = ['extra_km_price', 'guarantee_amount'] as const
/** Fields that have the call's own names and are validated by its schema. */
export const FACT_FIELDS = [
  ...(['type', 'city', 'colour', 'year', 'plate', 'reference', 'gearbox', 'fuel', 'engine_cc', 'seats'] as const),
  ...(['load_capacity', 'fuel_rule', 'mileage_per_day', 'min_driver_age', 'min_licence_years', 'trust_type'] as const),
  ...(['gap_minutes', 'acriss'] as const),
] as const

/** The form's name for a field that the call refuses. */
export function fieldOfError(path: string): string {
  if (path === 'model' || path === 'trim') return 'make'
  const language = LANGUAGES.find((one) => path === `about.${one}`)
  return language ? `about_${language}` : path
}
