import type { Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient } from '#app/contract/chat/chat-socket.ts'
import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'

const RECONNECT_MS = 3000
const MOST_WAIT_MS = 60_000
const ANSWER_MS = 15_000

type Listener = { language: Language; onWork: () => void; onBack: () => void }

/**
 * Hears of what comes to the desk until it is closed. A lost connection is tried again, ever more slowly; `onBack` says that
 * something may have been missed meanwhile.
 */
export function listenForWork({ language, onWork, onBack }: Listener): () => void {
  let socket: Socket<ServerToClient, ClientToServer> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let tries = 0
  let wasOpen = false
  void attempt()
  return () => {
    isClosed = true
    clearTimeout(timer)
    socket?.removeAllListeners()
    socket?.disconnect()
  }

  async function attempt() {
    try {
      const [{ io }, ticket] = await Promise.all([import('socket.io-client'), fetchTicket(language)])
      if (isClosed) return
      socket?.removeAllListeners()
      socket?.disconnect()
      const options = { path: ticket.socket.path, transports: ['websocket'], reconnection: false, forceNew: true }
      const fresh: Socket<ServerToClient, ClientToServer> = io(ticket.socket.url, {
        ...options,
        auth: { token: ticket.ticket, language },
      })
      fresh.on('connect', () => {
        tries = 0
        if (wasOpen) onBack()
        wasOpen = true
      })
      fresh.on('connect_error', again)
      fresh.on('disconnect', again)
      fresh.on('work', onWork)
      fresh.on('ticket_ends', async () => {
        const next = await fetchTicket(language).catch(() => undefined)
        if (next && fresh.connected) fresh.timeout(ANSWER_MS).emit('renew', { token: next.ticket }, () => {})
      })
      socket = fresh
    } catch {
      again()
    }
  }

  function again() {
    if (isClosed) return
    clearTimeout(timer)
    timer = setTimeout(attempt, Math.min(RECONNECT_MS * 2 ** tries, MOST_WAIT_MS))
    tries++
  }
}

async function fetchTicket(language: Language): Promise<{ ticket: string; socket: { url: string; path: string } }> {
  const answer = await fetch(pathIn(language, '/desk/ticket'), {
    method: 'POST',
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: { accept: 'application/json' },
  })
  if (!answer.ok || answer.redirected) throw new Error(`The desk answered ${answer.status}.`)
  return answer.json()
}
