import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { languageOf } from '#app/i18n/language.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#app/rules/constants.ts'
import type { Log } from '#app/web/edge/log.ts'
import { type SiteContext, siteContext } from '#app/web/page/context.ts'
import { joinHandles } from '#app/web/page/page-handle.ts'
import { readCookies } from '#app/web/session/cookies.ts'
import { type RunningApi, startApi } from './api/start.ts'
import type { Config } from './config.ts'
import { type ApiDoor, apiDoorContext, doorInProcess, doorOverHttp } from './web/api.server.ts'

/** What only the process's entry knows about a request. */
export type Arrival = Pick<SiteContext, 'origin' | 'requestId' | 'clientAddress'>

/** Everything behind the files and the page cache: pages and API, in one graph of modules. */
export interface Site {
  handle(request: Request, arrival: Arrival): Promise<Response>
  /** The names of the query that the page at a path reads; undefined where it reads whatever comes. */
  queryOfPage(pathname: string): ReadonlySet<string> | undefined
  /** Whether what the site depends on answers. */
  ready(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Composes the site. Called once per process. With `API_BASE_URL` the pages ask that API, and this process has neither
 * a database nor background work.
 */
export async function createSite({ config, log }: { config: Config; log: Log }): Promise<Site> {
  const pages = handlersByLanguage()
  const routes = routesBelow(undefined)
  const running = config.apiBaseUrl ? undefined : await startApi(config, log)
  const door = running ? doorInProcess(running.api) : doorOverHttp(config.apiBaseUrl ?? '')
  const bankOrigins = rememberBankOrigins(door)

  return {
    async handle(request, arrival) {
      const { pathname } = new URL(request.url)
      if (pathname === '/api' || pathname.startsWith('/api/')) return answerByApi(running, request, arrival)
      if (pathname.startsWith('/pictures/')) return answerByPicture(running, pathname)
      // The router asks for a page's data at its address with a suffix: the English home's is /en.data.
      const { language } = languageOf(pathname.replace(/\.data$/, ''))
      const context = new RouterContextProvider()
      context.set(apiDoorContext, door)
      context.set(siteContext, {
        config,
        log,
        language,
        cookies: readCookies(request.headers.get('cookie')),
        bankOrigins: await bankOrigins(),
        device: request.headers.get('user-agent') ?? undefined,
        ...arrival,
      })
      return pages[language](request, context)
    },
    queryOfPage(pathname) {
      const matches = matchRoutes(routes, languageOf(pathname).rest)
      return joinHandles(matches?.map(({ route }) => route.handle) ?? []).query
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
  return Response.json({ detail: 'Not found', type: 'NOT_FOUND' }, { status: 404 })
}

/** Drawings are files; what arrives here is a company's photo, which lies with the API. */
async function answerByPicture(running: RunningApi | undefined, pathname: string): Promise<Response> {
  return (await running?.picture(pathname)) ?? new Response('Not found\n', { status: 404 })
}

/** The tree of routes with what each page says about itself. */
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
 * The banks in use, asked of the API at most once a minute. While a remote one does not answer, those that it named last
 * are still right; a page that knows none shows all but the way to pay.
 */
function rememberBankOrigins(door: ApiDoor): () => Promise<readonly string[]> {
  let known: readonly string[] = []
  let asked = Number.NEGATIVE_INFINITY
  let answer = Promise.resolve(known)
  return () => {
    if (Date.now() - asked < BANKS_LIFE_MS) return answer
    asked = Date.now()
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

/** The API as the process itself asks it, for nobody's page. */
function siteClient(door: ApiDoor) {
  return door({ language: DEFAULT_LANGUAGE, requestId: 'site', clientAddress: '127.0.0.1' })
}

/** A remote API is ready when its smallest call is answered. */
async function answers(door: ApiDoor): Promise<boolean> {
  return siteClient(door)
    .places.currencies()
    .then(
      () => true,
      () => false,
    )
}

/**
 * One tree of routes, mounted once per language: the prefix is the basename, so links, forms, redirects and data
 * requests carry it by themselves, and an unknown prefix is an honest 404.
 */
function handlersByLanguage() {
  const handler = (language: Language) =>
    createRequestHandler(
      { ...build, basename: language === DEFAULT_LANGUAGE ? '/' : `/${language}` },
      import.meta.env.MODE,
    )
  return Object.fromEntries(LANGUAGES.map((language) => [language, handler(language)])) as Record<
    Language,
    ReturnType<typeof handler>
  >
}
