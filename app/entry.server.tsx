import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { starter } from 'virtual:savari/starter'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { TextProvider, type TextStore } from '#app/i18n/text.tsx'
import { compiledArea, textBaseOf } from '#app/i18n/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { hashScripts, pagePolicy } from '#app/web/edge/csp.ts'
import { siteContext } from '#app/web/page/context.ts'
import { laterScripts } from '#app/web/page/later-scripts.ts'
import { joinHandles } from '#app/web/page/page-handle.ts'
import { withPageStyle } from '#app/web/page/page-style.server.ts'
import { COOKIES, isPersonal } from '#app/web/session/cookies.ts'

const RENDER_LIMIT_MS = 10_000
const RETRY_AFTER_SECONDS = 5
const isDevelopment = import.meta.env.DEV

/** Renders a whole page before it is sent, so that its status, length and policy are right. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const site = context.get(siteContext)
  const mark = randomBytes(16).toString('base64url')
  const page = await renderPage(entry, request.url, { language: site.language, mark })
  const hashed = hashScripts(page, mark)
  const handle = handleOf(entry)
  const isEager = site.cookies.has(COOKIES.flash) || handle.eager(new URL(request.url).searchParams)
  const isCalm = status === 200 && request.method === 'GET' && !isEager
  const calm = isCalm && !isDevelopment ? laterScripts(hashed.html, starter.text) : hashed.html
  const scripts = calm === hashed.html ? hashed.scripts : [...hashed.scripts, starter.source]
  const isUsual = status === 200 && !site.cookies.has(COOKIES.flash)
  const { html, styles } = isDevelopment
    ? { html: calm, styles: [] }
    : withPageStyle(calm, { routeId: routeOf(entry), isUsual })

  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-language', site.language)
  if (!isDevelopment) {
    headers.set(
      'content-security-policy',
      pagePolicy({ scripts, styles: [...hashed.styles, ...styles] }, site.bankOrigins),
    )
  }
  if (isPersonal(site.cookies) || status !== 200 || request.method !== 'GET')
    headers.set('cache-control', 'private, no-store')
  else if (!headers.has('cache-control')) headers.set('cache-control', cacheControlOf(handle))
  if (status === 503) headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  headers.append('vary', 'Accept-Encoding, Cookie, Save-Data')
  // The root leads some visitors to their own language.
  if (new URL(request.url).pathname === '/') headers.append('vary', 'Accept-Language')
  return new Response(request.method === 'HEAD' ? null : html, { status, headers })
}

/** Logs what went wrong unexpectedly; what was thrown as an answer is none of it. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { log, requestId } = context.get(siteContext)
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  log('error', { requestId, name, message, stack })
}

async function renderPage(entry: EntryContext, url: string, { language, mark }: { language: Language; mark: string }) {
  const app = (
    <TextProvider language={language} store={storeOf(language)}>
      <ServerRouter context={entry} url={url} nonce={mark} />
    </TextProvider>
  )
  const html = await new Promise<Buffer>((resolve, reject) => {
    const body = new PassThrough()
    const { pipe, abort } = renderToPipeableStream(app, {
      nonce: mark,
      // Beyond this size React leaves finished parts in a hidden place, where nobody without JavaScript sees them.
      progressiveChunkSize: 1e8,
      onAllReady() {
        clearTimeout(timer)
        pipe(body)
        resolve(buffer(body))
      },
      onShellError: reject,
      onError(error) {
        if (isDevelopment) console.error(error)
      },
    })
    const timer = setTimeout(() => abort(new Error('Rendering took too long.')), RENDER_LIMIT_MS)
  })
  return html.toString()
}

const stores = new Map<Language, TextStore>()

function storeOf(language: Language): TextStore {
  const known = stores.get(language)
  if (known && !isDevelopment) return known
  const at = (area: string) => compiledArea(language, area)
  const made: TextStore = { base: textBaseOf(language), at, load: async (area) => at(area) }
  stores.set(language, made)
  return made
}

const PUBLIC_SECONDS = 10

function routeOf(entry: EntryContext): string {
  return entry.staticHandlerContext.matches.at(-1)?.route.id ?? 'root'
}

function handleOf(entry: EntryContext) {
  return joinHandles(entry.staticHandlerContext.matches.map(({ route }) => entry.routeModules[route.id]?.handle))
}

function cacheControlOf(handle: { private: boolean }): string {
  return isDevelopment || handle.private ? 'private, no-store' : `public, max-age=${PUBLIC_SECONDS}`
}
