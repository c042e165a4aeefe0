import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import * as build from 'virtual:react-router/server-build'
import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { PROBLEM_TYPE, problemOf } from '#app/contract/call/problem.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import { isMapPath, languageOf } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { hasTestKey } from '#app/rules/access/api-key.ts'
import { CURRENCY_IDS, DEFAULT_LANGUAGE, type Language, RELEASE_HEADER } from '#app/rules/constants.ts'
import { isPosition } from '#app/rules/log-position.ts'
import { lighterName } from '#app/rules/text/picture.ts'
import type { Log } from '#app/tracing/log-line.ts'
import { turnTracingOn } from '#app/tracing/spans.ts'
import type { FormKey } from '#app/web/edge/request/form-key.ts'
import { isCall, MCP_PATH } from '#app/web/edge/request/receiver.ts'
import { answersInMemory, createSendOnce } from '#app/web/edge/request/send-once.ts'
import { withReadableRedirect } from '#app/web/edge/response/fetched-form.ts'
import { type SiteContext, siteContext } from '#app/web/page/context.ts'
import { joinHandles } from '#app/web/page/page-handle.ts'
import { createPageHandlers } from '#app/web/router/page-handlers.ts'
import { COOKIES, readCookies } from '#app/web/session/cookie/cookies.ts'
import { patternAt } from './api/call/http/methods.ts'
import { type RunningApi, startApi } from './api/start.ts'
import type { Config } from './config.ts'
import { createBrandFiles } from './providers/files/brand-files.ts'
import type { MapLabel } from './providers/maps/map-view.ts'
import { createMaps, type Maps } from './providers/maps/maps.ts'
import { createTileSource } from './providers/maps/tile-source.ts'
import { type ApiDoor, apiDoorContext, doorInProcess, doorOverHttp } from './web/api.server.ts'
import { createMcp } from './web/mcp/mcp.server.ts'
import { brandStyle } from './web/page/head/brand-style.ts'
import { remotePicture } from './web/remote-picture.server.ts'

/** Facts about a request that only the process's entry point knows. */
export type Arrival = Pick<SiteContext, 'origin' | 'language' | 'requestId' | 'clientAddress'> & {
  /** The key by which a form that is sent twice is carried out once. */
  formKey?: FormKey
}

/** A number of the product, as it is now. */
export interface Measurement {
  name: string
  help: string
  labels?: Record<string, string>
  value: number
}

