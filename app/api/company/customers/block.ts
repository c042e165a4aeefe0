import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { acceptedCustomer, customerOf } from './read.ts'

/**
 * Blocks a customer at the caller's company alone; existing reservations stay. Throws NOT_FOUND for a person whose booking
 * it has not accepted, and CHANGED_MEANWHILE where a colleague was faster: their reason stays. Source: issue 19, A.
 */
export const block = api.company.customers.block.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation, language } = context
  const customer = await acceptedCustomer(tx, reservation)
  const blocked = await tx
    .insertInto('company_block')
    .values({
      ...{ company_id: customer.company, phone: customer.phone },
      ...{ reason: input.reason, account_id: person.id, at: deps.now() },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!blocked) throw errors.CHANGED_MEANWHILE()
  return customerOf(tx, customer, { language, now: deps.now() })
})

/** Ends it. Throws CHANGED_MEANWHILE if the customer is not blocked, also the second time. */
export const unblock = api.company.customers.unblock.handler(async ({ context }) => {
  const { deps, tx, reservation, language } = context
  const customer = await acceptedCustomer(tx, reservation)
  const ended = await tx
    .deleteFrom('company_block')
    .where('company_id', '=', customer.company)
    .where('phone', '=', customer.phone)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw errors.CHANGED_MEANWHILE()
  return customerOf(tx, customer, { language, now: deps.now() })
})
