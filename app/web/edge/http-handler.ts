import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#app/config.ts'
import { PROBLEM_TYPE, problemOf } from '#app/contract/call/problem.ts'
import { isMapPath, languageOf, pathIn } from '#app/i18n/language.ts'
import { hasTestKey } from '#app/rules/access/api-key.ts'
import { subscriberOf } from '#app/rules/access/network.ts'
import { DEFAULT_LANGUAGE, KEPT_SECONDS } from '#app/rules/constants.ts'
import { matchesTag } from '#app/rules/text/entity-tag.ts'
import { SECOND_MS } from '#app/rules/time/durations.ts'
import type { Arrival, Site } from '#app/site.ts'
import type { Log } from '#app/tracing/log-line.ts'
import { type Carrier, endRequestSpan, inOpenSpan, isTracing, resume, type Span } from '#app/tracing/spans.ts'
import { isPrefetch, mayBePrefetched } from '#app/web/page/prefetched-pages.ts'
import { createAdmission } from './admission.ts'
import type { Answered } from './metrics.ts'
import { clientAddressFrom, matcherOf } from './request/client-address.ts'
import { checkTarget } from './request/field-limits.ts'
import { carriesFormToken } from './request/form-token.ts'
import { createQueryFilter } from './request/query-filter.ts'
import { receiveRequest } from './request/receive-request.ts'
import { isCall, type Receiver, receiverAt } from './request/receiver.ts'
import { malformed, RefusedRequest } from './request/refused-request.ts'
import { findLanguage } from './request/request-language.ts'
import { isHost, readPath } from './request/request-path.ts'
import { mayAct } from './request/same-origin.ts'
import { createCors } from './response/cors.ts'
import type { Dictionary } from './response/dictionary.ts'
import { createDictionaryChoice } from './response/dictionary-choice.ts'
import type { Form } from './response/encoding.ts'
import { createFailurePages, wantsPage } from './response/failure-page.ts'
import { callKey, createPageCache, type FinishedPage, pageKey } from './response/page-cache.ts'
import { answerPlainly, redirectTo } from './response/plain-answers.ts'
import { securityHeaders } from './response/security-headers.ts'
import { sendResponse } from './response/send-response.ts'

type Files = (request: IncomingMessage, response: ServerResponse, pathname: string) => boolean

export interface HttpOptions {
  config: Config
  log: Log
  site: Pick<Site, 'handle' | 'queryOfPage' | 'ready' | 'onStalePages'>
  /** Answers with a static file if the path names one. */
  files: Files
  /** What pages have in common, for browsers that take the difference from it. */
  dictionaries?: readonly Dictionary[]
  /** Whether the process is shutting down: readiness fails while running requests finish. */
  isStopping: () => boolean
  /** Notes each request that was answered. */
  observe?: ((answered: Answered) => void) | undefined
  /** The pattern of a path, by which traces name requests. */
  routeOf?: (pathname: string) => string
  /** Admission control; by default by the processor's spare time. */
  admission?: ReturnType<typeof createAdmission>
}

const PAGES_KEPT_BYTES = 64_000_000

const PAGE_METHODS = ['GET', 'HEAD', 'POST']
const CALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Answers each HTTP request, in this order: health checks, static files, redirects to canonical addresses, cached
 * pages, the site. What needs no rendering is answered even under overload; bodies are read before admission.
 */
