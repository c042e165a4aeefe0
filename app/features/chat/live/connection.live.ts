import { io, type Socket } from 'socket.io-client'
import type { Answer, ClientToServer, RoomMessage, ServerToClient } from '#app/contract/chat/chat-socket.ts'
import type { Language } from '#app/rules/constants.ts'
import { whileAway } from '#app/ui/connection/page-away.live.ts'
import { fetchTicket, SignedOut } from './live-calls.live.ts'
import type { LiveMessage } from './room/live-message.ts'
import type { Outgoing, SendResult } from './room/outbox.ts'

/** The pause before a reconnection, and how many there are before it stops until somebody asks or the network returns (§4, §9). */
const RECONNECT_MS = 3000
const RECONNECT_TRIES = 5
const ACK_MS = 10_000

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'failed' | 'signed-out'

type Listener = {
  onState: (state: ConnectionState) => void
  onMessages: (messages: LiveMessage[]) => void
  onEdited: (message: LiveMessage) => void
  onRead: ServerToClient['read']
  onTyping: ServerToClient['typing']
  /** Called when more messages were missed than the socket sends again. */
  onBehind: () => void
}

export type Connection = {
  send: (message: Outgoing) => Promise<SendResult>
  /** Changes the text of one's own message. */
  edit: (id: number, text: string) => Promise<SendResult>
  read: (seq: number) => void
  typing: () => void
  /** Requests the messages after the last known one again. */
  catchUp: () => void
  /** Reconnects at once, regardless of earlier attempts. */
  retry: () => void
  close: () => void
}

/** Opens the chat's socket for one room. Each connection sends a new ticket and the last message that is known here. */
export function connect({
  room,
  lastSeq,
  language,
  onState,
  onMessages,
  onEdited,
  onRead,
  onTyping,
  onBehind,
}: Listener & { room: string; lastSeq: () => number; language: Language }): Connection {
  let socket: Socket<ServerToClient, ClientToServer> | undefined
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let isTrying = false
  let isAway = false
  const endAway = whileAway({ leave, comeBack })
  addEventListener('online', retry)
  document.addEventListener('visibilitychange', onVisible)
  void attempt()

  return {
    send: async ({ clientId, text, fileIds }) => {
      if (!socket?.connected) return { kind: 'lost' }
      const input = {
        room,
        client_id: clientId,
        ...(text && { message: text }),
        ...(fileIds && { attachments: fileIds }),
      }
      try {
        const answer = await socket.timeout(ACK_MS).emitWithAck('new_message', input)
        if (answer.ok) onMessages([answer.message])
        return resultOf(answer)
      } catch {
        // No answer in time: the connection is dead, even if the socket has not noticed yet.
        if (socket.connected) socket.disconnect()
        return { kind: 'lost' }
      }
    },
    edit: async (id, message) => {
      if (!socket?.connected) return { kind: 'lost' }
      try {
        const answer = await socket.timeout(ACK_MS).emitWithAck('edit', { room, id, message })
        if (answer.ok) onEdited(answer.message)
        return resultOf(answer)
      } catch {
        return { kind: 'lost' }
      }
    },
    read: (seq) => void (socket?.connected && socket.timeout(ACK_MS).emit('read', { room, seq }, () => {})),
    typing: () => void (socket?.connected && socket.volatile.emit('typing', { room })),
    catchUp: () =>
      void (socket?.connected && socket.timeout(ACK_MS).emit('join', { room, after: lastSeq() }, () => {})),
    retry,
    close() {
      isClosed = true
      clearTimeout(timer)
      endAway()
      removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', onVisible)
      socket?.removeAllListeners()
      socket?.disconnect()
    },
  }

  function retry() {
    if (isClosed || isAway || socket?.connected) return
    tries = 0
    clearTimeout(timer)
    void attempt()
  }

  function leave() {
    isAway = true
    clearTimeout(timer)
    if (!socket?.active) return
    // A socket that is not open yet does not report this.
    isTrying = false
    socket.disconnect()
  }

  function comeBack() {
    isAway = false
    retry()
  }

  function onVisible() {
    if (document.visibilityState === 'visible') retry()
  }

  async function attempt() {
    if (isTrying || isClosed) return
    isTrying = true
    onState('connecting')
    try {
      const { ticket, socket: at } = await fetchTicket(language, room)
      isTrying = !isAway
      if (isClosed || isAway) return
      socket ??= made(at)
      socket.auth = { token: ticket, rooms: { [room]: lastSeq() }, language }
      socket.connect()
    } catch (error) {
      isTrying = false
      if (error instanceof SignedOut) onState('signed-out')
      else lost()
    }
  }

  function made(at: { url: string; path: string }): Socket<ServerToClient, ClientToServer> {
    const options = {
      path: at.path,
      transports: ['websocket'],
      reconnection: false,
      autoConnect: false,
      timeout: 10_000,
    }
    const fresh: Socket<ServerToClient, ClientToServer> = io(at.url, { ...options, forceNew: true })
    fresh.on('connect', () => {
      isTrying = false
      tries = 0
      onState('open')
    })
    fresh.on('connect_error', () => {
      isTrying = false
      lost()
    })
    fresh.on('disconnect', () => {
      isTrying = false
      lost()
    })
    fresh.on('new_message', (news) => onMessages(inRoom([news].flat())))
    fresh.on('edited', (message) => inRoom([message]).forEach(onEdited))
    fresh.on('read', (read) => read.room === room && onRead(read))
    fresh.on('typing', (typing) => typing.room === room && onTyping(typing))
    fresh.on('behind', (missed) => missed.room === room && onBehind())
    fresh.on('ticket_ends', () => void renew(fresh))
    return fresh
  }

  /** Renews the ticket, so that the connection lasts as long as the session. */
  async function renew(current: Socket<ServerToClient, ClientToServer>) {
    const fresh = await fetchTicket(language, room).catch(() => undefined)
    if (fresh && current.connected) current.timeout(ACK_MS).emit('renew', { token: fresh.ticket }, () => {})
  }

  function inRoom(messages: RoomMessage[]): RoomMessage[] {
    return messages.filter((message) => message.room === room)
  }

  function lost() {
    if (isClosed || isAway) return
    if (tries >= RECONNECT_TRIES) return onState('failed')
    tries++
    onState('lost')
    clearTimeout(timer)
    timer = setTimeout(attempt, RECONNECT_MS)
  }
}

function resultOf(answer: Answer<object>): SendResult {
  if (answer.ok) return { kind: 'sent' }
  if (answer.retry_after !== undefined) return { kind: 'later', seconds: answer.retry_after }
  // The end of a session closes the connection, too: the message waits for the next one.
  if (answer.code === 'INVALID_TOKEN' || answer.code === 'TOKEN_EXPIRED') return { kind: 'lost' }
  return { kind: 'refused', error: Object.values(answer.fields ?? {})[0]?.[0] ?? answer.detail }
}
