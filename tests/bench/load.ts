import { Agent, request } from 'node:http'

/** How a request is sent, and the status of its answer (200). */
export type AskSettings = {
  headers?: Record<string, string>
  method?: string
  body?: string
  status?: number
}
/** How many persistent connections send requests at once. */
export type LoadSettings = AskSettings & { connections?: number }

/** Sends this many requests over a few persistent connections, and answers how long each took; throws at another status. */
export async function load(
  origin: string,
  paths: (index: number) => string,
  times: number,
  { connections = 4, ...settings }: LoadSettings = {},
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let next = 0
  const took: number[] = []
  const visitor = async () => {
    for (let index = next++; index < times; index = next++) {
      const sent = performance.now()
      await ask(origin + paths(index), agent, settings)
      took.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, visitor))
  agent.destroy()
  return took
}

/** One answer, as a browser that accepts Brotli gets it: the status, and the bytes of head and body on the wire. */
export function ask(
  url: string,
  agent?: Agent,
  { headers = {}, method = 'GET', body: sent, status = 200 }: AskSettings = {},
): Promise<{ bytes: number; body: Buffer; tag?: string | undefined }> {
  return new Promise((resolve, reject) => {
    const requested = request(
      url,
      { agent, method, headers: { 'accept-encoding': 'br', 'accept-language': 'fa', ...headers } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          if (answer.statusCode !== status) return reject(new Error(`${url} answered ${answer.statusCode}`))
          const body = Buffer.concat(parts)
          const head = answer.rawHeaders.reduce((sum, text) => sum + text.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length)
          resolve({ bytes: head + body.length, body, tag: answer.headers.etag })
        })
      },
    )
    requested.on('error', reject)
    requested.end(sent)
  })
}
