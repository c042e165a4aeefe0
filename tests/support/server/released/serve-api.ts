import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { startApi } from '#app/api/start.ts'
import { readConfig } from '#app/config.ts'

/**
 * Serves the API of the sources beside which this file lies, on any port, which it prints. A test copies it into those of an earlier
 * release, so it uses only what has long been there.
 */
const log = (event: string, details = {}) => console.log(JSON.stringify({ event, ...details }))
const { api } = await startApi(readConfig(process.env), log as Parameters<typeof startApi>[1])
const server = createServer(async (incoming, outgoing) => {
  const body = await buffer(incoming)
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const request = new Request(`http://localhost${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers: headers.filter(([name]) => name !== 'connection' && name !== 'transfer-encoding'),
    ...(hasBody && { body }),
  })
  const answer = await api.handle(request, { clientAddress: '127.0.0.1', requestId: 'beside' })
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
})
server.listen(0, '127.0.0.1', () => log('port', { port: (server.address() as AddressInfo).port }))
