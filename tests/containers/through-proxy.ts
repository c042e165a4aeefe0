import { request as httpRequest } from 'node:http'
import { Agent, request } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Stack } from './stack.ts'

/** As a browser finds the site: by its name, at the ports that the proxy has here. */
export type Visitor = { fetch: typeof fetch; agent: Agent; close: () => void }

const HERE = '127.0.0.1'
/** The options decide about the form of the answer. */
const lookup: LookupFunction = (_name, options, answer) =>
  options.all ? answer(null, [{ address: HERE, family: 4 }]) : answer(null, HERE, 4)
const BANK_PORT = '8443'
const ONE_REQUEST_MS = 20_000

/** A visitor who trusts the proxy's certificate. */
export function visitorOf(stack: Stack): Visitor {
  const agent = new Agent({ ca: stack.certificate(), lookup, keepAlive: true })
  return { fetch: fetchBy(stack, agent), agent, close: () => agent.destroy() }
}

/** `fetch` that does not follow redirects. */
function fetchBy({ ports }: Stack, agent: Agent): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init)
    const body = Buffer.from(await asked.arrayBuffer())
    const { host, pathname, search, protocol, port } = new URL(asked.url)
    const isPlain = protocol === 'http:'
    const options = {
      ...{ host: new URL(asked.url).hostname, path: pathname + search, method: asked.method, lookup },
      port: isPlain ? ports.http : port === BANK_PORT ? ports.bank : ports.https,
      headers: { ...Object.fromEntries(asked.headers), host, 'content-length': String(body.length) },
      timeout: ONE_REQUEST_MS,
    }
    return new Promise((resolve, reject) => {
      const outgoing = isPlain ? httpRequest(options) : request({ ...options, agent })
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')))
      outgoing.on('error', reject)
      outgoing.on('response', async (incoming) => {
        try {
          const content = Buffer.concat(await incoming.toArray())
          const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          )
          const status = incoming.statusCode ?? 0
          const hasBody = ![101, 204, 205, 304].includes(status)
          resolve(new Response(hasBody ? content : null, { status, headers }))
        } catch (error) {
          reject(error)
        }
      })
      outgoing.end(body)
    })
  }
}
