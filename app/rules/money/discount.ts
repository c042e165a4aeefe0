import { type CurrencyCode, WHOLE_UNIT } from '../constants.ts'
import { convertUnit } from './price.ts'

/**
 * A discount code as the operator set it: a percentage or a fixed amount. Amounts are in the minor unit of `currency`.
 * A null or empty list means no limit.
 */
export interface DiscountCode {
  percent: number | null
  amount: number | null
  /** The most that a percentage takes off. */
  cap: number | null
  currency: CurrencyCode
  starts_at: Date | null
  ends_at: Date | null
  min_days: number
  total_uses: number | null
  /** Uses so far, by anybody. */
  used: number
  once_per_phone: boolean
  categories: readonly number[] | null
  companies: readonly number[] | null
  cities: readonly number[] | null
}

/** The facts of a rental that decide whether a code applies. */
export interface DiscountFacts {
  now: Date
  days: number
  category: number
  company: number
  city: number
  used_by_phone: boolean
  /** The bill before the discount, in the minor unit of `currency`. */
  bill: number
  currency: CurrencyCode
  /** Toman for one euro. */
  rate: number
}

export type DiscountRefusal =
  | 'unknown'
  | 'not_started'
  | 'ended'
  | 'used_up'
  | 'used_by_phone'
  | 'min_days'
  | 'category'
  | 'company'
  | 'city'
  /** The caller has guessed too often; the code was not looked at. */
  | 'too_many_tries'

export type DiscountJudgement = { ok: true; amount: number } | { ok: false; reason: DiscountRefusal }

/**
 * Whether a code applies to a rental, and the discount: a percentage of the whole bill up to its cap, or a fixed
 * amount, in whole units (percentages rounded half up) and at most the bill. An unknown code is passed as null.
 * `ends_at` is exclusive. Source: decisions.md, "Renting".
 */
export function judgeDiscount(code: DiscountCode | null, facts: DiscountFacts): DiscountJudgement {
  const reason = refusalOf(code, facts)
  if (reason || !code) return { ok: false, reason: reason ?? 'unknown' }
  return { ok: true, amount: amountOf(code, facts) }
}

function refusalOf(code: DiscountCode | null, facts: DiscountFacts): DiscountRefusal | undefined {
  if (!code) return 'unknown'
  if (code.starts_at && facts.now < code.starts_at) return 'not_started'
  if (code.ends_at && facts.now >= code.ends_at) return 'ended'
  if (code.total_uses !== null && code.used >= code.total_uses) return 'used_up'
  if (code.once_per_phone && facts.used_by_phone) return 'used_by_phone'
  if (facts.days < code.min_days) return 'min_days'
  if (excludes(code.categories, facts.category)) return 'category'
  if (excludes(code.companies, facts.company)) return 'company'
  if (excludes(code.cities, facts.city)) return 'city'
  return undefined
}

function amountOf(code: DiscountCode, facts: DiscountFacts): number {
  const inBill = (amount: number) => convertUnit(amount, code.currency, facts.currency, facts.rate)
  if (code.percent === null) return Math.min(inBill(code.amount ?? 0), facts.bill)
  const unit = WHOLE_UNIT[facts.currency]
  const share = Math.floor((facts.bill * code.percent) / 100 / unit + 0.5) * unit
  return Math.min(share, facts.bill, code.cap === null ? facts.bill : inBill(code.cap))
}

function excludes(allowed: readonly number[] | null, id: number): boolean {
  return allowed !== null && allowed.length > 0 && !allowed.includes(id)
}
