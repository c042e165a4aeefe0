import { api } from '#app/api/call/context.ts'
import { roleFor } from '#app/api/reservations/read/own.ts'
import { recordsOf } from '#app/api/reservations/read/records/records.ts'

/** The records of hand-over and return and the company's charges; NOT_FOUND for other people. */
export const protocols = api.reservations.protocols.handler(async ({ context }) => {
  const { deps, person, reservation } = context
  const role = roleFor(reservation, person)
  return recordsOf(deps.db, reservation, { isCustomer: role !== 'COMPANY', now: deps.now() })
})
