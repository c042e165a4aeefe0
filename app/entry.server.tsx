import { randomBytes } from 'node:crypto'
import { plainForms } from 'virtual:savari/plain-forms'
import { inline } from 'virtual:savari/starter'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { TextProvider, type TextStore } from '#app/i18n/text/text.tsx'
import { compiledArea, textBaseOf } from '#app/i18n/text/texts.server.ts'
import { KEPT_SECONDS, type Language } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { inSpan } from '#app/tracing/spans.ts'
import { SiteBrand } from '#app/ui/brand/site-brand.tsx'
import { HeldWords } from '#app/ui/connection/held-words.tsx'
import { FormKey } from '#app/ui/form/post-form.tsx'
import { pagePolicy } from '#app/web/edge/response/csp.ts'
import { type SiteContext, siteContext } from '#app/web/page/context.ts'
import { brandStyle } from '#app/web/page/head/brand-style.ts'
import { shownBrand } from '#app/web/page/head/shown-brand.ts'
import { type JoinedHandle, joinHandles } from '#app/web/page/page-handle.ts'
import { SPECULATION_RULES } from '#app/web/page/prefetched-pages.ts'
import { forgetHidden } from '#app/web/router/hidden-data.ts'
import { createPageMarkup, type PageMarkup } from '#app/web/router/kept-markup.server.ts'
import { KeptMarkup } from '#app/web/router/kept-markup.ts'
import { KeptParts } from '#app/web/router/kept-part.tsx'
import { applyEdits } from '#app/web/router/page-edits.ts'
import { type PagePiece, PageResponse, textOfPieces } from '#app/web/router/page-response.ts'
import { type WrittenScripts, writeScripts } from '#app/web/router/scripts/later-scripts.ts'
import { pageData, pageScripts } from '#app/web/router/scripts/page-scripts.server.ts'
import { insertPlainForms } from '#app/web/router/scripts/plain-forms.ts'
import { publishScripts } from '#app/web/router/scripts/published-scripts.server.ts'
import { insertPageStyle } from '#app/web/router/style/page-style.server.ts'
import { traitsOf } from '#app/web/router/style/style-traits.server.ts'
import { isOwn } from '#app/web/router/switches.ts'
import { COOKIES, isPersonal } from '#app/web/session/cookie/cookies.ts'
import { visitContext } from '#app/web/session/visit.ts'

const RETRY_AFTER_SECONDS = 5
const MARK_BYTES = 16
const FORM_KEY_BYTES = 16
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
  if (entry.staticHandlerContext.errors) forgetHidden(entry.staticHandlerContext.loaderData)
  const handle = handleOf(entry)
  const phone = context.get(visitContext)?.session?.person.phone
  const { pieces, scripts, styles } = await inSpan('render a page', {}, () =>
    writePage(request, { status, entry, handle, site, phone }),
  )

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
  if (/^public/.test(headers.get('cache-control') ?? '') && request.headers.get('save-data') !== 'on')
    headers.set('speculation-rules', `"${SPECULATION_RULES}"`)
  const wait = waitOf(entry)
  if (wait) headers.set('retry-after', wait)
  if (status === 503) headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  headers.append('vary', 'Accept-Encoding, Cookie, Save-Data')
  // The root redirects some visitors to their own language.
  if (new URL(request.url).pathname === '/') headers.append('vary', 'Accept-Language')
  const sent = request.method === 'HEAD' ? [] : pieces
  return isOwn('page-text')
    ? new PageResponse(sent, { status, headers })
    : new Response(textOfPieces(sent), { status, headers })
}

/** How long a rate-limited form must wait: of an action's headers, the router forwards only cookies. */
function waitOf({ staticHandlerContext: { actionHeaders } }: EntryContext): string | undefined {
  for (const headers of Object.values(actionHeaders)) {
    const wait = headers.get('retry-after')
    if (wait) return wait
  }
  return undefined
}

interface Written {
  /** The page, in pieces to be sent one after the other. */
  pieces: PagePiece[]
  scripts: string[]
  styles: string[]
}

