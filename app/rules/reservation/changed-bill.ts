import { type BillLine, type Extras, type LineKind, prepaymentOf, totalOf } from '#app/rules/money/price.ts'
import { addDays, type CalendarDate, daysBetween } from '#app/rules/time/calendar-date.ts'
import { type CurrencyCode, WHOLE_UNIT } from '../constants.ts'

/** What the lines of a rental depend on. Places are texts that are only compared. */
export type PricedRental = Extras & { start_date: CalendarDate; days: number; receive: string; return: string }

type Days = { start_date: CalendarDate; days: number }

/** The days that a change adds to a rental: none, at one end, or at both. */
export function addedDays(before: Days, after: Days): Days[] {
  const [from, to] = [before.start_date, addDays(before.start_date, before.days)]
  const [start, end] = [after.start_date, addDays(after.start_date, after.days)]
  const early = { start_date: start, days: Math.max(0, daysBetween(start, end < from ? end : from)) }
  const late = { start_date: start > to ? start : to, days: Math.max(0, daysBetween(start > to ? start : to, end)) }
  return [early, late].filter(({ days }) => days > 0)
}

/**
 * The lines of a changed rental, without a discount: what stays keeps the price of the booking, what is added has
 * today's price. `today` are the lines of the whole rental by today's rules, `addedRent` those of the added days alone;
 * all in one currency. Where days of several prices are given back, the last lines go first. Also returns the amounts
 * given back and added. Source: decisions.md, "Changing a reservation".
 */
export function changedLines(change: {
  booked: readonly BillLine[]
  today: readonly BillLine[]
  addedRent: readonly BillLine[]
  before: PricedRental
  after: PricedRental
}): { lines: BillLine[]; removed: number; added: number } {
  const { booked, today, addedRent, before, after } = change
  const of = (lines: readonly BillLine[], kind: LineKind) => lines.filter((line) => line.kind === kind)
  const rentStays = after.days - addedDays(before, after).reduce((sum, { days }) => sum + days, 0)
  const days = { before: before.days, after: after.days }
  const byDay = (kind: LineKind, was: number, is: number) => {
    const stays = Math.min(was, is) * Math.min(days.before, days.after)
    const kept = keepUnits(of(booked, kind), stays, is)
    // What the company offers no more costs what it cost at the booking.
    const now = of(today, kind)[0] ?? of(booked, kind).at(-1)
    return { kept, added: now ? linesOfUnits(now, is * days.after - unitsIn(kept), is) : [] }
  }
  const byRental = (kind: LineKind, isKept: boolean) =>
    isKept ? { kept: of(booked, kind), added: [] } : { kept: [], added: of(today, kind) }
  const parts = [
    { kept: keepUnits(of(booked, 'rent'), rentStays, 1), added: addedRent },
    { kept: keepUnits(of(booked, 'price_change'), rentStays, 1), added: [] },
    byRental('receive_place', before.receive === after.receive),
    byRental('return_place', before.return === after.return),
    byDay('child_seat', before.child_seat_count, after.child_seat_count),
    byRental('extra_driver', before.extra_driver && after.extra_driver),
    byDay('internet', Number(before.internet), Number(after.internet)),
    byDay('insurance', Number(before.supplemental_insurance), Number(after.supplemental_insurance)),
    // Bought once with the booking: a change neither sells more of it nor gives it back.
    { kept: of(booked, 'flexible'), added: [] },
  ]
  const kept = parts.flatMap((part) => part.kept)
  const bookedTotal = totalOf(booked.filter(({ kind }) => kind !== 'discount'))
  return {
    lines: parts.flatMap((part) => merged([...part.kept, ...part.added])),
    removed: bookedTotal - totalOf(kept),
    added: totalOf(parts.flatMap((part) => part.added)),
  }
}

/**
 * The prepayment of a changed rental: the booked part at its old percentage, rounded in the customer's favour, and the
 * added part at the company's percentage of today. `less` and `more` are what the total loses and gains.
 */
export function changedPrepayment(change: {
  booked: { total: number; payable_now: number }
  total: number
  less: number
  more: number
  percent: number
  currency: CurrencyCode
}): number {
  const { booked, total, less, more, percent, currency } = change
  const unit = WHOLE_UNIT[currency]
  const share = booked.total === 0 ? 0 : (less * booked.payable_now) / booked.total
  const stays = Math.max(0, booked.payable_now - Math.ceil(share / unit) * unit)
  return Math.min(total, stays + prepaymentOf(more, percent, currency))
}

/**
 * What a longer rental adds to a bill, line by line: the units of each price that the former bill does not have, and a
 * larger discount.
 */
export function addedLines(before: readonly BillLine[], after: readonly BillLine[]): BillLine[] {
  const rest = new Map<string, number>()
  const keyOf = ({ kind, unit }: BillLine) => `${kind} ${unit}`
  for (const line of before) rest.set(keyOf(line), (rest.get(keyOf(line)) ?? 0) + unitsOf(line))
  const added = after
    .filter(({ kind }) => kind !== 'discount')
    .flatMap((line) => {
      const had = Math.min(rest.get(keyOf(line)) ?? 0, unitsOf(line))
      rest.set(keyOf(line), (rest.get(keyOf(line)) ?? 0) - had)
      return had === 0 ? [line] : linesOfUnits(line, unitsOf(line) - had, line.quantity)
    })
  const discountOf = (lines: readonly BillLine[]) => totalOf(lines.filter(({ kind }) => kind === 'discount'))
  const amount = discountOf(after) - discountOf(before)
  return amount === 0 ? added : [...added, { kind: 'discount', quantity: 1, unit: amount, amount }]
}

/** Days times quantity. */
const unitsOf = ({ quantity, days = 1 }: BillLine) => quantity * days
const unitsIn = (lines: readonly BillLine[]) => lines.reduce((sum, line) => sum + unitsOf(line), 0)

/** The first lines, up to `most` units. */
function keepUnits(lines: readonly BillLine[], most: number, quantity: number): BillLine[] {
  let left = most
  return lines.flatMap((line) => {
    const count = Math.min(left, unitsOf(line))
    left -= count
    return count === unitsOf(line) ? [line] : linesOfUnits(line, count, quantity)
  })
}

/** Lines with this many units at one price: whole days of a quantity where the units divide evenly. */
function linesOfUnits({ kind, unit, why }: BillLine, count: number, quantity: number): BillLine[] {
  if (count <= 0) return []
  const fits = quantity > 0 && count % quantity === 0
  const days = fits ? count / quantity : count
  return [{ kind, quantity: fits ? quantity : 1, days, unit, amount: unit * count, ...(why && { why }) }]
}

/** Merges neighbouring lines of equal price and quantity. */
function merged(lines: readonly BillLine[]): BillLine[] {
  const all: BillLine[] = []
  for (const line of lines) {
    const last = all.at(-1)
    const isSame = last?.unit === line.unit && last.quantity === line.quantity
    if (last?.days && line.days && isSame)
      all[all.length - 1] = { ...last, days: last.days + line.days, amount: last.amount + line.amount }
    else all.push(line)
  }
  return all
}
