import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#app/config.ts'
import { pathIn } from '#app/i18n/language.ts'
import type { Arrival, Site } from '#app/site.ts'
import { canonicalAddress } from './canonical-address.ts'
import { clientAddressFrom, matcherOf } from './client-address.ts'
import { type Encoding, encodingFor } from './encoding.ts'
import { carriesFormToken } from './form-token.ts'
import type { Log } from './log.ts'
import { BodyTooLarge, webRequest } from './node-request.ts'
import { createPageCache, type FinishedPage, pageKey } from './page-cache.ts'
import { answerPlainly, redirectTo } from './plain-answers.ts'
import { languageForRoot } from './root-language.ts'
import { isGatewayReturn, mayAct } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'
import { sendResponse } from './send-response.ts'

type Files = (request: IncomingMessage, response: ServerResponse, pathname: string) => boolean

export interface HttpOptions {
  config: Config
  log: Log
  site: Site
  /** Answers with a file where the path is one. */
  files: Files
  /** Whether the process is about to stop: readiness fails, what is under way finishes. */
  isStopping: () => boolean
}

const PAGE_LIFE_MS = 10_000
const PAGES_KEPT = 500

/** The process's answer to each HTTP request, in this order: health, files, the one address, kept pages, the site. */
export function createHttpHandler({ config, log, site, files, isStopping }: HttpOptions) {
  const clientAddress = clientAddressFrom(config.trustedProxies)
  const isProxy = matcherOf(config.trustedProxies)
  const cache = createPageCache({ now: Date.now, lifeMs: PAGE_LIFE_MS, pages: PAGES_KEPT })
  const isDevelopment = config.mode === 'development'
  let inFlight = 0

  return (request: IncomingMessage, response: ServerResponse) => {
    const started = performance.now()
    const requestId = randomUUID()
    const origin = originOf(request)
    const target = request.url ?? '/'
    const pathname = pathOf(target)
    const security = securityHeaders(origin.startsWith('https:'))
    response.once('close', () => {
      const ms = Math.round((performance.now() - started) * 10) / 10
      const status = response.writableFinished ? response.statusCode : 499
      log('request', { id: requestId, method: request.method, path: safePath(pathname), status, ms })
    })
    const place: Place = { target, pathname, origin, requestId, ...keyOf(request, origin, pathname) }
    const kept = place.key && pathname !== '/' ? cache.at(place.key)?.ready.get(place.encoding) : undefined
    if (kept) return sendKeptPage(response, kept, [...security.ofPages, 'x-request-id', requestId])

    response.setHeader('x-request-id', requestId)
    for (const [name, value] of security.ofAll) response.setHeader(name, value)
    // Vite's own scripts and styles are inline; the policy is for what is built.
    if (isDevelopment) response.removeHeader('content-security-policy')
    try {
      const done = answer(request, response, place)
      done?.catch((error: unknown) => failed(error, requestId, response))
    } catch (error) {
      failed(error, requestId, response)
    }
  }

  interface Place {
    target: string
    pathname: string
    origin: string
    requestId: string
    /** Under which the page may be kept; undefined where it may not. */
    key: string | undefined
    encoding: Encoding
  }

  function keyOf(request: IncomingMessage, origin: string, pathname: string): Pick<Place, 'key' | 'encoding'> {
    const mayBeKept = request.method === 'GET' && !isDevelopment && !isNoPage(pathname)
    const key = mayBeKept ? pageKey(origin, request.url ?? '/', (name) => headerOf(request, name)) : undefined
    return { key, encoding: encodingFor(request.headers['accept-encoding']) }
  }

  function answer(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> | undefined {
    const { target, pathname } = place
    if (pathname === '/healthz') return void answerPlainly(response, 200, 'ok\n')
    if (pathname === '/readyz') return answerReadiness(response)
    if (!target.startsWith('/')) return void answerPlainly(response, 400, 'Bad request\n')
    if (files(request, response, pathname)) return
    // An open page of an older version asks for files that are gone; a page in answer would help nobody.
    if (pathname.startsWith('/assets/')) return void answerPlainly(response, 404, 'Not found\n')
    const canonical = canonicalAddress(target)
    // A bank's return is handled in place: a redirect could lose what it brings.
    if (canonical !== undefined && !isGatewayReturn(pathOf(canonical))) return void redirectTo(response, 308, canonical)
    return answerBySite(
      request,
      response,
      canonical === undefined ? place : { ...place, target: canonical, pathname: pathOf(canonical) },
    )
  }

  function answerBySite(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> | undefined {
    if (inFlight >= config.maxInFlight) {
      return void answerPlainly(response, 503, 'The site is busy. Please try again in a moment.\n', {
        'retry-after': '2',
      })
    }
    inFlight++
    return renderAnswer(request, response, place).finally(() => inFlight--)
  }

  async function renderAnswer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { target, pathname, origin, requestId, key, encoding }: Place,
  ) {
    const request = webRequest(incoming, outgoing, origin + target)
    const decision = mayAct({ method: request.method, pathname, headers: request.headers }, origin)
    if (!(decision ?? (await carriesFormToken(request, config.sessionSecret)))) {
      return answerPlainly(outgoing, 403, 'This form was not sent from a page of this site.\n')
    }
    if (pathname === '/' && (request.method === 'GET' || request.method === 'HEAD')) {
      const language = await languageForRoot(request, origin)
      const headers = { 'cache-control': 'private, no-store', vary: 'Accept-Language, Cookie' }
      if (language) return redirectTo(outgoing, 302, pathIn(language, target), headers)
    }
    const arrival: Arrival = {
      origin,
      requestId,
      clientAddress: clientAddress(incoming.socket.remoteAddress, headerOf(incoming, 'x-forwarded-for')),
    }
    if (key === undefined) return sendResponse(incoming, outgoing, await site.handle(request, arrival))
    sendPage(outgoing, await cache.get(key, encoding, () => site.handle(request, arrival)))
  }

  async function answerReadiness(response: ServerResponse) {
    const ready = !isStopping() && (await site.ready())
    answerPlainly(response, ready ? 200 : 503, ready ? 'ready\n' : 'not ready\n')
  }

  function failed(error: unknown, requestId: string, response: ServerResponse) {
    if (error instanceof BodyTooLarge) return answerPlainly(response, 413, 'Too large.\n', { connection: 'close' })
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    log('error', { requestId, name, message, stack })
    answerPlainly(response, 500, 'Something went wrong on our side.\n')
  }

  /** The public origin: as configured, else what the visitor (or a trusted proxy) says. */
  function originOf(request: IncomingMessage): string {
    if (config.origin) return config.origin
    const proxied = isProxy(request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '')
    const scheme = proxied && request.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
    const host = request.headers.host ?? ''
    return `${scheme}://${/^[\w.:[\]-]+$/.test(host) ? host : `localhost:${config.port}`}`
  }
}

/** The fastest answer there is: all headers in one go, the bytes as they lie in memory. */
function sendKeptPage(response: ServerResponse, page: FinishedPage, headers: string[]) {
  headers.push(...page.headers)
  response.writeHead(page.status, headers)
  response.end(page.body)
}

function sendPage(response: ServerResponse, page: FinishedPage) {
  for (let i = 0; i < page.headers.length; i += 2) {
    const [name, value] = [page.headers[i]!, page.headers[i + 1]!]
    // A page may set several cookies, each a header of its own.
    if (name === 'set-cookie') response.appendHeader(name, value)
    else response.setHeader(name, value)
  }
  response.statusCode = page.status
  response.end(page.body)
}

/** Data requests of the router (`.data`), its manifest, the API and photos are never kept. */
function isNoPage(pathname: string): boolean {
  return (
    pathname.endsWith('.data') ||
    pathname.endsWith('/__manifest') ||
    pathname === '/api' ||
    pathname.startsWith('/api/') ||
    pathname.startsWith('/pictures/')
  )
}

function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}

/** For the log: ids in an address are keys to a booking, so long parts that could be one are cut. */
function safePath(pathname: string): string {
  return pathname.replace(/\/[\w-]{20,}(?=[/.]|$)/g, (part) => `${part.slice(0, 5)}…`)
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
