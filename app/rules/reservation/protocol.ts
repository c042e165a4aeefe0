import { CATEGORY, type CurrencyCode, type FUEL_RULES } from '../constants.ts'
import { DAY_MS } from '../time/durations.ts'

/** The record of a hand-over: when the vehicle goes out, and when it comes back. */
export const PROTOCOL_KINDS = ['PICK_UP', 'RETURN'] as const
export type ProtocolKind = (typeof PROTOCOL_KINDS)[number]

/** Where a car can be damaged, in the order in which one walks around it. */
export const CAR_ZONES = [
  'FRONT_BUMPER',
  'BONNET',
  'WINDSCREEN',
  'ROOF',
  'FRONT_LEFT_WING',
  'FRONT_LEFT_DOOR',
  'REAR_LEFT_DOOR',
  'REAR_LEFT_WING',
  'REAR_BUMPER',
  'BOOT',
  'REAR_RIGHT_WING',
  'REAR_RIGHT_DOOR',
  'FRONT_RIGHT_DOOR',
  'FRONT_RIGHT_WING',
  'WHEEL',
  'MIRROR',
  'INSIDE',
] as const
/** The same for a motorbike; wheels and mirrors share the names of a car's. */
export const BIKE_ZONES = ['FRONT', 'TANK', 'SEAT', 'LEFT_SIDE', 'RIGHT_SIDE', 'REAR', 'WHEEL', 'MIRROR'] as const
export const DAMAGE_ZONES = [...new Set([...CAR_ZONES, ...BIKE_ZONES])] as const
export type DamageZone = (typeof CAR_ZONES)[number] | (typeof BIKE_ZONES)[number]

export const DAMAGE_TYPES = ['SCRATCH', 'DENT', 'CRACK', 'CHIP', 'MISSING'] as const
export const DAMAGE_SIZES = ['COIN', 'HAND', 'LARGE'] as const
export type DamageSize = (typeof DAMAGE_SIZES)[number]

/** A damage and where it is. */
export type Damage = {
  zone: DamageZone
  type: (typeof DAMAGE_TYPES)[number]
  size: DamageSize
  note?: string | undefined
}

/** Equipment that is handed over with a vehicle. */
export const KIT = ['SPARE_WHEEL', 'TRIANGLE', 'VEST', 'PAPERS', 'INSURANCE', 'CHILD_SEAT', 'CABLE', 'HELMET'] as const
export type KitItem = (typeof KIT)[number]

/** The fixed sides of a vehicle that a record shows, once around it. Source: issue 19, B; design/golive 28. */
export const FIXED_VIEWS = [
  'FRONT',
  'FRONT_LEFT',
  'LEFT',
  'REAR_LEFT',
  'REAR',
  'REAR_RIGHT',
  'RIGHT',
  'FRONT_RIGHT',
] as const
export type FixedView = (typeof FIXED_VIEWS)[number]

/** From which side a photo shows the vehicle. */
export const PHOTO_VIEWS = [...FIXED_VIEWS, 'INSIDE', 'OTHER'] as const
export type PhotoView = (typeof PHOTO_VIEWS)[number]

/** By more than this a device's clock is wrong, in seconds. Source: *ours*. */
export const CLOCK_TOLERANCE = 60

/** Ways of paying at the desk; deposits have further ones. What is paid ONLINE is held by the marketplace, and not by the company. */
export const DESK_WAYS = ['CASH', 'CARD', 'TRANSFER'] as const
export const DESK_DEPOSIT_WAYS = [...DESK_WAYS, 'CARD_HOLD', 'CHEQUE'] as const
export type DeskDepositWay = (typeof DESK_DEPOSIT_WAYS)[number]
export const DEPOSIT_WAYS = [...DESK_DEPOSIT_WAYS, 'ONLINE'] as const
export type DepositWay = (typeof DEPOSIT_WAYS)[number]

/** The draft of a protocol: fields as typed, valid or not. Amounts are in whole units. */
export type DraftFields = Partial<
  Record<
    | 'odometer'
    | 'level'
    | 'keys'
    | 'note'
    | 'handed_by'
    | 'received_by'
    | 'deposit'
    | 'deposit_way'
    | 'received'
    | 'received_way'
    | 'reference'
    | 'open_reason'
    | 'papers_reason',
    string
  >
> & {
  kit?: string[]
  /** Indices of known damages that were repaired. */
  gone?: number[]
  marks?: Partial<Record<keyof Damage, string>>[]
}

/** A reading of a finished record that was wrong, who corrected it (an account), and why. In km. */
export type OdometerCorrection = { former: number; odometer: number; reason: string; by: string; at: string }

/** How long after the return, and how often, a reading may be corrected. Source: *ours*. */
const CORRECTABLE_DAYS = 30
const CORRECTIONS_MAX = 10

