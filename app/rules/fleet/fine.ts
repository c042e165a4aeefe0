import type { ProposalStatus } from '../reservation/charges/proposal-status.ts'
import { toLatinDigits } from '../text/digits.ts'
import { DAY_MS } from '../time/durations.ts'

/** What an authority or a toll road asks the keeper of a vehicle for. */
export const FINE_KINDS = ['FINE', 'TOLL'] as const
export type FineKind = (typeof FINE_KINDS)[number]

/** OPEN: nobody has decided. CHARGED: the customer was asked for it. COMPANY: the company pays it. */
export const FINE_STATUSES = ['OPEN', 'CHARGED', 'COMPANY'] as const
export type FineStatus = (typeof FINE_STATUSES)[number]

/**
 * Whose it is: FOUND: the rental under way then. BETWEEN: the vehicle was with the company. SEVERAL: two rentals of vehicles with this
 * plate. UNKNOWN_PLATE: no vehicle of the company had it then.
 */
export const FINE_MATCHES = ['FOUND', 'BETWEEN', 'SEVERAL', 'UNKNOWN_PLATE'] as const
export type FineMatch = (typeof FINE_MATCHES)[number]

/** Bounds. `FINE_DAYS`: how long after it happened a customer may still be asked. Source: *ours*. */
export const FINE_DAYS = 365
export const FINE_ROWS_MAX = 500
/** The longest list, in characters: 500 rows of 300. */
export const FINE_LIST_LENGTH = 150_000
/** The highest handling fee, in the minor unit. Source: *ours*. */
export const FINE_FEE_MAX = { IRT: 1_000_000, EUR: 30_00 } as const

/** A plate of a vehicle and when it had it: without `from` since ever, without `until` today still. */
export interface PlateTime {
  ad: number
  plate: string
  from: Date | null
  until: Date | null
}

/** A rental between its hand-over and its return, by their records. `back` is null while the vehicle is out. */
export interface RentalTime {
  reservation: string
  ad: number
  out: Date
  back: Date | null
}

export type Matched =
  | { match: 'FOUND'; ad: number; reservation: string }
  | { match: 'BETWEEN'; ad: number }
  | { match: 'SEVERAL' | 'UNKNOWN_PLATE' }

/** A plate without what people write differently: digits of other scripts, spaces and dashes, two forms of a letter, its country's name. */
export function plateKey(plate: string): string {
  return toLatinDigits(plate.normalize('NFKC'))
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .replaceAll(/ایران|iran/giu, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

/** Plates by their key, and rentals by their vehicle: what many notices are looked up in. */
export interface FleetHistory {
  plates: ReadonlyMap<string, PlateTime[]>
  rentals: ReadonlyMap<number, RentalTime[]>
}

/** Sorts what is known of a fleet once, so that each of many notices is compared with its own plate's vehicles alone. */
export function fleetHistory(plates: readonly PlateTime[], rentals: readonly RentalTime[]): FleetHistory {
  return {
    plates: Map.groupBy(plates, ({ plate }) => plateKey(plate)),
    rentals: Map.groupBy(rentals, ({ ad }) => ad),
  }
}

/** The rental during which something happened to a plate; the first and the last minute of a rental are its own. */
export function matchFine({ plate, at }: { plate: string; at: Date }, history: FleetHistory): Matched {
  const key = plateKey(plate)
  const then = (history.plates.get(key) ?? []).filter(
    ({ from, until }) => (!from || from <= at) && (!until || at < until),
  )
  const ads = new Set(then.map(({ ad }) => ad))
  const [ad] = ads
  if (key === '' || ad === undefined) return { match: 'UNKNOWN_PLATE' }
  const under = [...ads].flatMap((one) =>
    (history.rentals.get(one) ?? []).filter(({ out, back }) => out <= at && (!back || at <= back)),
  )
  const [first] = under
  // A return and the next hand-over in the same minute: nobody can say whose it was.
  if (under.some(({ reservation }) => reservation !== first?.reservation)) return { match: 'SEVERAL' }
  return first ? { match: 'FOUND', ad: first.ad, reservation: first.reservation } : { match: 'BETWEEN', ad }
}

/** Whether the company still has to decide: also after it has withdrawn what it asked for. */
export function isUndecided({ status, charge }: { status: FineStatus; charge: ProposalStatus | null }): boolean {
  return status === 'OPEN' || (status === 'CHARGED' && charge === 'WITHDRAWN')
}

/** Whether the customer can still be asked for something that happened then. */
export function isChargeable({ at, now }: { at: Date; now: Date }): boolean {
  return now.getTime() - at.getTime() <= FINE_DAYS * DAY_MS
}
