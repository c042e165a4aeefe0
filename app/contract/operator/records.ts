import { z } from 'zod'
import { operatorsOf } from '#app/contract/call/base.ts'
import { PaymentCard, PaymentStatus } from '#app/contract/shapes/payment-shapes.ts'
import { listOf, PageQuery } from '#app/contract/shapes/shapes.ts'
import { empty } from '#app/contract/shapes/text.ts'

export const records = {
  payments: operatorsOf('MONEY', 'SUPPORT')
    .route({
      method: 'GET',
      path: '/admin/payments/',
      summary: 'Payments of all, newest first, of one status where it is named (ours)',
      tags: ['operator'],
    })
    .input(PageQuery.extend({ status: z.preprocess(empty, PaymentStatus.optional().catch(undefined)) }))
    .output(listOf(PaymentCard)),
}