/** Whether the reading of a record may still be corrected; `back` is the record of the return, if there is one. */
export function isCorrectable(
  { corrections }: { corrections: readonly unknown[] },
  { back, now }: { back: { done_at: Date } | undefined; now: Date },
): boolean {
  if (corrections.length >= CORRECTIONS_MAX) return false
  return !back || now.getTime() - back.done_at.getTime() < CORRECTABLE_DAYS * DAY_MS
}

/** The bounds of a protocol. Source: *ours*. */
export const ODOMETER_MAX = 2_000_000
export const FUEL_EIGHTHS = 8
export const MARKS_MAX = 40
export const PHOTOS_MAX = 20
export const NOTE_MAX = 1000
/** The highest amount that a desk may record, in the minor unit. Source: *ours*. */
export const DESK_AMOUNT_MAX = 100_000_000_000

/** Where a vehicle of this category can be damaged. */
export function zonesOf(category: number): readonly DamageZone[] {
  return category === CATEGORY.MOTOR ? BIKE_ZONES : CAR_ZONES
}

/** The equipment that a vehicle of this category can have. */
export function kitOf(category: number, isElectric: boolean): readonly KitItem[] {
  if (category === CATEGORY.MOTOR) return ['HELMET', 'PAPERS', 'INSURANCE']
  const all: readonly KitItem[] = ['SPARE_WHEEL', 'TRIANGLE', 'VEST', 'PAPERS', 'INSURANCE', 'CHILD_SEAT']
  return isElectric ? [...all, 'CABLE'] : all
}

/**
 * The damages of a vehicle after a protocol: the known ones that were not repaired, and the new ones. Only the latest
 * 40 are kept.
 */
export function damagesAfter({ known, marks }: { known: readonly Damage[]; marks: readonly Damage[] }): Damage[] {
  return [...known, ...marks].slice(-MARKS_MAX)
}

/** Whether a deposit of this kind is money; a blocked amount and a cheque are promises. */
export function isMoney(way: DepositWay): boolean {
  return way !== 'CARD_HOLD' && way !== 'CHEQUE'
}

/**
 * The unit prices of charges at the return, in the minor unit: per kilometre, eighth of the tank, percent of charge,
 * hour, damage.
 */
export type ChargeTerms = {
  km: number
  fuel_eighth: number
  charge_percent: number
  late_hour: number
  damage: Record<DamageSize, number>
}

/** What a rental includes of kilometres a day (null: without a limit) and fuel. */
export type IncludedTerms = { mileage_per_day: number | null; fuel_rule: (typeof FUEL_RULES)[number] }

/** The terms that a record keeps. Older ones have prices alone. */
export type RecordedTerms = ChargeTerms & { included?: IncludedTerms }

/** The prices of a record. */
export function pricesIn({ included: _, ...prices }: RecordedTerms): ChargeTerms {
  return prices
}

/** The terms of a company that has not set its own. Source: *ours*. */
export const DEFAULT_CHARGES: Record<CurrencyCode, ChargeTerms> = {
  IRT: {
    km: 5_000,
    fuel_eighth: 150_000,
    charge_percent: 15_000,
    late_hour: 300_000,
    damage: { COIN: 2_000_000, HAND: 6_000_000, LARGE: 15_000_000 },
  },
  EUR: {
    km: 30,
    fuel_eighth: 1_200,
    charge_percent: 80,
    late_hour: 1_000,
    damage: { COIN: 4_000, HAND: 12_000, LARGE: 30_000 },
  },
}

/** A company's prices of differences, in the order in which forms show them. */
export const CHARGE_NAMES = ['late_hour', 'km', 'fuel_eighth', 'charge_percent', ...DAMAGE_SIZES] as const
export type ChargeName = (typeof CHARGE_NAMES)[number]

/** The prices by their names. */
export function chargesBy(price: (name: ChargeName) => number): ChargeTerms {
  return {
    km: price('km'),
    fuel_eighth: price('fuel_eighth'),
    charge_percent: price('charge_percent'),
    late_hour: price('late_hour'),
    damage: { COIN: price('COIN'), HAND: price('HAND'), LARGE: price('LARGE') },
  }
}

/** One of the prices; that of a damage by its size. */
export function chargeNamed({ damage, ...prices }: ChargeTerms, name: ChargeName): number {
  return { ...prices, ...damage }[name]
}

/** The field of a price in a company's settings: `charges.damage.COIN`. */
export function chargePath(name: ChargeName): string {
  return DAMAGE_SIZES.some((size) => size === name) ? `charges.damage.${name}` : `charges.${name}`
}

/** How many times the usual price a company may ask. Source: *ours*. */
const TIMES_USUAL_MAX = 20

/** The highest price that a company may set, in the minor unit. */
export function chargeMax(name: ChargeName, currency: CurrencyCode): number {
  return TIMES_USUAL_MAX * chargeNamed(DEFAULT_CHARGES[currency], name)
}