export function createHttpHandler({
  config,
  log,
  site,
  files,
  dictionaries = [],
  isStopping,
  observe,
  routeOf = () => 'none',
  admission = createAdmission({ queueMs: config.maxQueueMs }),
}: HttpOptions) {
  const clientAddress = clientAddressFrom(config.trustedProxies)
  const isProxy = matcherOf(config.trustedProxies)
  const cache = createPageCache({
    now: () => performance.now(),
    lifeMs: KEPT_SECONDS * SECOND_MS,
    bytes: PAGES_KEPT_BYTES,
  })
  site.onStalePages(cache.clear)
  const { formFor, announce } = createDictionaryChoice(dictionaries)
  const withReadQuery = createQueryFilter((pathname) => site.queryOfPage(pathname))
  const cors = createCors(config.apiCorsOrigins)
  const isDevelopment = config.mode === 'development'
  const failurePage = createFailurePages(config.brand)

  return (request: IncomingMessage, response: ServerResponse) => {
    let span: Span | undefined
    const started = performance.now()
    const requestId = newRequestId()
    const origin = originOf(request)
    const target = request.url ?? '/'
    const security = securityHeaders(origin.startsWith('https:'))
    response.once('close', () => {
      const ms = Math.round((performance.now() - started) * 10) / 10
      const status = response.writableFinished ? response.statusCode : 499
      const path = safePath(pathOf(target))
      resume(span, () => log('request', { id: requestId, method: request.method, path, status, ms }))
      if (span) endRequest(span, { method: request.method ?? '', target, status, requestId })
      // What vehicles of test mode play is not the state of the product.
      if (!hasTestKey(request.headers.authorization))
        observe?.({ method: request.method ?? '', pathname: pathOf(target), status, ms })
    })
    // HTTP/1.1 connections are persistent by default; omitting the two headers saves 47 bytes a page.
    if (request.httpVersionMinor === 1) response.removeHeader('connection')
    if (isStopping()) response.setHeader('connection', 'close')
    const place: Place = { ...keyOf(request, origin, target), target, pathname: pathOf(target), origin, requestId }
    const kept = keptPage(place)
    const forScripts = isCall(place.pathname) ? cors.headersFor(request) : []
    if (kept) {
      return sendKeptPage(request, response, kept, [...security.ofPages, 'x-request-id', requestId, ...forScripts])
    }

    response.setHeader('x-request-id', requestId)
    for (const [name, value] of security.ofAll) response.setHeader(name, value)
    for (let i = 0; i < forScripts.length; i += 2) response.setHeader(forScripts[i]!, forScripts[i + 1]!)
    // In development, Vite injects inline scripts and styles, so the policy only applies to builds.
    if (isDevelopment) response.removeHeader('content-security-policy')
    if (!isTracing()) return answerOrFail(request, response, place)
    // Kept pages have none: it would cost more than they do.
    inOpenSpan('request', { kind: 'incoming', from: traceBefore(request) }, (own) => {
      span = own
      answerOrFail(request, response, place)
    })
  }

  function answerOrFail(request: IncomingMessage, response: ServerResponse, place: Place) {
    try {
      const done = answer(request, response, place)
      done?.catch((error: unknown) => failed(error, place, request, response))
    } catch (error) {
      failed(error, place, request, response)
    }
  }

  /** Strangers do not choose in which trace they are seen, nor whether. */
  function traceBefore(request: IncomingMessage): Carrier {
    const { traceparent } = request.headers
    return typeof traceparent === 'string' && isFromProxy(request) ? { traceparent } : {}
  }

  function endRequest(
    span: Span,
    { method, target, status, requestId }: { method: string; target: string; status: number; requestId: string },
  ) {
    const route = span.isRecording() ? routeOf(pathOf(target)) : 'none'
    const attributes = { 'http.request.method': method, 'http.route': route, 'savari.request': requestId }
    endRequestSpan(span, { name: `${method} ${route}`, status, attributes })
  }

  interface Place {
    target: string
    pathname: string
    origin: string
    requestId: string
    /** The page's cache key; undefined where it may not be cached. */
    key: string | undefined
    form: Form
    /** Whether a browser asks before somebody does. */
    isPrefetch?: boolean
  }

  function keyOf(request: IncomingMessage, origin: string, target: string): Pick<Place, 'key' | 'form'> {
    const pathname = pathOf(target)
    const mayBeKept = request.method === 'GET' && !isDevelopment && !isNeverKept(pathname) && hasHost(request)
    const keyed = isCall(pathname) ? callKey : pageKey
    const key = mayBeKept ? keyed(origin, target, (name) => headerOf(request, name)) : undefined
    return { key, form: formFor(request.headers) }
  }

  function keptPage({ key, pathname, form }: Place): FinishedPage | undefined {
    // `/` redirects some visitors to their language.
    return key && pathname !== '/' ? cache.at(key)?.ready.get(form) : undefined
  }

  function answer(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> | undefined {
    if (place.pathname === '/healthz') return void answerPlainly(response, 200, 'ok\n')
    if (place.pathname === '/readyz') return answerReadiness(response)
    const path = readPath(place.target)
    if (!path || !hasHost(request)) return void refusePlainly(response, place.pathname, malformed())
    checkTarget(path.target)
    if (files(request, response, path.pathname)) return
    // Open pages of an older version request assets that are gone; don't render an HTML page for these.
    if (path.pathname.startsWith('/assets/')) return void answerPlainly(response, 404, 'Not found\n')
    const receiver = receiverAt(path.pathname)
    const methods = receiver === 'call' ? CALL_METHODS : PAGE_METHODS
    if (!methods.includes(request.method ?? '')) {
      const allow = methods.join(', ')
      const refused = new RefusedRequest(405, 'This method is not for this address.\n', { allow })
      return void refusePlainly(response, path.pathname, refused)
    }
    if (receiver === 'call' && cors.answersPreflight(request, response)) return
    // Never redirect a bank's return, which could lose its POST body.
    if (path.isRespelled && receiver !== 'bank-return') return void redirectTo(response, 308, path.target)
    const isPage =
      (receiver === 'page' || receiver === 'token-page') && request.method !== 'POST' && !isNeverKept(path.pathname)
    const isPosted = (receiver === 'bank-return' || receiver === 'token-page') && request.method === 'POST'
    const offered = isPosted ? inOfferedLanguage(path) : path
    const target = isPage ? withReadQuery(offered.target) : offered.target
    const normalised: Place = { ...place, ...offered, target, ...keyOf(request, place.origin, target) }
    if (isPage && isPrefetch(headerOf(request, 'sec-purpose'))) {
      if (normalised.key === undefined || !mayBePrefetched(path.pathname)) return void answerNotYet(response)
      normalised.isPrefetch = true
    }
    const kept = keptPage(normalised)
    if (kept) return void sendPage(request, response, kept)
    return answerBySite(request, response, normalised, receiver)
  }

  /** A path without prefix in a brand without Persian: a redirect could lose what a bank or a mail program has posted. */
  function inOfferedLanguage({ target, pathname }: { target: string; pathname: string }) {
    const { languages } = config.brand
    const [first = DEFAULT_LANGUAGE] = languages
    const isOffered = languages.includes(DEFAULT_LANGUAGE) || languageOf(pathname).language !== DEFAULT_LANGUAGE
    return isOffered ? { target, pathname } : { target: pathIn(first, target), pathname: pathIn(first, pathname) }
  }

  async function answerBySite(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { target, pathname, origin, requestId, key, form: sentAs, isPrefetch }: Place,
    receiver: Receiver,
  ) {
    const decision = mayAct({ method: incoming.method ?? 'GET', receiver, headers: incoming.headers }, origin)
    if (decision === false) return refuse(incoming, outgoing, FOREIGN_FORM)
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
    const client = clientAddress(incoming.socket.remoteAddress, headerOf(incoming, 'x-forwarded-for'))
    const subscriber = subscriberOf(client)
    // Check admission first; visitors who wait for a page that is already being rendered need no place.
    if (!hasBody && !(key && cache.isOnItsWay(key))) admission.refuseIfFull(subscriber)
    const shared = key && pathname !== '/' && (await cache.onItsWay(key, sentAs))
    if (shared) return sendPage(incoming, outgoing, shared)
    const {
      request,
      form,
      key: formKey,
    } = await receiveRequest(incoming, outgoing, {
      url: origin + target,
      receiver,
      subscriber,
    })
    if (!decision && !carriesFormToken(incoming.headers.cookie, form, { secret: config.sessionSecret, origin })) {
      return refuse(incoming, outgoing, FOREIGN_FORM)
    }
    const named = languageOf(pathname)
    // Files without a language (sitemap, service worker, brand files) are under the Persian addresses, even for brands
    // without Persian.
    const isPlain = receiver === 'call' || !hasLanguage(pathname)
    const language = isPlain ? DEFAULT_LANGUAGE : findLanguage(request, origin, config.brand.languages)
    const isOffered = receiver === 'call' || config.brand.languages.includes(named.language)
    // A language that this brand lacks is a 404; addresses without a prefix (Persian) redirect to its first language.
    if (!isOffered && named.language !== DEFAULT_LANGUAGE) return refuse(incoming, outgoing, UNKNOWN_PAGE)
    if (!isOffered && !isPlain) {
      return redirectTo(outgoing, 302, pathIn(language, target), { 'cache-control': 'no-store' })
    }
    if (pathname === '/' && language !== DEFAULT_LANGUAGE) {
      const headers = { 'cache-control': 'private, no-store', vary: 'Accept-Language, Cookie' }
      return redirectTo(outgoing, 302, pathIn(language, incoming.url ?? target), headers)
    }
    const arrival: Arrival = {
      origin,
      language,
      requestId,
      formKey,
      clientAddress: client,
    }
    const render = async () => {
      const answer = await admission.run(subscriber, () => site.handle(request, arrival))
      return announce(answer, language, incoming.headers)
    }
    if (key === undefined) return sendResponse(incoming, outgoing, await render(), sentAs)
    const page = await cache.get(key, sentAs, render)
    if (isPrefetch && page.headers.includes('set-cookie')) return answerNotYet(outgoing)
    sendPage(incoming, outgoing, page)
  }

  async function answerReadiness(response: ServerResponse) {
    const ready = !isStopping() && (await site.ready())
    answerPlainly(response, ready ? 200 : 503, ready ? 'ready\n' : 'not ready\n')
  }

  function failed(error: unknown, { pathname, requestId }: Place, request: IncomingMessage, response: ServerResponse) {
    if (error instanceof RefusedRequest) {
      if (isCall(pathname)) return answerRefusedCall(response, error)
      return refuse(request, response, error)
    }
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    log('error', { requestId, name, message, stack })
    const failure = { status: 500, message: 'Something went wrong on our side.\n', headers: {} } as const
    if (isCall(pathname)) return answerRefusedCall(response, failure)
    refuse(request, response, failure)
  }

  /** Answers browsers with a page and others with a line of text. */
  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    { status, message, headers }: Pick<RefusedRequest, 'message' | 'headers'> & { status: number },
  ) {
    if (!wantsPage(request)) return answerPlainly(response, status, message, headers)
    const { html, policy } = failurePage(status, request.url ?? '/')
    const asPage = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
    answerPlainly(response, status, html, { ...asPage, ...headers })
  }

  function isFromProxy({ socket }: IncomingMessage): boolean {
    return isProxy(socket.remoteAddress?.replace(/^::ffff:/, '') ?? '')
  }

  /** The public origin: configured, or else from the request's headers. */
  function originOf(request: IncomingMessage): string {
    if (config.origin) return config.origin
    const scheme = isFromProxy(request) && request.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
    const host = request.headers.host ?? ''
    return `${scheme}://${isHost(host) ? host : `localhost:${config.port}`}`
  }
}

