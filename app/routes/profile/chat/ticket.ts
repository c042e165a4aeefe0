import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
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
  return Response.json({ room, ticket, expires_in, socket: atThisSite(context, socket) }, NOT_KEPT)
}

/** With the API in this process, its socket is where the visitor reached the site. */
function atThisSite(context: Route.ActionArgs['context'], socket: { url: string; path: string }) {
  const { config, origin } = context.get(siteContext)
  return config.apiBaseUrl ? socket : { ...socket, url: origin.replace(/^http/, 'ws') }
}
