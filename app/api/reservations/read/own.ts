import type { Kysely } from 'kysely'
import { isOwn } from '#app/api/account/own-data/holdings.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Claim } from '#app/api/call/admission/things.ts'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { guardDriver } from '#app/api/reservations/read/work-of-day.ts'
import type { Owner } from '#app/contract/call/base.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { isDriver } from '#app/rules/access/company-role.ts'
import { lockVoucher, readVoucher } from './read.ts'

const OWNS: Record<Owner, (reservation: ReservationRow, person: Person) => boolean> = {
  OPERATOR: (_, { role }) => role === 'ADMIN',
  COMPANY: ({ company_id }, { role, companyId }) => role === 'AGENT' && companyId === company_id,
  CUSTOMER: isOwn,
}
const OWNERS: readonly Owner[] = ['OPERATOR', 'COMPANY', 'CUSTOMER']

/**
 * The side for which a person deals with a reservation; undefined for other people's. Staff who rent for themselves are
 * staff.
 */
export function roleFor(reservation: ReservationRow, person: Person): Owner | undefined {
  return OWNERS.find((owner) => OWNS[owner](reservation, person))
}

/**
 * For calls by the id that only a customer has, with or without an account. Staff and operators neither sign nor decline for a customer, nor decide
 * whose a reservation is: throws NOT_FOUND for them.
 */
export function guardNotStaff(reservation: ReservationRow, person: Person | undefined): void {
  const role = person && roleFor(reservation, person)
  if (role === 'COMPANY' || role === 'OPERATOR') throw errors.NOT_FOUND()
}

/**
 * A reservation, by its own id or its shared one, for the people to whom it belongs by the call's contract; a company's drivers find the day's work.
 * Throws NOT_FOUND for everybody else (§6).
 */
export async function readOwn(db: Kysely<DB>, id: string, claim: Claim): Promise<ReservationRow> {
  return guardOwner(db, await readVoucher(db, id), claim)
}

/** The same, locked until the transaction ends. */
export async function lockOwn(tx: Tx, id: string, claim: Claim): Promise<ReservationRow> {
  return guardOwner(tx, await lockVoucher(tx, id), claim)
}

async function guardOwner(db: Kysely<DB>, reservation: ReservationRow, { person, owner, now }: Claim) {
  if (!owner.some((one) => OWNS[one](reservation, person))) throw errors.NOT_FOUND()
  if (isDriver(person) && roleFor(reservation, person) === 'COMPANY') await guardDriver(db, reservation, now)
  return reservation
}
