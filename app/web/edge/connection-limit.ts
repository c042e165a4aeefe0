import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { subscriberOf } from '#app/rules/access/network.ts'
import { plainAddress } from './request/client-address.ts'

/**
 * Limits the open connections of one subscriber. Further ones are closed at once. Trusted proxies carry everybody's
 * requests and have no limit.
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