/** Half a UUID is unique enough for a log and saves bytes on every page. */
function newRequestId(): string {
  return randomUUID().slice(19)
}

/**
 * Whether the Host header is valid; HTTP/1.0 may omit it. Two Host headers are refused, as Node takes the first and a
 * proxy perhaps the second. Source: RFC 9112, §3.2.
 */
function hasHost({ headers: { host }, rawHeaders }: IncomingMessage): boolean {
  return host === undefined || (isHost(host) && namedOnce(rawHeaders, 'host'))
}

/** `rawHeaders` alternates names and values. */
function namedOnce(rawHeaders: string[], name: string): boolean {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === name.length && rawHeaders[at]!.toLowerCase() === name) times += 1
  }
  return times === 1
}

const UNKNOWN_PAGE = { status: 404, message: 'Not found\n', headers: {} }
const FOREIGN_FORM = { status: 403, message: 'This form was not sent from a page of this site.\n', headers: {} }

/** A refusal without a page, even for browsers: nothing they show leads to it. */
function refusePlainly(response: ServerResponse, pathname: string, refused: RefusedRequest) {
  if (isCall(pathname)) answerRefusedCall(response, refused)
  else answerPlainly(response, refused.status, refused.message, refused.headers)
}

type Refusal = { status: keyof typeof CALL_ERRORS; message: string; headers: Record<string, string> }

