import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { subscriberOf } from '#app/rules/network.ts'
import { plainAddress } from './client-address.ts'

/**
 * Bounds the connections that one subscriber holds open, so that nobody takes them all. Further ones are closed at once;
 * a trusted proxy brings everybody and has no bound.
 */
export function limitConnections(
  server: Server,
  { perSubscriber, isProxy }: { perSubscriber: number; isProxy: (address: string) => boolean },
) {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (isProxy(address)) return
    const subscriber = subscriberOf(address)
    const count = (open.get(subscriber) ?? 0) + 1
    if (count > perSubscriber) {
      socket.destroy()
      return
    }
    open.set(subscriber, count)
    socket.once('close', () => {
      const left = (open.get(subscriber) ?? 1) - 1
      if (left > 0) open.set(subscriber, left)
      else open.delete(subscriber)
    })
  })
}
