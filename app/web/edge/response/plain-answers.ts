import type { ServerResponse } from 'node:http'

/** Short answers without the site, in plain English text, for clients that no page can be made for. */
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

/** Redirects to another address; permanent redirects keep method and body (308). */
export function redirectTo(
  response: ServerResponse,
  status: 302 | 303 | 308,
  location: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { location, 'content-length': 0, ...headers })
  response.end()
}
