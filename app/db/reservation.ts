import type { Kysely, Selectable, Transaction } from 'kysely'
import type { DB, Reservation } from '#app/db/connection/schema.ts'
import { BUSY } from '#app/db/prices/free.ts'
import { type CurrencyCode, currencyOfId } from '#app/rules/constants.ts'
import type { ReservationActor, ReservationStatus } from '#app/rules/reservation/reservation-status.ts'

export type ReservationRow = Selectable<Reservation>

/** The readable number of a reservation: SV-48213. No key to anything. */
export function numberOf(reservation: { number: number }): string {
  return `SV-${reservation.number}`
}

/** A hold past its time reads as EXPIRED even before the job has written that. Source: *ours*. */
export function statusAt(reservation: Pick<ReservationRow, 'status' | 'hold_until'>, now: Date): ReservationStatus {
  return reservation.status === 'AWAITING_PAYMENT' && !isHeld(reservation, now) ? 'EXPIRED' : reservation.status
}

/** Whether it waits for its payment and its vehicle is kept for it. */
export function isHeld({ status, hold_until }: Pick<ReservationRow, 'status' | 'hold_until'>, now: Date): boolean {
  return status === 'AWAITING_PAYMENT' && hold_until !== null && hold_until > now
}

/** Whether the company's staff booked it and it waits for its payment: by link, or at the desk after all. */
export function isHeldByStaff(
  reservation: Pick<ReservationRow, 'status' | 'hold_until' | 'source'>,
  now: Date,
): boolean {
  return reservation.source !== 'SITE' && isHeld(reservation, now)
}

/** The currency of a reservation or payment. */
export function currencyIn({ currency_id }: { currency_id: number }): CurrencyCode {
  return currencyOfId(currency_id) ?? 'IRT'
}

/** Writes down a change of status, or of the vehicle, with time, actor and reason (decisions.md, "Renting"). */
export async function noteEvents(
  tx: Transaction<DB>,
  reservations: string[],
  event: {
    status: ReservationStatus
    actor: ReservationActor
    at: Date
    reason?: string | null
    /** The account of the staff member or operator who did it. */
    by?: string
    /** The vehicle that it has from now on, and the one that it had. */
    moved?: { ad: number; former: number }
  },
): Promise<void> {
  const { status, actor, at, reason = null, by = null, moved } = event
  const vehicles = { ad_id: moved?.ad ?? null, former_ad_id: moved?.former ?? null }
  await tx
    .insertInto('reservation_event')
    .values(
      reservations.map((reservation_id) => ({
        reservation_id,
        status,
        actor,
        at,
        reason,
        account_id: by,
        ...vehicles,
      })),
    )
    .execute()
}

/** Makes the vehicles of these reservations free again. */
export async function releaseVehicles(tx: Transaction<DB>, reservations: string[]): Promise<void> {
  await tx
    .updateTable('busy')
    .set({ status: BUSY.RELEASED, hold_until: null })
    .where('reservation_id', 'in', reservations)
    .execute()
}

/** The zone of the city in which a reservation's days are counted. */
export async function zoneOf(db: Kysely<DB>, { city_id }: Pick<ReservationRow, 'city_id'>): Promise<string> {
  const { zone } = await db.selectFrom('city').select('zone').where('id', '=', city_id).executeTakeFirstOrThrow()
  return zone
}
