import { api } from '#app/api/call/context.ts'
import { recordsOf } from '#app/api/reservations/read/records.ts'
import { roleFor } from './own.ts'

/** The records of hand-over and return and what the company asks for; NOT_FOUND for whom the reservation is not. */
export const protocols = api.reservations.protocols.handler(async ({ context }) => {
  const { deps, person, reservation } = context
  const role = roleFor(reservation, person)
  return recordsOf(deps.db, reservation, { isCustomer: role !== 'COMPANY' })
})
