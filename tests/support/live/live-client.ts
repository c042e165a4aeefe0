import { type Socket as ClientSocket, io } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import type { Answer, ClientToServer, RoomMessage, ServerToClient } from '#app/contract/chat/chat-socket.ts'
import type { Identity } from '../api/identities.ts'

export type Client = ClientSocket<ServerToClient, ClientToServer>

type Connecting = {
  origin: string
  /** The token for each handshake. */
  token: () => Promise<string> | string
  rooms?: () => Record<string, number>
  headers?: Record<string, string>
  reconnection?: boolean
}

/** A client like the site's own: each connection sends a new ticket and the state of its rooms. Closed when the test ends. */
export function connect({ origin, token, rooms = () => ({}), headers, reconnection = false }: Connecting): Client {
  const client: Client = io(origin, {
    transports: ['websocket'],
    forceNew: true,
    reconnection,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    auth: async (give) => give({ token: await token(), rooms: rooms(), language: 'en' }),
    ...(headers && { extraHeaders: headers }),
  })
  onTestFinished(() => void client.disconnect())
  return client
}

/** A connected client of a person. */
export async function connected(origin: string, who: Identity, rooms: Record<string, number> = {}): Promise<Client> {
  const client = connect({
    origin,
    token: async () => (await who.calls.chat.socketTicket()).ticket,
    rooms: () => rooms,
  })
  await heard(client, 'connect')
  return client
}

/** The next event of a name; fails after 5 seconds. */
export function heard(client: Client, name: string): Promise<never> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name} did not come`)), 5000)
    client.once(
      name as never,
      ((value: never) => {
        clearTimeout(late)
        resolve(value)
      }) as never,
    )
  })
}

/** The error with which a client's connection is refused. */
export async function refused(client: Client): Promise<{ message: string; data?: { code: string; detail: string } }> {
  return heard(client, 'connect_error')
}

/** Sends an event and returns its acknowledgement. */
export function ask(
  client: Client,
  name: keyof ClientToServer,
  input: unknown,
): Promise<Answer<Record<string, never>>> {
  return client.timeout(5000).emitWithAck(name as 'join', input as never) as never
}

/** All messages that arrive, in the order of their arrival. */
export function collected(client: Client): RoomMessage[] {
  const messages: RoomMessage[] = []
  client.on('new_message', (news) => messages.push(...(Array.isArray(news) ? news : [news])))
  return messages
}
