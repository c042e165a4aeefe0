import { z } from 'zod'
import { deskStaff, forCompany } from '#app/contract/call/base.ts'
import { ChatRoom } from '#app/contract/chat/chat.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { Instant, listOf, PageQuery } from '#app/contract/shapes/shapes.ts'

/** Those whose customer waits for an answer, or all. */
export const MESSAGE_SHOWS = ['waiting', 'all'] as const

const Count = z.int()

export const messages = {
  list: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/messages/',
      summary: 'Chats with the company’s own customers, those who wait longest first, then the latest (ours)',
      tags: ['company'],
    })
    .input(PageQuery.extend({ company: CompanyId, show: z.enum(MESSAGE_SHOWS).catch('all').default('all') }))
    .output(
      listOf(
        ChatRoom.extend({
          /** Since when the customer waits for an answer; null where nobody does. */
          waiting_since: Instant.nullable(),
        }),
      ).extend({ counts: z.object({ waiting: Count, all: Count }) }),
    ),
}
