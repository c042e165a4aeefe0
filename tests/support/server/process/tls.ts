import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A request that passed the proxy, and its answer. */
export interface Passed {
  method: string
  path: string
  httpVersion: string
  origin: string | undefined
  /** The names of the cookies that had a value: w3m still sends an expired cookie, empty, until the end of that second. */
  cookies: string[]
  status: number
  setCookies: string[]
}

export interface TlsDoor {
  passed: Passed[]
  close: () => Promise<void>
}

/** Whether this machine can make certificates. */
export function hasOpenssl(): boolean {
  return spawnSync('openssl', ['version']).status === 0
}

/**
 * The proxy in front of a site in production: terminates TLS with a self-signed certificate and forwards each
 * request to the site with the visitor's address. Records what passed.
 */
export async function openTlsDoor({ port, site }: { port: number; site: string }): Promise<TlsDoor> {
  const passed: Passed[] = []
  const server = createServer(selfSigned(), (request, response) => {
    handOn(request, response, { site, remember: (one) => passed.push(one) })
  })
  server.listen(port)
  await once(server, 'listening')
  return {
    passed,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function handOn(
  request: IncomingMessage,
  response: ServerResponse,
  { site, remember }: { site: string; remember: (passed: Passed) => void },
) {
  const { method = '', url: path = '', httpVersion, headers } = request
  const onward = httpRequest(new URL(site), {
    method,
    path,
    headers: { ...headers, 'x-forwarded-for': request.socket.remoteAddress, 'x-forwarded-proto': 'https' },
  })
  onward.on('error', () => response.destroy())
  onward.on('response', (answer) => {
    const status = answer.statusCode ?? 0
    const setCookies = answer.headers['set-cookie'] ?? []
    const cookies = [...(headers.cookie ?? '').matchAll(/([^=;\s]+)=[^;]/g)].map(([, name = '']) => name)
    remember({
      method,
      path,
      httpVersion,
      origin: headers.origin,
      cookies,
      status,
      setCookies,
    })
    response.writeHead(status, answer.headers)
    answer.pipe(response)
  })
  request.pipe(onward)
}

/** A key and a certificate for localhost, for a day. */
function selfSigned(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'savari-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1']
    const made = spawnSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', cert],
      { encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(`openssl made no certificate:\n${made.stderr}`)
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
