import { api } from '#app/api/context.ts'
import { recordsOf } from '#app/api/desk/protocol/records.ts'
import { readOwn, roleFor } from './own.ts'

/** The records of hand-over and return and what the company asks for; NOT_FOUND for whom the reservation is not. */
export const protocols = api.reservations.protocols.handler(async ({ input, context }) => {
  const reservation = await readOwn(context.deps.db, input.id, context)
  const role = roleFor(reservation, context.person)
  return recordsOf(context.deps.db, reservation, { isCustomer: role !== 'COMPANY' })
})
