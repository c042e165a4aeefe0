import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
}
export type WebhookAnswer = (response: ServerResponse, received: Received) => void

/** A receiver of webhooks that notes what it gets and answers 204, unless a path of it is to answer otherwise. */
export async function webhookReceiver() {
  const received: Received[] = []
  const answers = new Map<string, WebhookAnswer>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    try {
      for await (const part of request) parts.push(part)
    } catch {
      return
    }
    const path = request.url ?? ''
    const got = { path, headers: request.headers, body: Buffer.concat(parts).toString() }
    received.push(got)
    const answer = answers.get(path)
    if (answer) return answer(response, got)
    response.writeHead(204, { 'set-cookie': 'session=secret' }).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    received,
    answers,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The ids of what a path got, in the order in which it came. */
    idsAt: (path: string) =>
      received.filter((one) => one.path === path).map(({ headers }) => String(headers['webhook-id'])),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
