import type { z } from 'zod'
import type { Deps } from '#app/api/call/context.ts'
import type { CheckIn } from '#app/contract/reservations/check-in.ts'
import { type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { isCheckable, mayAsk } from '#app/rules/identity/identity-check.ts'
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
  const hasPicture = Boolean(licence?.front_key ?? licence?.back_key)
  return {
    ...shownReadiness(prepared),
    is_open: isOpen(status),
    licence: licence && shownLicence(licence),
    checked_until: checkedUntil,
    identity: shownIdentity(prepared, { row, canAsk: inquire !== undefined && isOpen(status), now }),
    arrival: shownArrival(prepared, row),
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

/** How the traveller comes; outdated once the pickup has another time than the one it was given for. Null if not said yet. */
export function shownArrival({ arrival }: Pick<Prepared, 'arrival'>, row: Pick<ReservationRow, 'start_at'>) {
  if (!arrival) return null
  const { way, flight, arrives_at, note, start_at } = arrival
  return { way, flight, arrives_at, note, is_outdated: start_at.getTime() !== row.start_at.getTime() }
}
