import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { CheckIn } from '#app/contract/reservations/check-in.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { picturesUntil } from '#app/rules/reservation/check-in/licence.ts'
import type { ReservationStatus } from '#app/rules/reservation/reservation-status.ts'
import { type LicenceRow, type Prepared, readinessOfOne } from './readiness.ts'

/** A check-in as its traveller sees it. */
export async function shownCheckIn(db: Kysely<DB>, row: ReservationRow, now: Date): Promise<z.infer<typeof CheckIn>> {
  const prepared = await readinessOfOne(db, row)
  const { licence, checkedUntil } = prepared
  const status = statusAt(row, now)
  const hasPicture = Boolean(licence?.front_key ?? licence?.back_key)
  return {
    ...shownReadiness(prepared),
    is_open: isOpen(status),
    licence: licence && shownLicence(licence),
    checked_until: checkedUntil,
    arrival: shownArrival(prepared, row),
    pictures_until: hasPicture ? picturesUntil(row.end_date) : null,
    removable: hasPicture && mayRemove(status),
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

/** How the traveller comes; outdated once the pickup has another time than the one it was given for. Null if not said yet. */
export function shownArrival({ arrival }: Pick<Prepared, 'arrival'>, row: Pick<ReservationRow, 'start_at'>) {
  if (!arrival) return null
  const { way, flight, arrives_at, note, start_at } = arrival
  return { way, flight, arrives_at, note, is_outdated: start_at.getTime() !== row.start_at.getTime() }
}