/** API clients get the error body that all calls have. */
function answerRefusedCall(response: ServerResponse, { status, message, headers }: Refusal) {
  const body = JSON.stringify(problemOf({ type: CALL_ERRORS[status], status, detail: message.trim() }))
  answerPlainly(response, status, body, { ...headers, 'content-type': PROBLEM_TYPE })
}

const CALL_ERRORS = {
  400: 'BAD_REQUEST',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} satisfies Record<RefusedRequest['status'] | 500, string>

/** Refuses a prefetch of what may change something or is for one person: the browser asks again when somebody does. */
function answerNotYet(response: ServerResponse) {
  answerPlainly(response, 403, 'Not before somebody asks for it.\n')
}

/** Sends a cached page: headers in one call, bytes as they are in memory. */
function sendKeptPage(request: IncomingMessage, response: ServerResponse, page: FinishedPage, headers: string[]) {
  if (isKnown(request, page)) {
    response.writeHead(304, [...headers, ...page.validators])
    response.end()
    return
  }
  headers.push(...page.headers)
  response.writeHead(page.status, headers)
  response.end(page.body)
}

function sendPage(request: IncomingMessage, response: ServerResponse, page: FinishedPage) {
  const known = isKnown(request, page)
  const headers = known ? page.validators : page.headers
  for (let i = 0; i < headers.length; i += 2) {
    const [name, value] = [headers[i]!, headers[i + 1]!]
    // A page may set several cookies, each a header of its own.
    if (name === 'set-cookie') response.appendHeader(name, value)
    else response.setHeader(name, value)
  }
  response.statusCode = known ? 304 : page.status
  response.end(known ? undefined : page.body)
}

