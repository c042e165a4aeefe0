import { socketAt } from '#app/features/chat/socket-at.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import type { Route } from './+types/ticket'

const NOT_KEPT = { headers: { 'cache-control': 'private, no-store' } }

/**
 * For the page's own scripts, which never see a token: the room (the sales room where none is named) and a ticket for one
 * handshake with its socket. `{ room, ticket, expires_in, socket: { url, path } }`.
 */
export async function action({ context, url }: Route.ActionArgs) {
  const { chat } = apiOf(context)
  const named = url.searchParams.get('room')
  const { ticket, expires_in, socket } = await chat.socketTicket()
  const room = named ? await chat.room({ id: named }) : (await chat.createSale({})).room
  return Response.json({ room, ticket, expires_in, socket: socketAt(context, socket) }, NOT_KEPT)
}
