import { socketAt } from '#app/features/chat/socket-at.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import type { Route } from './+types/ticket'

/** For the scripts of the operators' inbox, which never see a token: a ticket for one handshake with the socket. `{ ticket, socket }`. */
export async function action({ context }: Route.ActionArgs) {
  const { chat, operator } = apiOf(context)
  // For operators who answer alone: everybody else finds nothing here.
  await operator.inbox.list({ show: 'mine', size: 1 })
  const { ticket, socket } = await chat.socketTicket()
  return Response.json(
    { ticket, socket: socketAt(context, socket) },
    { headers: { 'cache-control': 'private, no-store' } },
  )
}
