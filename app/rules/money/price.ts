import { type CurrencyCode, WHOLE_UNIT } from '../constants.ts'

/** Day prices of a listing by length of rent, in the minor unit of its currency. */
export interface TierPrices {
  p1: number
  p3: number
  p7: number
  p14: number
  p30: number
}

export type Tier = keyof TierPrices

/** The tiers and the number of days at which each begins: 1–2, 3–6, 7–13, 14–29, 30 and more (decisions.md). */
export const TIERS: readonly { tier: Tier; fromDays: number }[] = [
  { tier: 'p1', fromDays: 1 },
  { tier: 'p3', fromDays: 3 },
  { tier: 'p7', fromDays: 7 },
  { tier: 'p14', fromDays: 14 },
  { tier: 'p30', fromDays: 30 },
]

/** The step to which a converted unit price is rounded, in the minor unit: 1,000 toman, 1 euro (decisions.md). */
export const CONVERTED_STEP: Record<CurrencyCode, number> = { IRT: 1000, EUR: 100 }

const CENTS_A_EURO = 100

/** Shares of a tier's price are ten-thousandths: this is the whole price. */
export const WHOLE_SHARE = 10_000

/** Days of a rental that cost the same share of the tier's price (see `sharesOf`). */
export interface DayShare {
  days: number
  share: number
  /** The seasons and weekdays that cause it; absent where nobody asked. */
  why?: readonly DayReason[]
}

/** Why a day costs more or less than the tier's price, by this percentage: a season, or a weekday (0 is Sunday). */
export type DayReason = { season: string; percent: number } | { weekday: number; percent: number }

export type LineKind =
  | 'rent'
  | 'price_change'
  | 'receive_place'
  | 'return_place'
  | 'child_seat'
  | 'extra_driver'
  | 'internet'
  | 'insurance'
  | 'flexible'
  | 'discount'

/** One line of a bill. `amount` is `unit` times `quantity`, times `days` where the line is charged by the day. */
export interface BillLine {
  kind: LineKind
  quantity: number
  days?: number
  unit: number
  amount: number
  /** If a bill has days with several prices: why these cost what they do; empty for days without a rule. */
  why?: DayReason[]
}

/** A bill; every amount in the minor unit of `currency`, the lines adding up to `total`. */
export interface Bill {
  currency: CurrencyCode
  days: number
  lines: BillLine[]
  total: number
  payable_now: number
  due_at_desk: number
}

/** What flexible cancellation costs: a percentage of the rent, or an amount a day in the minor unit; one of them is null. */
export interface FlexiblePrice {
  percent: number | null
  per_day: number | null
}

/** The unit prices that a company sets, in the minor unit of its currency. */
export interface UnitPrices {
  tiers: TierPrices
  receive_place: number
  return_place: number
  child_seat: number
  extra_driver: number
  internet: number
  insurance: number
  /** Where the company sells flexible cancellation. */
  flexible?: FlexiblePrice | undefined
}

/** What the customer chose (§3, reservation form). */
export interface Extras {
  child_seat_count: number
  extra_driver: boolean
  internet: boolean
  supplemental_insurance: boolean
  flexible?: boolean | undefined
}

/** The tier that a number of rental days falls into. Throws a RangeError for less than one day. */
export function tierOf(days: number): Tier {
  const found = TIERS.findLast(({ fromDays }) => days >= fromDays)
  if (!found) throw new RangeError(`a rent of ${days} days has no tier`)
  return found.tier
}

/** The last day of the tier at this index of `TIERS`; null for the last tier. */
export function lastDayOf(index: number): number | null {
  const next = TIERS[index + 1]
  return next ? next.fromDays - 1 : null
}

/**
 * A unit price in another currency, rounded half up to 1,000 toman or 1 euro. Without conversion a price stays as it
 * is, except that cents are rounded half up too: prices are shown in whole units (§5), and the lines must add up as
 * shown. What costs something is at least one of these steps (*ours*). `rate` is toman for one euro. Source:
 * decisions.md, "Renting".
 */
