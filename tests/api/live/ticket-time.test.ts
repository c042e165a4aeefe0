import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropTimers, keepSocket } from '#app/api/live/admit-socket.ts'
import type { ChatSocket } from '#app/api/live/chat-server.ts'
import { SOCKET_MINUTES } from '#app/rules/constants.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const MINUTE = 60_000

/** A socket that records its events. */
function socket() {
  const said: unknown[] = []
  const own = {
    data: { timers: [] as NodeJS.Timeout[] },
    emit: (event: string, details: object) => said.push({ event, ...details }),
    disconnect: () => said.push('closed'),
  }
  return { said, own: own as unknown as ChatSocket }
}

test('a token that expires during a chat is announced a minute before, and then the connection closes', () => {
  const { said, own } = socket()
  keepSocket(own)
  vi.advanceTimersByTime((SOCKET_MINUTES - 1) * MINUTE - 1)
  expect(said).toEqual([])
  vi.advanceTimersByTime(1)
  expect(said).toEqual([{ event: 'ticket_ends', seconds: 60 }])
  vi.advanceTimersByTime(MINUTE)
  expect(said.slice(1)).toEqual([{ event: 'ticket_ended', code: 'TOKEN_EXPIRED' }, 'closed'])
})

test('a new token in time extends the connection, and a closed socket has no timers', () => {
  const { said, own } = socket()
  keepSocket(own)
  vi.advanceTimersByTime((SOCKET_MINUTES - 1) * MINUTE)
  keepSocket(own)
  vi.advanceTimersByTime(2 * MINUTE)
  expect(said).toEqual([{ event: 'ticket_ends', seconds: 60 }])
  dropTimers(own)
  expect(vi.getTimerCount()).toBe(0)
})
