import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#app/config.ts'
import { SEARCH_QUERY } from '#app/features/search/search-query.ts'
import pageRoutes from '#app/routes.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiDoorContext } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { joinHandles } from '#app/web/page/page-handle.ts'
import { testApi } from '../../support/api/api.ts'
import { testDatabase } from '../../support/server/database/database.ts'

// The service workers are bundled by the build, and no page reads them.
vi.mock('virtual:savari/workers', () => ({ workers: { push: '', firebase: '' } }))

const { db } = await testDatabase({ demo: true })
const api = await testApi({ db, now: new Date().toISOString() })
const START = addDays(dateIn('Asia/Tehran', new Date()), 9)
const END = addDays(START, 3)
const ORIGIN = 'https://example.org'
/** Marks the query of the page's own address, to distinguish it from queries that the page builds for links. */
const MARK = 'marks-the-address'

interface RouteEntry {
  id?: string
  path?: string
  file: string
  children?: RouteEntry[]
}
interface PageModule {
  default?: unknown
  handle?: unknown
  loader?: (about: never) => Promise<unknown>
}

/** Addresses of pages with path parameters, in every variant. */
const EXAMPLES: Record<string, { path: string; params: Record<string, string> }[]> = {
  'book/:kind/:id/:start?/:end?': [
    { path: '/book/car/1', params: { kind: 'car', id: '1' } },
    { path: `/book/car/1/${START}/${END}`, params: { kind: 'car', id: '1', start: START, end: END } },
  ],
  'book/:kind/:id/places': [{ path: '/book/car/1/places', params: { kind: 'car', id: '1' } }],
  'companies/:id': [{ path: '/companies/marjan-rent', params: { id: 'marjan-rent' } }],
  'city/:cityName': [{ path: '/city/Kish', params: { cityName: 'Kish' } }],
  'city/:cityName/map': [{ path: '/city/Kish/map', params: { cityName: 'Kish' } }],
  'companies/:id/map': [{ path: '/companies/marjan-rent/map', params: { id: 'marjan-rent' } }],
  'city/:cityName/:kind/:month?': [
    { path: '/city/Kish/car', params: { cityName: 'Kish', kind: 'car' } },
    { path: '/city/Kish/motor/april', params: { cityName: 'Kish', kind: 'motor', month: 'april' } },
  ],
  'pages/:slug': [{ path: '/pages/terms', params: { slug: 'terms' } }],
  'pages/help/:slug': [{ path: '/pages/help/deposit', params: { slug: 'deposit' } }],
  'blog/v/:id': [{ path: '/blog/v/1', params: { id: '1' } }],
  'blog/:slug': [{ path: '/blog/kish-in-two-days', params: { slug: 'kish-in-two-days' } }],
}

/** Queries of people and links that make a page run different code. */
const QUERIES = [
  '',
  `city=Kish&start_date=${START}&start_time=10:00&end_date=${END}&end_time=10:00&currency=2&page=2&ordering=cheapest`,
  `city=Atlantis&start_date=${END}&end_date=${START}&start_time=10:15&from=90&to=20&gearbox_type=AUTOMATIC&brands=toyota`,
  'start_date.day=31&start_date.month=2&start_date.year=2030&ids=1&ids=2&results=city%3DKish&differences=1',
  'number=SV-48213&month=2030-01&page=3&show=brands&edit=1&category=5',
]

const pages = await publicPages(pageRoutes as RouteEntry[])
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
})

test('every public page declares the query parameters that it reads', () => {
  expect(pages.length).toBeGreaterThan(7)
  expect(pages.filter(({ names }) => !names).map(({ path }) => path)).toEqual([])
})

/**
 * Parameters that the home page and the comparison read without using: they need only the time of a search, but parse
 * the whole search. A test checks that the parameters change nothing.
 */
const BY_THE_WAY: readonly string[] = [...SEARCH_QUERY, 'show']

describe('a page reads no query parameter that the page cache drops', () => {
  for (const { path, module, names } of pages) {
    const examples = path.includes(':') ? EXAMPLES[path] : [{ path: `/${path}`, params: {} }]
    if (!examples) throw new Error(`name an address of ${path} here`)
    test.each(examples.flatMap((example) => QUERIES.map((query) => ({ ...example, query }))))(
      '$path?$query',
      async (example) => {
        const { read, answer } = await load(module, example)
        const dropped = [...read].filter((name) => !names?.has(name))
        expect(dropped.filter((name) => !BY_THE_WAY.includes(name))).toEqual([])
        if (dropped.length === 0) return
        const kept = await load(module, { ...example, query: withoutNames(example.query, dropped) })
        expect(kept.answer === answer).toBe(true)
      },
    )
  }
})

/** All pages that are the same for everybody and may be cached: no redirects, files or private pages. */
async function publicPages(routes: RouteEntry[], parents: unknown[] = []) {
  const found: { path: string; module: PageModule; names: ReadonlySet<string> | undefined }[] = []
  for (const { path = '', file, children } of routes) {
    const module = (await import(/* @vite-ignore */ `#app/${file}`)) as PageModule
    const handles = [...parents, module.handle]
    if (children) found.push(...(await publicPages(children, handles)))
    const joined = joinHandles(handles)
    if (children || !module.default || joined.private || path === '*') continue
    found.push({ path, module, names: joined.query })
  }
  return found
}

/** The parameters that a page reads, and its answer: the loader's data, or what it threw. */
async function load(
  { loader }: PageModule,
  { path, params, query }: { path: string; params: Record<string, string>; query: string },
): Promise<{ read: Set<string>; answer: string }> {
  const url = new URL(`${path}?${query}&${MARK}=1`, ORIGIN)
  const request = new Request(url)
  const read = spyOnNames()
  const about = { context: contextOf(), url, params, request, pattern: '' } as never
  const data = await Promise.resolve(loader?.(about)).catch((thrown) => {
    // A redirect, or an error page for an invalid address.
    if (thrown instanceof Error) throw thrown
    return { thrown }
  })
  vi.restoreAllMocks()
  read.delete(MARK)
  return { read, answer: JSON.stringify(data)?.replaceAll(url.search, '') ?? '' }
}

function withoutNames(query: string, names: readonly string[]): string {
  return [...new URLSearchParams(query)]
    .filter(([name]) => !names.includes(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

/** Records each name that is read from the address's query or from a copy of it. */
function spyOnNames(): Set<string> {
  const read = new Set<string>()
  const { has } = URLSearchParams.prototype
  for (const method of ['get', 'getAll', 'has'] as const) {
    const real = URLSearchParams.prototype[method] as (name: string) => unknown
    vi.spyOn(URLSearchParams.prototype, method).mockImplementation(function (this: URLSearchParams, name: string) {
      if (has.call(this, MARK)) read.add(name)
      return real.call(this, name) as never
    })
  }
  return read
}

function contextOf(): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(siteContext, {
    language: 'en',
    origin: ORIGIN,
    requestId: 'test',
    clientAddress: '192.0.2.1',
    config: readConfig({ MODE: 'test' }),
    cookies: new Map(),
    bankOrigins: [],
    log: () => {},
  })
  context.set(apiDoorContext, api.as)
  return context
}
