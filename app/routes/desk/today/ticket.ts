import { socketAt } from '#app/features/chat/socket-at.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import type { Route } from './+types/ticket'

/**
 * For the page's scripts, which never get a token: a ticket for one handshake with the socket. `{ ticket, socket }`.
 */
export async function action({ context }: Route.ActionArgs) {
  const { chat, company } = apiOf(context)
  // For a company's staff only: for everybody else it does not exist.
  await company.settings.frame({})
  const { ticket, socket } = await chat.socketTicket()
  return Response.json(
    { ticket, socket: socketAt(context, socket) },
    { headers: { 'cache-control': 'private, no-store' } },
  )
}