export function convertUnit(amount: number, from: CurrencyCode, to: CurrencyCode, rate: number): number {
  if (from === to) return roundToSteps(amount, WHOLE_UNIT[to])
  return roundToSteps(inMinor(amount, from, rate), CONVERTED_STEP[to])
}

/**
 * An amount in another currency to the toman or cent, rounded half up and never to nothing: for prices that are multiplied
 * by a quantity of hundreds, as those of a kilometre. Without conversion it stays as it is. `rate` is toman for one euro.
 * Source: *ours*.
 */
export function convertToMinor(amount: number, from: CurrencyCode, to: CurrencyCode, rate: number): number {
  return from === to ? amount : roundToSteps(inMinor(amount, from, rate), 1)
}

/**
 * The price of a day at its share of the tier's price, in the company's currency: rounded half up to the same steps as
 * converted prices and at least one step. At the whole share it is the price as set.
 */
export function dayPrice(tierPrice: number, share: number, currency: CurrencyCode): number {
  if (share === WHOLE_SHARE) return tierPrice
  const step = CONVERTED_STEP[currency]
  return Math.max(WHOLE_UNIT[currency], divideHalfUp(tierPrice * share, WHOLE_SHARE * step) * step)
}

/**
 * The lines of the rental itself, one for each day price, in the order of the first such day. Without shares each day
 * costs the whole price. Several lines say why they differ, where the shares do.
 */
export function rentLines(rental: {
  days: number
  tiers: TierPrices
  shares?: readonly DayShare[]
  from: CurrencyCode
  to: CurrencyCode
  rate: number
}): BillLine[] {
  const { days, tiers, from, to, rate } = rental
  const tierPrice = tiers[tierOf(days)]
  const byUnit = new Map<number, DayShare>()
  for (const part of rental.shares ?? [{ days, share: WHOLE_SHARE }]) {
    const unit = convertUnit(dayPrice(tierPrice, part.share, from), from, to, rate)
    const same = byUnit.get(unit)
    byUnit.set(unit, same ? { ...same, days: same.days + part.days, why: joined(same.why, part.why) } : part)
  }
  return [...byUnit].map(([unit, { days: count, why }]) => ({
    ...{ kind: 'rent', quantity: 1, days: count, unit, amount: unit * count },
    ...(byUnit.size > 1 && why && { why: [...why] }),
  }))
}

/** The rent as lists show it: the total and the average day, rounded half up to a whole unit. */
export function rentPrice(rental: Parameters<typeof rentLines>[0]): { per_day: number; total: number } {
  const total = totalOf(rentLines(rental))
  return { per_day: divideHalfUp(total, rental.days * WHOLE_UNIT[rental.to]) * WHOLE_UNIT[rental.to], total }
}

/** The average day of a bill's rent at list prices, rounded half up to a whole unit. */
export function rentAverage({ lines, days, currency }: Pick<Bill, 'lines' | 'days' | 'currency'>): number {
  const unit = WHOLE_UNIT[currency]
  return divideHalfUp(totalOf(lines.filter(({ kind }) => kind === 'rent')), days * unit) * unit
}

/**
 * The bill of a rental. Unit prices are converted before they are multiplied, so that the lines as shown add up to the
 * total. Free places have no line. `discount` is an amount in the bill's currency, as `judgeDiscount` gives it;
 * `prepayment_percent` is the company's share payable now, rounded up to a whole unit. Source: decisions.md, "Renting".
 */
