import { paymentCard, paymentRows } from '#app/api/books/payment-card.ts'
import { api } from '#app/api/call/context.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'

/** Payments of all people, newest first. */
export const payments = api.operator.payments.handler(async ({ input, context: { deps } }) => {
  const { page, size, status } = input
  const { count } = await deps.db
    .selectFrom('payment')
    .select((of) => of.fn.countAll<number>().as('count'))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'REVIEW'))
    .executeTakeFirstOrThrow()
  const rows = await paymentRows(deps.db)
    .$if(status !== undefined, (query) => query.where('payment.status', '=', status ?? 'REVIEW'))
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.number', 'desc')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  return { count, results: rows.map(paymentCard) }
})
