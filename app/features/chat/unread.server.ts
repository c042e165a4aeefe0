import { createContext, type RouterContextProvider } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { decoration } from '#app/web/page/decoration.ts'
import { visitContext } from '#app/web/session/visit.ts'

const unreadContext = createContext<Promise<number> | null>(null)

/** The signed-in person's number of unread chat messages, fetched once per request; 0 for visitors. */
export function unreadChats(context: Readonly<RouterContextProvider>): Promise<number> {
  const known = context.get(unreadContext)
  if (known) return known
  const isSignedIn = context.get(visitContext)?.session !== undefined
  const asked = isSignedIn
    ? decoration(
        context,
        'unread-chats',
        apiOf(context)
          .chat.unread()
          .then(({ count }) => count),
        0,
      )
    : Promise.resolve(0)
  context.set(unreadContext, asked)
  return asked
}