/** Everything behind the files and the page cache: pages and API, in one module graph. */
export interface Site {
  handle(request: Request, arrival: Arrival): Promise<Response>
  /** The query parameters that the page at a path reads; undefined if it reads any. */
  queryOfPage(pathname: string): ReadonlySet<string> | undefined
  /** The pattern of the page or call at a path, `/rent/:city`; of files their folder. */
  routeOf(pathname: string): string
  /** The product's numbers, for whoever operates it; none where the API is remote. */
  measure(): Promise<Measurement[]>
  /** Accepts a connection that requests to become a socket of the chat. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void
  /** Warns all sockets that this process stops; everything else continues. */
  leaveSockets(): Promise<void>
  /** Calls the listener when public pages have changed, in this process or another. */
  onStalePages(listener: () => void): void
  /** Whether the site's dependencies answer. */
  ready(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Composes the site. Called once per process. With `API_BASE_URL` the pages call that API, and this process has neither
 * a database nor background jobs.
 */
export async function createSite({ config, log }: { config: Config; log: Log }): Promise<Site> {
  if (config.tracing) turnTracingOn()
  const pageHandler = createPageHandlers(build, import.meta.env.MODE)
  const routesAt = rememberRoutes(routesBelow(undefined))
  const running = config.apiBaseUrl ? undefined : await startApi(config, log)
  const door = running ? doorInProcess(running.api) : doorOverHttp(config.apiBaseUrl ?? '')
  const sendOnce = createSendOnce({
    store: running?.answers ?? answersInMemory(),
    secret: config.sessionSecret,
    log,
  })
  const bankOrigins = rememberBankOrigins(door)
  const brandFiles = openBrandFiles(config)
  const mcp = config.hasMcp
    ? createMcp({ door, name: config.brand.name.en, origins: config.apiCorsOrigins })
    : undefined
  const maps = openMaps({ config, log, labels: rememberCityLabels(door) })

  return {
    async handle(request, { formKey, ...arrival }) {
      const { pathname } = new URL(request.url)
      if (pathname === '/api' || pathname.startsWith('/api/')) return answerByApi(running, request, arrival)
      if (pathname === MCP_PATH) return answerByTools(mcp, request, arrival)
      if (pathname.startsWith('/pictures/')) return answerByPicture({ running, config }, pathname, request)
      if (pathname.startsWith('/brand/')) return answerByBrand(brandFiles, pathname)
      if (isMapPath(pathname)) return answerByMap(maps, request)
      const context = new RouterContextProvider()
      const cookies = readCookies(request.headers.get('cookie'), arrival.origin)
      const position = cookies.get(COOKIES.written)
      context.set(apiDoorContext, door)
      context.set(siteContext, {
        config,
        log,
        isDocument: !pathname.endsWith('.data'),
        cookies,
        written: { position: isPosition(position) ? position : undefined },
        bankOrigins: await bankOrigins(),
        device: request.headers.get('user-agent') ?? undefined,
        ...arrival,
      })
      const handler = pageHandler(arrival.language, languageOf(pathname).rest)
      const sending = { key: formKey, clientAddress: arrival.clientAddress }
      const answer = withReadableRedirect(request, await sendOnce(request, sending, () => handler(request, context)))
      // In development, scripts change without another release.
      if (pathname.endsWith('.data') && import.meta.env.PROD) answer.headers.set(RELEASE_HEADER, build.assets.version)
      return answer
    },
    queryOfPage(pathname) {
      return joinHandles(routesAt(pathname).map(({ handle }) => handle)).query
    },
    routeOf(pathname) {
      if (isCall(pathname)) return patternAt(pathname) ?? pathname.split('/', 2).join('/')
      if (HEALTH.includes(pathname)) return pathname
      const [, folder = ''] = pathname.split('/')
      if (FOLDERS.includes(folder)) return `/${folder}/*`
      const matched = routesAt(pathname.replace(/\.data$/, ''))
      const parts = matched.flatMap(({ path }) => (path === undefined ? [] : [path]))
      return matched.length > 0 ? `/${parts.join('/')}`.replace('//', '/') : 'none'
    },
    async measure() {
      return (await running?.measure()) ?? []
    },
    upgrade(request, connection, head) {
      if (running) running.upgrade(request, connection, head)
      else connection.destroy()
    },
    onStalePages(listener) {
      running?.onStalePages(listener)
    },
    async leaveSockets() {
      await running?.leaveSockets()
    },
    async ready() {
      return running ? running.ready() : answers(door)
    },
    async close() {
      await running?.close()
    },
  }
}

async function answerByApi(running: RunningApi | undefined, request: Request, arrival: Arrival): Promise<Response> {
  if (running) return running.api.handle(request, arrival)
  const problem = problemOf({ type: 'NOT_FOUND', status: 404, detail: 'The API is at another address.' })
  return Response.json(problem, { status: problem.status, headers: { 'content-type': PROBLEM_TYPE } })
}

const HEALTH = ['/healthz', '/readyz']
/** The folders of files, each a route of its own for metrics. */
const FOLDERS = ['assets', 'pictures', 'brand', 'maps', 'fonts', 'icons']

/** The tools work on the real fleet, so they refuse keys of test mode. */
async function answerByTools(
  mcp: ReturnType<typeof createMcp> | undefined,
  request: Request,
  arrival: Arrival,
): Promise<Response> {
  if (!mcp) return new Response('Not found\n', { status: 404 })
  if (hasTestKey(request.headers.get('authorization')))
    return new Response('Test keys are for /api only.\n', { status: 401, headers: { 'www-authenticate': 'Bearer' } })
  return mcp(request, arrival)
}

/** Drawings are static files; requests that arrive here are for companies' photos, which the API stores. */
function answerByPicture(
  { running, config }: { running: RunningApi | undefined; config: Config },
  pathname: string,
  { headers }: Request,
): Promise<Response> {
  const name = headers.get('save-data') === 'on' ? lighterName(pathname) : pathname
  return running ? running.picture(name) : remotePicture(config.apiBaseUrl ?? '', name)
}

function answerByMap(maps: Maps, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const { language, rest } = languageOf(pathname)
  return maps(rest, searchParams.get('sig'), language)
}

function openBrandFiles({ brand: { palette, logo } }: Config) {
  return createBrandFiles({ palette, css: brandStyle(palette)?.css, logo: logo || undefined })
}

/** Their addresses contain a hash of their content, or are rarely requested. */
async function answerByBrand(files: ReturnType<typeof createBrandFiles>, pathname: string): Promise<Response> {
  const file = await files(pathname)
  if (!file) return new Response('Not found\n', { status: 404 })
  return new Response(file.body, { headers: { 'content-type': file.type, 'cache-control': 'public, max-age=86400' } })
}

/** Where `npm run dev` puts the base map; a build has its own. */
const DEVELOPED_BASE_MAP = 'node_modules/.cache/base-map.bin'

/** Maps need the API and its database only for the names of cities. */
function openMaps({ config, log, labels }: { config: Config; log: Log; labels: CityLabels }): Maps {
  const { tilesUrl: url, attribution = '', maxZoom } = config.maps
  const report = (message: string) => log('map', { message })
  const userAgent = `Savari (${config.origin ?? 'demonstration'})`
  return createMaps({
    folder: join(config.dataDir, 'maps'),
    baseMapFile: config.mode === 'development' ? DEVELOPED_BASE_MAP : join(import.meta.dirname, '..', 'base-map.bin'),
    tiles: url ? { source: createTileSource({ url, maxZoom, userAgent }, report), name: url, attribution } : undefined,
    palette: config.brand.palette?.light,
    secret: config.sessionSecret,
    labels,
    north: (language) => textFor(language, 'map')('north'),
    report,
  })
}

/** Characters of all paths whose routes are kept. */
const PATHS_KEPT = 200_000

/**
 * The routes at a path, the outermost first; none if nothing is there. Kept, because the router ranks all of the tree anew each time: 1.5 ms,
 * where a kept page takes 0.02.
 */
function rememberRoutes(routes: RouteObject[]): (pathname: string) => readonly RouteObject[] {
  const kept = new LRUCache<string, RouteObject[]>({
    maxSize: PATHS_KEPT,
    sizeCalculation: (_, path) => path.length + 1,
  })
  return (pathname) => {
    const path = languageOf(pathname).rest
    const known = kept.get(path)
    if (known) return known
    const found = matchRoutes(routes, path)?.map(({ route }) => route) ?? []
    kept.set(path, found)
    return found
  }
}

/** The tree of routes with the handle of each page. */
function routesBelow(parent: string | undefined): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route?.parentId === parent)
    .map((route) => {
      const { id, path, index, caseSensitive, module } = route!
      const common = { id, path, caseSensitive, handle: (module as { handle?: unknown }).handle }
      return index ? { ...common, index: true } : { ...common, children: routesBelow(id) }
    })
}

