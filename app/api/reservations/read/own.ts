import type { Kysely } from 'kysely'
import { isOwn } from '#app/api/account/holdings.ts'
import type { Person } from '#app/api/account/person.ts'
import { refuse } from '#app/api/call/refuse.ts'
import type { Tx } from '#app/api/context.ts'
import type { DB } from '#app/db/schema.ts'
import type { ReservationActor } from '#app/rules/reservation-status.ts'
import { lockReservation, readReservation } from './read.ts'
import type { ReservationRow } from './record.ts'

/** As whom a person deals with a reservation; undefined for somebody else's. Staff who rent for themselves are staff. */
export function roleFor(reservation: ReservationRow, person: Person): Exclude<ReservationActor, 'SYSTEM'> | undefined {
  if (person.role === 'ADMIN') return 'OPERATOR'
  if (person.role === 'AGENT' && person.companyId === reservation.company_id) return 'COMPANY'
  return isOwn(reservation, person) ? 'CUSTOMER' : undefined
}

/** A reservation for its owner, the staff of its company and operators. Throws NOT_FOUND for everybody else (§6). */
export async function readOwn(db: Kysely<DB>, id: string, person: Person): Promise<ReservationRow> {
  const reservation = await readReservation(db, id)
  if (!roleFor(reservation, person)) throw refuse('NOT_FOUND')
  return reservation
}

/** The same, kept from every other deed until the transaction ends. */
export async function lockOwn(tx: Tx, id: string, person: Person): Promise<ReservationRow> {
  const reservation = await lockReservation(tx, id)
  if (!roleFor(reservation, person)) throw refuse('NOT_FOUND')
  return reservation
}

/** A reservation for the staff of its company and operators alone. Throws NOT_FOUND for everybody else, its owner too. */
export async function readManaged(db: Kysely<DB>, id: string, person: Person): Promise<ReservationRow> {
  const reservation = await readReservation(db, id)
  const role = roleFor(reservation, person)
  if (role !== 'COMPANY' && role !== 'OPERATOR') throw refuse('NOT_FOUND')
  return reservation
}
