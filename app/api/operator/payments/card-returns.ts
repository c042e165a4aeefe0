import { reservationOf } from '#app/api/books/end-unpaid.ts'
import { api } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { requestChange } from '#app/api/operator/approvals/approval-requests.ts'
import { movementNeedsApproval } from '#app/api/operator/approvals/second-operator.ts'
import { endUnanswered } from '#app/api/payments/give-back/card-return.ts'
import { readReservation } from '#app/api/reservations/read/read.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { lockUnanswered } from './lock-unanswered.ts'

/** Refunds to cards with an unknown outcome, oldest first. */
export const cardReturns = api.operator.payments.cardReturns.handler(
  async ({ input: { page, size }, context: { deps } }) => {
    const waiting = deps.db.selectFrom('payment').where('card_return', '=', 'UNANSWERED')
    const { count, rows } = await pageRows(
      waiting
        .innerJoin('reservation', 'reservation.id', 'payment.reservation_id')
        .leftJoin('approval_request', (join) =>
          join
            .onRef('subject', '=', 'payment.id')
            .on('approval_request.kind', '=', 'CARD_RETURN')
            .on('approval_request.status', '=', 'WAITING'),
        )
        .select(['payment.id', 'payment.number', 'payment.currency_id', 'amount', 'reference', 'gateway'])
        .select(['card_return_at', 'card_return_said', 'reservation.fullname', 'approval_request.id as request'])
        .orderBy('card_return_at')
        .orderBy('payment.id'),
      { page, size },
      waiting,
    )
    const results = rows.map(({ currency_id, number, card_return_at, card_return_said, request, ...row }) => ({
      ...{ ...row, number: String(number), currency: currencyIn({ currency_id }), said: card_return_said ?? '' },
      ...{ since: card_return_at?.toISOString() ?? '', requested: request !== null },
    }))
    return { count, results }
  },
)

/**
 * An operator's decision on one of them, after checking the bank's reports: the card got the money, or the wallet gets
 * it. Above the limits of refunds a second operator approves; returns whether it waits. Throws APPROVAL_DECIDED,
 * APPROVAL_WAITS, NOT_FOUND.
 */
export const decideCardReturn = api.operator.payments.decideCardReturn.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { id, outcome, reason } = input
  return inTransaction(deps.db, async (tx) => {
    await giveReason(tx, reason)
    const payment = await lockUnanswered(tx, id)
    const { phone } = await readReservation(tx, reservationOf(payment))
    const shares = [{ receiver: phone, amount: payment.amount }]
    const waits = await movementNeedsApproval(deps, tx, { operator: person.id, currency: currencyIn(payment), shares })
    if (waits)
      await requestChange(deps, tx, { by: person.id, reason, change: { kind: 'CARD_RETURN', payment: id, outcome } })
    else await endUnanswered(deps, tx, { payment, outcome, alone: person.id })
    return { id, waits }
  })
})
