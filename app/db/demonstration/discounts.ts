import { CATEGORY, CURRENCY_IDS } from '#app/rules/constants.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import type { Row } from './insert-rows.ts'

/** Discount codes of every kind, usable and unusable, relative to `now`. Amounts are whole toman or cents. */
export function discountCodes(now: Date): Row<'discount_code'>[] {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const usual = {
    percent: null,
    cap: null,
    amount: null,
    currency_id: CURRENCY_IDS.IRT,
    starts_at: inDays(-30),
    ends_at: inDays(180),
    min_days: 1,
    total_uses: 10_000,
    used: 0,
    once_per_phone: true,
    categories: null,
    companies: null,
    cities: null,
  }
  const codes: (Partial<Row<'discount_code'>> & { code: string })[] = [
    { code: 'SAVARI10', percent: 10, cap: 2_000_000, used: 412 },
    { code: 'NOWRUZ', amount: 500_000 },
    { code: 'EURO15', amount: 1500, currency_id: CURRENCY_IDS.EUR, once_per_phone: false },
    { code: 'KISH20', percent: 20, cap: 3_000_000, cities: [1061] },
    { code: 'MOTO5', percent: 5, categories: [CATEGORY.MOTOR] },
    { code: 'MARJAN8', percent: 8, companies: [12], once_per_phone: false },
    { code: 'HAFTE12', percent: 12, cap: 4_000_000, min_days: 7 },
    { code: 'PAYIZ15', percent: 15, starts_at: inDays(-120), ends_at: inDays(-20), used: 97 },
    { code: 'AVALIN', amount: 1_200_000, total_uses: 100, used: 100 },
    { code: 'BAHAR', percent: 15, cap: 2_500_000, starts_at: inDays(60), ends_at: inDays(150) },
  ]
  return codes.map((code, index) => ({ id: index + 1, ...usual, ...code }))
}
