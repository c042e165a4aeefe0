import type { RouterContextProvider } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'

type Context = Readonly<RouterContextProvider>
type Which = { id: string; kind: 'TICKET' | 'CHAT' }

const MESSAGES = 50

/** A part of a conversation, a ticket's and a chat's alike: the newest messages, which count as read now, or those before one. */
export async function readTalk(context: Context, { id, kind }: Which, before?: number) {
  const { support, chat } = apiOf(context)
  if (kind === 'TICKET') {
    const { messages, has_older, unread_count } = await support.ticket({ id, before })
    if (unread_count > 0 && !before) await support.readTicket({ id })
    return { messages, has_older, unread: unread_count }
  }
  const [room, part] = await Promise.all([chat.room({ id }), chat.messages({ id, before, size: MESSAGES })])
  if (room.is_unread && !before) await chat.markRead({ id })
  return { messages: part.messages, has_older: part.has_older, unread: room.unread_count }
}
