import { scroller, starter } from 'virtual:savari/starter'
import { renderToString } from 'react-dom/server'
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
import { SiteBrand } from '#app/ui/site-brand.tsx'
import { pagePolicy } from '#app/web/edge/csp.ts'
import { brandStyle } from '#app/web/page/brand-style.ts'
import { type SiteContext, siteContext } from '#app/web/page/context.ts'
import { writeScripts } from '#app/web/page/later-scripts.ts'
import { type JoinedHandle, joinHandles } from '#app/web/page/page-handle.ts'
import { PageResponse } from '#app/web/page/page-response.ts'
import { pageData, pageScripts, withStreamedData } from '#app/web/page/page-scripts.server.ts'
import { withPageStyle } from '#app/web/page/page-style.server.ts'
import { shownBrand } from '#app/web/page/shown-brand.ts'
import { COOKIES, isPersonal } from '#app/web/session/cookies.ts'

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
  const handle = handleOf(entry)
  const { html, scripts, styles } = await writePage(request, { status, entry, handle, site })

  headers.set('content-type', 'text/html; charset=utf-8')
  if (!isDevelopment) {
    headers.set(
      'content-security-policy',
      pagePolicy({ scripts, styles }, site.bankOrigins, [
        socketOrigin(site),
        ...(site.config.push.firebase ? FIREBASE_ORIGINS : []),
      ]),
    )
  }
  if (isPersonal(site.cookies) || status !== 200 || request.method !== 'GET')
    headers.set('cache-control', 'private, no-store')
  else if (!headers.has('cache-control')) headers.set('cache-control', cacheControlOf(handle))
  const wait = waitOf(entry)
  if (wait) headers.set('retry-after', wait)
  if (status === 503) headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  headers.append('vary', 'Accept-Encoding, Cookie, Save-Data')
  // The root leads some visitors to their own language.
  if (new URL(request.url).pathname === '/') headers.append('vary', 'Accept-Language')
  return new PageResponse(request.method === 'HEAD' ? '' : html, { status, headers })
}

/** How long a form that came too often has to wait: the router forwards no headers of actions but cookies. */
function waitOf({ staticHandlerContext: { actionHeaders } }: EntryContext): string | undefined {
  for (const headers of Object.values(actionHeaders)) {
    const wait = headers.get('retry-after')
    if (wait) return wait
  }
  return undefined
}

interface Written {
  html: string
  scripts: string[]
  styles: string[]
}

/** The rendered page with its style and scripts inside; in development Vite serves those, and the router writes its own. */
async function writePage(
  request: Request,
  { status, entry, handle, site }: { status: number; entry: EntryContext; handle: JoinedHandle; site: SiteContext },
): Promise<Written> {
  const rendered = renderPage(entry, request.url, site)
  if (isDevelopment) return { html: await withStreamedData(rendered, entry), scripts: [], styles: [] }
  const isMessage = site.cookies.has(COOKIES.flash)
  const isEager = isMessage || handle.eager(new URL(request.url).searchParams)
  const textBase = textBaseOf(site.language)
  const { html, sources } = writeScripts(rendered, {
    ...{ scripts: pageScripts(entry), data: await pageData(entry), starter, scroller },
    texts: handle.areas.map((area) => `${textBase}${area}.js`),
    isEager: isEager || status !== 200 || request.method !== 'GET',
  })
  const styled = withPageStyle(html, {
    language: site.language,
    isUsual: status === 200 && !isMessage,
    brandCss: brandStyle(site.config.brand.palette)?.css,
  })
  return { html: styled.html, scripts: sources, styles: styled.styles }
}

/** The chat's socket is where the API is: here, or at a remote one. */
function socketOrigin({ config, origin }: Pick<SiteContext, 'config' | 'origin'>): string {
  return (config.apiBaseUrl ? new URL(config.apiBaseUrl).origin : origin).replace(/^http/, 'ws')
}

/** What Firebase's client in a page asks (protocols/push.md §1.2). */
const FIREBASE_ORIGINS = ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com']

/** Logs unexpected errors; thrown answers (a 404, a redirect) are not. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { log, requestId } = context.get(siteContext)
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  log('error', { requestId, name, message, stack })
}

/** Everything that a page shows at first is there when it is rendered: nothing of it waits. */
function renderPage(entry: EntryContext, url: string, { language, config }: SiteContext): string {
  const document = renderToString(
    <TextProvider language={language} store={storeOf(language)}>
      <SiteBrand value={shownBrand(config, language)}>
        <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={url} />
      </SiteBrand>
    </TextProvider>,
  )
  return `<!DOCTYPE html>${document}`
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

function handleOf(entry: EntryContext) {
  return joinHandles(entry.staticHandlerContext.matches.map(({ route }) => entry.routeModules[route.id]?.handle))
}

function cacheControlOf(handle: { private: boolean }): string {
  return isDevelopment || handle.private ? 'private, no-store' : `public, max-age=${PUBLIC_SECONDS}`
}
