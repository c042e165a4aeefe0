import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenToDesk } from '#app/features/desk/desk-socket.live.ts'

const socket = vi.hoisted(() => {
  const listeners = new Map<string, (news?: object) => void>()
  return {
    listeners,
    on: (name: string, listener: () => void) => listeners.set(name, listener),
    removeAllListeners: () => listeners.clear(),
    disconnect: () => {},
  }
})
vi.mock('socket.io-client', () => ({ io: () => socket }))

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', async () => Response.json({ ticket: 'a', socket: { url: 'ws://site', path: '/socket.io/' } }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('an inbox looks again at everything where the server may have missed something, and not as at news', async () => {
  const [onNews, onBack] = [vi.fn(), vi.fn()]
  const close = listenToDesk({ ...{ language: 'en', ticketPath: '/ticket', event: 'inbox' }, onNews, onBack })
  await vi.waitFor(() => expect(socket.listeners.has('inbox')).toBe(true))
  socket.listeners.get('inbox')?.({ room: 'a-room' })
  expect([onNews.mock.calls, onBack.mock.calls]).toEqual([[['a-room']], []])
  socket.listeners.get('inbox')?.({})
  expect([onNews.mock.calls, onBack.mock.calls]).toEqual([[['a-room']], [[]]])
  close()
})