export function billOf(rental: {
  days: number
  prices: UnitPrices
  shares?: readonly DayShare[]
  extras: Extras
  from: CurrencyCode
  to: CurrencyCode
  rate: number
  prepayment_percent: number
  discount?: number
}): Bill {
  const lines = linesOf(rental)
  const subtotal = totalOf(lines)
  const discount = Math.min(rental.discount ?? 0, subtotal)
  if (discount > 0) lines.push({ kind: 'discount', quantity: 1, unit: -discount, amount: -discount })
  const total = subtotal - discount
  const payableNow = prepaymentOf(total, rental.prepayment_percent, rental.to)
  return {
    currency: rental.to,
    days: rental.days,
    lines,
    total,
    payable_now: payableNow,
    due_at_desk: total - payableNow,
  }
}

/**
 * The price of flexible cancellation at a percentage of the rent, in the minor unit of `currency`: rounded half up to a
 * whole unit, and at least one. Source: issue 19, D; the rounding is *ours*.
 */
export function flexiblePart(rent: number, percent: number, currency: CurrencyCode): number {
  const unit = WHOLE_UNIT[currency]
  return Math.max(unit, divideHalfUp(rent * percent, 100 * unit) * unit)
}

/** The share of a total that is paid now: rounded up to a whole unit, never above the total. */
export function prepaymentOf(total: number, percent: number, currency: CurrencyCode): number {
  const unit = WHOLE_UNIT[currency]
  return Math.min(total, Math.ceil((total * percent) / 100 / unit) * unit)
}

/** The sum of the lines. */
export function totalOf(lines: readonly BillLine[]): number {
  return lines.reduce((sum, line) => sum + line.amount, 0)
}

function linesOf(rental: {
  days: number
  prices: UnitPrices
  shares?: readonly DayShare[]
  extras: Extras
  from: CurrencyCode
  to: CurrencyCode
  rate: number
}): BillLine[] {
  const { days, prices, extras, from, to, rate } = rental
  const perRental = (kind: LineKind, price: number): BillLine => {
    const unit = convertUnit(price, from, to, rate)
    return { kind, quantity: 1, unit, amount: unit }
  }
  const perDay = (kind: LineKind, price: number, quantity: number): BillLine => {
    const unit = convertUnit(price, from, to, rate)
    return { kind, quantity, days, unit, amount: unit * quantity * days }
  }
  const places = [perRental('receive_place', prices.receive_place), perRental('return_place', prices.return_place)]
  const rent = rentLines({ days, tiers: prices.tiers, shares: rental.shares, from, to, rate })
  const lines = [...rent, ...places.filter(({ amount }) => amount > 0)]
  if (extras.child_seat_count > 0) lines.push(perDay('child_seat', prices.child_seat, extras.child_seat_count))
  if (extras.extra_driver) lines.push(perRental('extra_driver', prices.extra_driver))
  if (extras.internet) lines.push(perDay('internet', prices.internet, 1))
  if (extras.supplemental_insurance) lines.push(perDay('insurance', prices.insurance, 1))
  if (extras.flexible && prices.flexible) {
    const { percent, per_day } = prices.flexible
    const amount = flexiblePart(totalOf(rent), percent ?? 0, to)
    lines.push(
      per_day === null ? { kind: 'flexible', quantity: 1, unit: amount, amount } : perDay('flexible', per_day, 1),
    )
  }
  return lines
}

function joined(one: DayShare['why'], other: DayShare['why']): DayShare['why'] {
  return one && other && [...one, ...other]
}

/** Cents in toman, or toman in cents. */
function inMinor(amount: number, from: CurrencyCode, rate: number): number {
  return from === 'EUR' ? (amount * rate) / CENTS_A_EURO : (amount * CENTS_A_EURO) / rate
}

/** Rounded half up, but to a whole step where there is something. */
function roundToSteps(amount: number, step: number): number {
  const rounded = Math.floor(amount / step + 0.5) * step
  return amount > 0 ? Math.max(step, rounded) : rounded
}

/** Integer arithmetic, like the search's SQL. */
export function divideHalfUp(amount: number, by: number): number {
  return Math.floor((2 * amount + by) / (2 * by))
}
