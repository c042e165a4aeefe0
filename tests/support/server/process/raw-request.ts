import { Agent, request } from 'node:http'

export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  /** The body as it came, perhaps compressed. */
  bytes: Buffer
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Sends a request exactly as given: the address is not normalised, and only the length of the body is added as a header. */
export function rawRequest(
  origin: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer; localAddress?: string } = {},
): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, body, localAddress } = options
  const { hostname, port } = new URL(origin)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const own = localAddress ? { agent: false as const, localAddress } : { agent }
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { ...length, ...headers }, ...own }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('error', reject)
      answer.on('end', () => {
        const bytes = Buffer.concat(pieces)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes.toString(), bytes })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
