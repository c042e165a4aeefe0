import { type CurrencyCode, FREE_MINUTES_OVER } from '../../constants.ts'
import { type BillLine, totalOf } from '../../money/price.ts'
import { HOUR_MINUTES, MINUTE_MS } from '../../time/durations.ts'
import { type ChargeTerms, type Damage, MARKS_MAX } from '../protocol.ts'

/** What a company may ask for by hand after a return. Source: decisions.md, "A late return". */
export const HAND_CHARGE_KINDS = ['repair', 'cleaning', 'fine', 'toll'] as const
export type HandChargeKind = (typeof HAND_CHARGE_KINDS)[number]
export const CHARGE_KINDS = [
  'km',
  'fuel',
  'charge',
  'damage',
  'late',
  'late_day',
  ...HAND_CHARGE_KINDS,
  'handling',
] as const

/** From more than this on a charge by hand needs a picture, in the minor unit. Source: issue 18; the amounts are *ours*. */
export const PICTURE_ABOVE: Record<CurrencyCode, number> = { IRT: 2_000_000, EUR: 50_00 }
/** How long after the return a company may ask for its delay, or for something by hand. Source: *ours*. */
export const CHARGE_DAYS = 30
/** For how many things a company may ask by hand. Source: *ours*. */
export const HAND_CHARGES_MAX = 10

/** Kilometres, fuel or charge, and each damage that a record may hold. */
export const CHARGE_LINES_MAX = MARKS_MAX + 3

/** One line of a proposal: `amount` is `unit` times `quantity` by the terms, unless the company changed it; in the minor unit. */
export type ChargeLine = {
  kind: (typeof CHARGE_KINDS)[number]
  quantity: number
  unit: number
  amount: number
  /** The damage that the line is about. */
  damage?: Damage | undefined
}

/** A reading of the vehicle in a protocol: fuel in eighths of the tank, or charge in percent. */
type Reading = { odometer: number; fuel: number | null; charge: number | null }

/** What a rental includes. */
export type RentalTerms = {
  days: number
  /** Null where kilometres are not limited. */
  mileagePerDay: number | null
  /** Whether fuel is prepaid, so that missing fuel at the return costs nothing. */
  isFuelPrepaid: boolean
}

/**
 * What the company may ask for after a return: kilometres beyond those included, missing fuel or charge, and new
 * damages. Nothing is charged yet: the customer accepts or disputes it. Source: *ours*.
 */
export function chargesAtReturn({
  pickUp,
  back,
  damages,
  rental,
  terms,
}: {
  pickUp: Reading
  back: Reading
  damages: readonly Damage[]
  rental: RentalTerms
  terms: ChargeTerms
}): ChargeLine[] {
  const missing = (before: number | null, after: number | null) =>
    rental.isFuelPrepaid || before === null || after === null ? 0 : Math.max(0, before - after)
  const lines: ChargeLine[] = [
    ...kilometreLine({ driven: back.odometer - pickUp.odometer, rental, price: terms.km }),
    line('fuel', missing(pickUp.fuel, back.fuel), terms.fuel_eighth),
    line('charge', missing(pickUp.charge, back.charge), terms.charge_percent),
    ...damages.map((damage) => ({ ...line('damage', 1, terms.damage[damage.size]), damage })),
  ]
  return lines.filter(({ amount }) => amount > 0)
}

/** The charge for kilometres beyond those included; empty where there are none. `price` is that of one. */
export function kilometreLine({
  driven,
  rental: { days, mileagePerDay },
  price,
}: {
  driven: number
  rental: RentalTerms
  price: number
}): ChargeLine[] {
  const over = mileagePerDay === null ? 0 : Math.max(0, driven - mileagePerDay * days)
  return [line('km', over, price)].filter(({ amount }) => amount > 0)
}

/**
 * The charge for a late return: each started hour after the free one, at most a day's rent for each started day. Empty
 * where it was in time. Source: decisions.md, "Renting" (the free 60 minutes); the rest is *ours*.
 * @param dayRent the rent of one day, in the minor unit
 */
export function lateCharge({
  due,
  at,
  terms,
  dayRent,
}: {
  due: Date
  at: Date
  terms: Pick<ChargeTerms, 'late_hour'>
  dayRent: number
}): ChargeLine[] {
  const minutes = Math.floor((at.getTime() - due.getTime()) / MINUTE_MS) - FREE_MINUTES_OVER
  if (minutes <= 0) return []
  const hours = Math.ceil(minutes / HOUR_MINUTES)
  const days = Math.ceil(hours / 24)
  const charged = line('late', hours, terms.late_hour)
  const most = dayRent * days
  return [charged.amount > most ? line('late_day', days, dayRent) : charged].filter(({ amount }) => amount > 0)
}

/** The line of a charge by hand. */
export function handCharge(kind: HandChargeKind, amount: number): ChargeLine {
  return line(kind, 1, amount)
}

/** What the company asks for its work with a fine or a toll. */
export function handlingFee(amount: number): ChargeLine {
  return line('handling', 1, amount)
}

/** The rent of one day of a booking, rounded down to the minor unit. */
export function dayRentOf({ lines, days }: { lines: readonly BillLine[]; days: number }): number {
  const rent = totalOf(lines.filter(({ kind }) => kind === 'rent'))
  return Math.floor(rent / Math.max(1, days))
}

/** What a line costs by the agreed terms, in the minor unit. */
export function byTerms({ quantity, unit }: Pick<ChargeLine, 'quantity' | 'unit'>): number {
  return quantity * unit
}

/**
 * The lines of a charge that is not sent yet with other amounts, or what is wrong: keys of `errors.json` by field, `amounts.0` for the
 * first line. What the terms price may be lowered, never raised. Only a damage may cost more than they say; that needs a reason, and
 * a picture above `PICTURE_ABOVE`. A line of 0 is not asked for. Source: issue 18; *ours*.
 * @param amounts of each line, in the minor unit
 */
export function editedLines(
  lines: readonly ChargeLine[],
  amounts: readonly number[],
  { currency, hasReason, hasPicture }: { currency: CurrencyCode; hasReason: boolean; hasPicture: boolean },
): { lines: ChargeLine[] } | { fieldErrors: Record<string, string[]> } {
  const edited = lines.map((one, index) => ({ ...one, amount: amounts[index] ?? one.amount }))
  const raised = edited.filter((one) => one.kind === 'damage' && one.amount > byTerms(one))
  const fieldErrors: Record<string, string[]> = {}
  edited.forEach((one, index) => {
    if (one.kind !== 'damage' && one.amount > byTerms(one)) fieldErrors[`amounts.${index}`] = ['above_terms']
  })
  if (raised.length > 0 && !hasReason) fieldErrors.reason = ['required']
  if (raised.some(({ amount }) => amount > PICTURE_ABOVE[currency]) && !hasPicture)
    fieldErrors.image = ['picture_required']
  if (sumOf(edited) === 0) fieldErrors[''] = ['charge_of_nothing']
  return Object.keys(fieldErrors).length > 0 ? { fieldErrors } : { lines: edited }
}

/** The sum of the lines. */
export function sumOf(lines: readonly ChargeLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

function line(kind: ChargeLine['kind'], quantity: number, unit: number): ChargeLine {
  return { kind, quantity, unit, amount: quantity * unit }
}
