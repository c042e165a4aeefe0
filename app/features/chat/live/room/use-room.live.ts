import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { countAsRead } from '#app/features/chat/chat-request.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import type { Sender } from '#app/rules/messages/chat-sides.ts'
import { type Connection, type ConnectionState, connect } from '../connection.live.ts'
import { fetchMessages } from '../live-calls.live.ts'
import type { LiveMessage, RoomStart } from './live-message.ts'
import { hasGap, markRead, mergeMessages } from './message-list.ts'
import { createOutbox, type Outbox, type Outgoing, stillToSend } from './outbox.ts'

const TYPING_SHOWN_MS = 5000
const TYPING_SENT_EVERY_MS = 2500

export type Typing = { sender: Sender; name: string | null }

/** The state of a live room: its messages, those being sent, who is typing, and the connection. */
export function useRoom({ room, messages: shown, has_older }: RoomStart) {
  const { language } = useLanguage()
  const [messages, setMessages] = useState<readonly LiveMessage[]>(shown)
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([])
  const [state, setState] = useState<ConnectionState>('connecting')
  const [hasOlder, setHasOlder] = useState(has_older)
  const [isLoading, setLoading] = useState(false)
  const [typing, setTyping] = useState<Typing>()
  const known = useRef<readonly LiveMessage[]>(shown)
  const open = useRef<{ connection: Connection; outbox: Outbox }>(undefined)
  const readUpTo = useRef(room.read_seq)
  const unread = useRef(room.unread_count)
  const typingSentAt = useRef(0)

  const keep = useCallback((next: readonly LiveMessage[]) => {
    known.current = next
    setMessages(next)
  }, [])

  // Before anybody can press the button: a later effect would lose a message that is sent as soon as the room appears.
  useLayoutEffect(() => {
    let typingEnds: ReturnType<typeof setTimeout> | undefined
    const outbox = createOutbox({
      send: (message) => connection.send(message),
      onChange: (items) => {
        setOutgoing(items)
        remember(room.id, items)
      },
      initial: stillToSend(remembered(room.id), known.current),
    })
    const arrived = (news: LiveMessage[]) => {
      keep(mergeMessages(known.current, news))
      for (const { client_id } of news) outbox.remove(client_id)
    }
    const take = (news: LiveMessage[]) => {
      const [first] = news
      if (first && hasGap(known.current, first)) return connection.catchUp()
      arrived(news)
      setTyping(undefined)
    }
    const readAgain = async () => {
      const last = known.current.at(-1)?.seq ?? 0
      const page = await fetchMessages(language, { room: room.id, after: last }).catch(() => undefined)
      if (!page) return
      arrived(page.messages)
      if (page.has_newer) await readAgain()
    }
    const connection = connect({
      room: room.id,
      language,
      lastSeq: () => known.current.at(-1)?.seq ?? 0,
      onState: (now) => {
        setState(now)
        outbox.setOpen(now === 'open')
      },
      onMessages: take,
      onEdited: (message) => {
        if (known.current.some(({ seq }) => seq === message.seq)) keep(mergeMessages(known.current, [message]))
      },
      onRead: (read) => keep(markRead(known.current, read)),
      onTyping: (who) => {
        setTyping(who)
        clearTimeout(typingEnds)
        typingEnds = setTimeout(() => setTyping(undefined), TYPING_SHOWN_MS)
      },
      onBehind: () => void readAgain(),
    })
    setOutgoing(outbox.items())
    open.current = { connection, outbox }
    return () => {
      clearTimeout(typingEnds)
      connection.close()
      open.current = undefined
    }
  }, [room.id, language, keep])

  return {
    messages,
    outgoing,
    state,
    typing,
    hasOlder,
    isLoading,
    send: (text: string, fileIds: string[] = []) =>
      open.current?.outbox.add({
        clientId: crypto.randomUUID(),
        text,
        ...(fileIds.length > 0 && { fileIds }),
      }),
    edit: (id: number, text: string) => open.current?.connection.edit(id, text),
    retry: (clientId: string) => open.current?.outbox.retry(clientId),
    discard: (clientId: string) => open.current?.outbox.remove(clientId),
    reconnect: () => open.current?.connection.retry(),
    sendTyping() {
      if (Date.now() - typingSentAt.current < TYPING_SENT_EVERY_MS) return
      typingSentAt.current = Date.now()
      open.current?.connection.typing()
    },
    /** Marks all messages so far as read. */
    read() {
      const last = known.current.at(-1)?.seq ?? 0
      if (last <= readUpTo.current || state !== 'open') return
      readUpTo.current = last
      open.current?.connection.read(last)
      countAsRead(unread.current)
      unread.current = 0
    },
    async loadOlder() {
      const first = known.current[0]?.seq
      if (first === undefined || isLoading) return
      setLoading(true)
      try {
        const page = await fetchMessages(language, { room: room.id, before: first })
        keep(mergeMessages(page.messages, known.current))
        setHasOlder(page.has_older)
      } catch {
        // The button stays, so that one can try again.
      } finally {
        setLoading(false)
      }
    },
  }
}

export type Room = ReturnType<typeof useRoom>

const keyOf = (room: string) => `chat:${room}`

/** Stores unsent messages, so that they survive a reload of the tab; files cannot be stored and would have to be chosen again. */
function remember(room: string, items: readonly Outgoing[]) {
  try {
    if (items.length > 0) sessionStorage.setItem(keyOf(room), JSON.stringify(items))
    else sessionStorage.removeItem(keyOf(room))
  } catch {
    // Without storage, or with a full one, they just do not survive a reload.
  }
}

function remembered(room: string): Outgoing[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(room)) ?? '[]') as Outgoing[]
  } catch {
    return []
  }
}
