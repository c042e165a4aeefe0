import type { Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient } from '#app/contract/chat/chat-socket.ts'
import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import { whileAway } from '#app/ui/connection/page-away.live.ts'

const RECONNECT_MS = 3000
const MOST_WAIT_MS = 60_000
const ANSWER_MS = 15_000

/** What is heard of: work at a company's desk, or conversations in the inbox of a company or of operators. */
export type DeskEvent = 'work' | 'inbox'

type Listener = {
  language: Language
  /** The path that answers a ticket for the socket, without language. */
  ticketPath: string
  event: DeskEvent
  /** `room` is the conversation that it is about. */
  onNews: (room?: string) => void
  onBack: () => void
}

/**
 * Hears of what comes to a desk until it is closed. A lost connection is tried again, ever more slowly; `onBack` says that
 * something may have been missed meanwhile, here or by the server.
 */
export function listenToDesk({ language, ticketPath, event, onNews, onBack }: Listener): () => void {
  let socket: Socket<ServerToClient, ClientToServer> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let tries = 0
  let wasOpen = false
  let isAway = false
  const endAway = whileAway({ leave, comeBack })
  void attempt()
  return () => {
    isClosed = true
    endAway()
    clearTimeout(timer)
    socket?.removeAllListeners()
    socket?.disconnect()
  }

  async function attempt() {
    try {
      const [{ io }, ticket] = await Promise.all([import('socket.io-client'), fetchTicket(language, ticketPath)])
      if (isClosed || isAway) return
      socket?.removeAllListeners()
      socket?.disconnect()
      const options = { path: ticket.socket.path, transports: ['websocket'], reconnection: false, forceNew: true }
      const fresh: Socket<ServerToClient, ClientToServer> = io(ticket.socket.url, {
        ...options,
        auth: { token: ticket.ticket, language },
      })
      fresh.on('connect', () => {
        tries = 0
        // A conversation may have changed since the page was made.
        if (wasOpen || event === 'inbox') onBack()
        wasOpen = true
      })
      fresh.on('connect_error', again)
      fresh.on('disconnect', again)
      if (event === 'work') fresh.on('work', () => onNews())
      else fresh.on('inbox', ({ room }) => (room === undefined ? onBack() : onNews(room)))
      fresh.on('ticket_ends', async () => {
        const next = await fetchTicket(language, ticketPath).catch(() => undefined)
        if (next && fresh.connected) fresh.timeout(ANSWER_MS).emit('renew', { token: next.ticket }, () => {})
      })
      socket = fresh
    } catch {
      again()
    }
  }

  function leave() {
    isAway = true
    clearTimeout(timer)
    socket?.disconnect()
  }

  function comeBack() {
    isAway = false
    tries = 0
    void attempt()
  }

  function again() {
    if (isClosed || isAway) return
    clearTimeout(timer)
    timer = setTimeout(attempt, Math.min(RECONNECT_MS * 2 ** tries, MOST_WAIT_MS))
    tries++
  }
}

type Ticket = { ticket: string; socket: { url: string; path: string } }

async function fetchTicket(language: Language, path: string): Promise<Ticket> {
  const answer = await fetch(pathIn(language, path), {
    method: 'POST',
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: { accept: 'application/json' },
  })
  if (!answer.ok || answer.redirected) throw new Error(`The desk answered ${answer.status}.`)
  return answer.json()
}