const BANKS_LIFE_MS = 60_000

/**
 * The origins of the banks in use, read from the API at most once a minute. While a remote API does not answer, the
 * last ones are still right; without any, a page shows everything except the way to pay.
 */
function rememberBankOrigins(door: ApiDoor): () => Promise<readonly string[]> {
  let known: readonly string[] = []
  let asked = Number.NEGATIVE_INFINITY
  let answer = Promise.resolve(known)
  return () => {
    if (performance.now() - asked < BANKS_LIFE_MS) return answer
    asked = performance.now()
    const asking = siteClient(door)
      .site.bankOrigins()
      .then(
        ({ origins }) => {
          known = origins
          return known
        },
        () => {
          asked = Number.NEGATIVE_INFINITY
          return known
        },
      )
    answer = known.length > 0 ? Promise.resolve(known) : asking
    return answer
  }
}

const LABELS_LIFE_MS = 600_000
type City = Awaited<ReturnType<ReturnType<ApiDoor>['places']['rentCities']>>['results'][number]
type CityLabels = (language: Language) => Promise<MapLabel[]>

/** The cities with vehicles, for the base map; while the API does not answer, a map has no names. */
function rememberCityLabels(door: ApiDoor): CityLabels {
  let asked = Number.NEGATIVE_INFINITY
  let cities: Promise<City[]> = Promise.resolve([])
  return async (language) => {
    if (performance.now() - asked > LABELS_LIFE_MS) {
      asked = performance.now()
      cities = siteClient(door)
        .places.rentCities({ currency: CURRENCY_IDS.IRT })
        .then(
          ({ results }) => results,
          () => {
            asked = Number.NEGATIVE_INFINITY
            return []
          },
        )
    }
    return (await cities).flatMap((city): MapLabel[] => {
      const name = nameOf(city, language)
      const centre = { lat: city.latitude, lng: city.longitude, name }
      if (!city.airport) return [centre]
      const { latitude: lat, longitude: lng } = city.airport
      return [centre, { lat, lng, name: textFor(language, 'map')('airport', { city: name }), kind: 'airport' }]
    })
  }
}

/** The API for the process's own calls. */
function siteClient(door: ApiDoor) {
  return door({ language: DEFAULT_LANGUAGE, requestId: 'site', clientAddress: '127.0.0.1' })
}

/** A remote API is ready when its cheapest call is answered. */
async function answers(door: ApiDoor): Promise<boolean> {
  return siteClient(door)
    .places.currencies()
    .then(
      () => true,
      () => false,
    )
}
