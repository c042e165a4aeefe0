import type { ServerResponse } from 'node:http'

/** Answers that the process gives without the site: few words, no language, as they reach whom nothing else can. */
export function answerPlainly(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
) {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(message),
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(message)
}

/** Leads to another address; a permanent move keeps method and body (308). */
export function redirectTo(
  response: ServerResponse,
  status: 302 | 303 | 308,
  location: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { location, 'content-length': 0, ...headers })
  response.end()
}