/** Whether the client has a kept answer already: only those of the API have a tag. */
function isKnown({ headers }: IncomingMessage, { tag }: FinishedPage): boolean {
  const known = headers['if-none-match']
  return tag !== undefined && known !== undefined && matchesTag(known, tag)
}

/** Whether a path has a language: generated files have one address for all languages. */
function hasLanguage(pathname: string): boolean {
  return !/^\/(brand|pictures|files|push|sitemaps|__manifest|[\w-]+\.(js|xml|txt|css|json))(\/|$)/.test(pathname)
}

/** Data requests of the router (`.data`), its manifest, photos, maps and files of the reference are never kept. */
function isNeverKept(pathname: string): boolean {
  return (
    pathname.endsWith('.data') ||
    pathname.endsWith('/__manifest') ||
    pathname.startsWith('/api/docs') ||
    pathname.startsWith('/pictures/') ||
    pathname.startsWith('/brand/') ||
    isMapPath(pathname)
  )
}

function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}

/**
 * The path for the log: ids give access to bookings, so long segments that could be ids are cut, as are coordinates.
 */
function safePath(pathname: string): string {
  if (isMapPath(pathname)) return pathname.replace(/(\/map\/[a-z]+\/).*/, '$1…')
  return pathname.replace(/\/[\w-]{20,}(?=[/.]|$)/g, (part) => `${part.slice(0, 5)}…`)
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
