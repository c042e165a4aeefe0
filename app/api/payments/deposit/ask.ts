import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { depositFacts } from '#app/api/reservations/read/deposit-facts.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { GATEWAY_OF_CURRENCY } from '#app/rules/constants.ts'

/**
 * What the customer pays as the deposit, with the id that names it at the bank; the same as long as the same is agreed. Throws NOT_PAYABLE
 * where the company takes no deposits online, none is agreed, or it was taken already. Source: issue 19, B.
 */
export const payDeposit = api.reservations.payDeposit.handler(async ({ context: { deps, tx, reservation } }) => {
  const { id: reservation_id } = reservation
  const { online: amount } = await depositFacts(tx, reservation_id, deps.now())
  if (amount === null) throw errors.NOT_PAYABLE()
  await tx
    .insertInto('online_deposit')
    .values({ id: publicId(), reservation_id, amount, asked_at: deps.now() })
    .onConflict((conflict) => conflict.columns(['reservation_id', 'amount']).doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('online_deposit')
    .select('id')
    .where('reservation_id', '=', reservation_id)
    .where('amount', '=', amount)
    .executeTakeFirstOrThrow()
  return { transaction_id: id, amount, gateway: GATEWAY_OF_CURRENCY[currencyIn(reservation)] }
})
