import { Agent, request } from 'node:http'

/** How many persistent connections send requests at once, and their headers. */
export type LoadSettings = { connections?: number; headers?: Record<string, string> }

/** Sends this many requests over a few persistent connections; throws if an answer is not 200. */
export async function load(
  origin: string,
  paths: (index: number) => string,
  times: number,
  { connections = 4, headers = {} }: LoadSettings = {},
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let next = 0
  const visitor = async () => {
    for (let index = next++; index < times; index = next++) await ask(origin + paths(index), agent, headers)
  }
  await Promise.all(Array.from({ length: connections }, visitor))
  agent.destroy()
}

/** One answer, as a browser that accepts Brotli gets it: the status, and the bytes of head and body on the wire. */
export function ask(
  url: string,
  agent?: Agent,
  headers: Record<string, string> = {},
): Promise<{ bytes: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const requested = request(
      url,
      { agent, headers: { 'accept-encoding': 'br', 'accept-language': 'fa', ...headers } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          if (answer.statusCode !== 200) return reject(new Error(`${url} answered ${answer.statusCode}`))
          const body = Buffer.concat(parts)
          const head = answer.rawHeaders.reduce((sum, text) => sum + text.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length)
          resolve({ bytes: head + body.length, body })
        })
      },
    )
    requested.on('error', reject)
    requested.end()
  })
}
