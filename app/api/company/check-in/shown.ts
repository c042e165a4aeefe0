import type { z } from 'zod'
import type { Deps } from '#app/api/call/context.ts'
import type { CheckIn } from '#app/contract/reservations/check-in.ts'
import type { FurtherDriverRow } from '#app/db/further-driver.ts'
import { type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { isCheckable, mayAsk } from '#app/rules/identity/identity-check.ts'
import { roomForDrivers } from '#app/rules/reservation/check-in/further-drivers.ts'
import { picturesUntil } from '#app/rules/reservation/check-in/licence.ts'
import type { ReservationStatus } from '#app/rules/reservation/reservation-status.ts'
import { factsOf } from './identity-rows.ts'
import { type LicenceRow, type Prepared, readinessOfOne } from './readiness.ts'

/** A check-in as its traveller sees it. */
export async function shownCheckIn(
  { db, inquire }: Pick<Deps, 'db' | 'inquire'>,
  row: ReservationRow,
  now: Date,
): Promise<z.infer<typeof CheckIn>> {
  const prepared = await readinessOfOne(db, row)
  const { licence, checkedUntil } = prepared
  const status = statusAt(row, now)
  const papers = [licence, ...prepared.drivers]
  const hasPicture = papers.some((one) => one && (one.front_key ?? one.back_key) !== null)
  return {
    ...shownReadiness(prepared),
    is_open: isOpen(status),
    licence: licence && shownLicence(licence),
    checked_until: checkedUntil,
    identity: shownIdentity(prepared, { row, canAsk: inquire !== undefined && isOpen(status), now }),
    arrival: shownArrival(prepared, row),
    drivers: prepared.drivers.map((one) => shownDriver(one)),
    drivers_room: isOpen(status) ? roomForDrivers('CUSTOMER', namedIn(prepared, row)) : 0,
    pictures_until: hasPicture ? picturesUntil(row.end_date) : null,
    removable: hasPicture && mayRemove(status),
  }
}

/** What was asked about an identity; null where nothing was, and nothing can be. */
function shownIdentity(
  { identity }: Pick<Prepared, 'identity'>,
  { row, canAsk, now }: { row: ReservationRow; canAsk: boolean; now: Date },
) {
  const facts = factsOf(identity ?? undefined, row)
  const isAskable = canAsk && isCheckable(row)
  if (!isAskable && !facts.last && !facts.checkedUntil) return null
  return {
    verdict: facts.last?.verdict ?? null,
    asked_at: facts.last?.asked_at.toISOString() ?? null,
    checked_until: facts.checkedUntil,
    can_ask: isAskable && mayAsk(facts, now),
  }
}

/** Whether a traveller can still send something. */
export function isOpen(status: ReservationStatus): boolean {
  return status === 'CONFIRMED'
}

/** Whether the traveller may delete the pictures: during the rental they are what the hand-over relied on. */
export function mayRemove(status: ReservationStatus): boolean {
  return status !== 'ACTIVE'
}

/** Which parts are done and what comes next, as the contract names it. */
export function shownReadiness({ parts, isReady, next }: Prepared) {
  return { parts, is_ready: isReady, next }
}

/** The licence without its pictures: whether there is one of each side, and what was decided about it. */
export function shownLicence(licence: LicenceRow) {
  const { state, front_key, back_key, number, valid_until, sent_at, decided_at, reason } = licence
  return {
    ...{ state, front: front_key !== null, back: back_key !== null, number, valid_until, reason },
    sent_at: sent_at?.toISOString() ?? null,
    decided_at: decided_at?.toISOString() ?? null,
  }
}

/** How many further drivers a reservation names, and whether the extra for one is booked. */
export function namedIn({ drivers }: Pick<Prepared, 'drivers'>, row: Pick<ReservationRow, 'extra_driver'>) {
  return { named: drivers.length, isBooked: row.extra_driver }
}

/** A further driver without the pictures: whether there is one of each side, and what was decided. */
function shownDriver(driver: FurtherDriverRow) {
  const { id, fullname, date_of_birth, number, valid_until, state, reason, added_by } = driver
  return {
    ...{ id, fullname, date_of_birth, number, valid_until, state, reason },
    ...{ front: driver.front_key !== null, back: driver.back_key !== null },
    sent_at: driver.sent_at?.toISOString() ?? null,
    added_by: added_by === 'COMPANY' ? ('COMPANY' as const) : ('CUSTOMER' as const),
  }
}

/** The same for staff; for a company's drivers only the name and the state. */
export function shownFurtherDriver(driver: FurtherDriverRow, { withPapers }: { withPapers: boolean }) {
  const shown = { ...shownDriver(driver), by: driver.by }
  if (withPapers) return shown
  const papers = { date_of_birth: null, number: null, valid_until: null, front: false, back: false }
  return { ...shown, ...papers, sent_at: null, reason: null, by: null }
}

/** How the traveller comes; outdated once the pickup has another time than the one it was given for. Null if not said yet. */
export function shownArrival({ arrival }: Pick<Prepared, 'arrival'>, row: Pick<ReservationRow, 'start_at'>) {
  if (!arrival) return null
  const { way, flight, arrives_at, note, start_at } = arrival
  return { way, flight, arrives_at, note, is_outdated: start_at.getTime() !== row.start_at.getTime() }
}