/** The rendered page with its style and scripts inlined. */
async function writePage(
  request: Request,
  {
    status,
    entry,
    handle,
    site,
    phone,
  }: { status: number; entry: EntryContext; handle: JoinedHandle; site: SiteContext; phone: string | undefined },
): Promise<Written> {
  const isMessage = site.cookies.has(COOKIES.flash)
  const markup = createPageMarkup(traitsOf)
  const isEager = isMessage || handle.eager(new URL(request.url).searchParams)
  const { html, edits, sources } = await writeRouterScripts(entry, {
    ...{ url: request.url, handle, site, markup },
    isEager: isEager || status !== 200 || request.method !== 'GET',
  })
  if (handle.noJs && isOwn('plain-forms')) edits.push(...insertPlainForms(html, () => heldWords(site, phone)))
  const kept = markup.insertions(html)
  edits.push(...kept)
  if (!isOwn('page-style')) return { pieces: applyEdits(html, edits), scripts: sources, styles: [] }
  const style = insertPageStyle(html, {
    language: site.language,
    isUsual: status === 200 && !isMessage,
    brandCss: brandStyle(site.config.brand.palette)?.css,
    inserted: kept,
  })
  return { pieces: applyEdits(html, [...edits, ...style.edits]), scripts: sources, styles: style.styles }
}

async function writeRouterScripts(
  entry: EntryContext,
  {
    url,
    handle,
    site,
    markup,
    isEager,
  }: { url: string; handle: JoinedHandle; site: SiteContext; markup: PageMarkup; isEager: boolean },
): Promise<WrittenScripts & { html: string }> {
  const mark = randomBytes(MARK_BYTES).toString('base64url')
  const html = renderPage(entry, { url, site, nonce: mark, markup })
  if (!isOwn('page-scripts')) return { html, ...(await publishScripts(html, entry, mark)) }
  const textBase = textBaseOf(site.language)
  const written = writeScripts(html, {
    ...{ scripts: pageScripts(entry), data: await pageData(entry), inline, mark },
    texts: handle.areas.map((area) => `${textBase}${area}.js`),
    isEager: isEager || !isOwn('later-scripts'),
  })
  return { html, ...written }
}

/** The words for a form that cannot be sent, and the script that sends it later. */
function heldWords({ language }: SiteContext, phone: string | undefined): string {
  return renderToStaticMarkup(
    <TextProvider language={language} store={storeOf(language)}>
      <HeldWords person={phone && formatPhone(phone)} script={plainForms} />
    </TextProvider>,
  )
}

/** The chat's socket is where the API is: here, or at a remote one. */
function socketOrigin({ config, origin }: Pick<SiteContext, 'config' | 'origin'>): string {
  return (config.apiBaseUrl ? new URL(config.apiBaseUrl).origin : origin).replace(/^http/, 'ws')
}

/** The origins that Firebase's client in a page calls (protocols/push.md §1.2). */
const FIREBASE_ORIGINS = ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com']

/** Logs unexpected errors; thrown responses (a 404, a redirect) are not errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { log, requestId } = context.get(siteContext)
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  log('error', { requestId, name, message, stack })
}

/** Everything that a page shows at first is rendered at once, without streaming. */
function renderPage(
  entry: EntryContext,
  {
    url,
    site: { language, config },
    nonce,
    markup,
  }: { url: string; site: SiteContext; nonce: string; markup: PageMarkup },
): string {
  const document = renderToString(
    <TextProvider language={language} store={storeOf(language)}>
      <SiteBrand value={shownBrand(config, language)}>
        <FormKey value={randomBytes(FORM_KEY_BYTES).toString('base64url')}>
          <KeptMarkup value={markup.store}>
            <KeptParts value={markup.parts}>
              <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} {...{ url, nonce }} />
            </KeptParts>
          </KeptMarkup>
        </FormKey>
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

function handleOf(entry: EntryContext) {
  return joinHandles(entry.staticHandlerContext.matches.map(({ route }) => entry.routeModules[route.id]?.handle))
}

function cacheControlOf(handle: { private: boolean }): string {
  return isDevelopment || handle.private ? 'private, no-store' : `public, max-age=${KEPT_SECONDS}`
}
