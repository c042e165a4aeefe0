import type { CalendarDate } from '../../time/calendar-date.ts'
import { isOldEnough } from '../driver/driver-age.ts'
import { type LicenceState, validityError } from './licence.ts'
import type { PartState } from './readiness.ts'

/** How many drivers beside the main one a contract can name. Source: *ours*. */
export const FURTHER_DRIVERS_MAX = 3
/** How many of them the booked extra pays for: its price is per rental. */
const PAID_BY_EXTRA = 1

/** Earlier dates of birth are probably typing errors. Source: *ours*. */
const EARLIEST_BIRTH = '1900-01-01'

/**
 * How many more drivers can be named: by travellers as many as their booked extra pays for, by staff up to the bound, since the company
 * decides what it asks for.
 */
export function roomForDrivers(
  side: 'CUSTOMER' | 'COMPANY',
  { named, isBooked }: { named: number; isBooked: boolean },
): number {
  const most = side === 'COMPANY' ? FURTHER_DRIVERS_MAX : isBooked ? PAID_BY_EXTRA : 0
  return Math.max(0, most - named)
}

/** What is wrong with a further driver for a rental, as keys of `errors.json` by field: the rules of the main driver. */
export function furtherDriverErrors(
  { date_of_birth, valid_until }: { date_of_birth: CalendarDate; valid_until: CalendarDate },
  rental: { today: CalendarDate; pickUp: CalendarDate; endDate: CalendarDate; minimumAge: number },
): Record<string, string[]> {
  const { today, pickUp, endDate, minimumAge } = rental
  const isImpossible = date_of_birth < EARLIEST_BIRTH || date_of_birth > pickUp
  const isYoung = !isImpossible && !isOldEnough({ born: date_of_birth, pickUp, minimumAge })
  const until = validityError(valid_until, { today, endDate })
  return {
    ...(isImpossible && { date_of_birth: ['date'] }),
    ...(isYoung && { date_of_birth: ['driver_too_young'] }),
    ...(until && { valid_until: [until] }),
  }
}

/** How far the licences of the further drivers are; null where nobody is named. A licence that ends before a moved return is asked for again. */
export function driversPart(
  drivers: readonly { state: LicenceState; valid_until: CalendarDate }[],
  endDate: CalendarDate,
): PartState | null {
  if (drivers.length === 0) return null
  if (drivers.some(({ state }) => state === 'REFUSED')) return 'REFUSED'
  if (drivers.some(({ state, valid_until }) => state === 'DRAFT' || valid_until < endDate)) return 'OPEN'
  return drivers.some(({ state }) => state === 'SENT') ? 'WAITING' : 'DONE'
}

/** Whom the contract names: who is only typed in, or was refused, does not drive. */
export function mayDrive({ state }: { state: LicenceState }): boolean {
  return state === 'SENT' || state === 'CONFIRMED'
}
