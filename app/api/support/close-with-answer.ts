import type { Tx } from '#app/api/call/context.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { addMessage } from '#app/api/conversations/add-message.ts'
import type { TicketStatus } from '#app/rules/messages/ticket-status.ts'
import { changeTicketStatus } from './change-ticket.ts'

/**
 * Answers a ticket for an operator and closes it, where what it was about is decided elsewhere, and its customer hears of that from
 * there. Nothing where it is closed already.
 */
export async function closeWithAnswer(
  tx: Tx,
  { ticket, by, message, at }: { ticket: string; by: string; message: string; at: Date },
): Promise<void> {
  const found = await tx
    .selectFrom('conversation')
    .select('status')
    .where('id', '=', ticket)
    .forUpdate()
    .executeTakeFirst()
  if (!found?.status || found.status === 'CLOSED') return
  await addMessage(tx, {
    ...{ conversation: ticket, sender: 'ADMIN', account: by, body: message, clientId: publicId(), at },
  })
  await changeTicketStatus(tx, { id: ticket, from: found.status as TicketStatus, to: 'CLOSED', actor: 'OPERATOR', at })
}
