import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { readConfig } from '#app/config.ts'
import pageRoutes from '#app/routes.ts'
import { PAGE_SIZE } from '#app/rules/constants.ts'
import { apiDoorContext } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { testApi } from '../../support/api/api.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testDatabase } from '../../support/server/database/database.ts'

// The service workers are bundled by the build, and no page reads them.
vi.mock('virtual:savari/workers', () => ({ workers: { push: '', firebase: '' } }))

type RouteEntry = { path?: string; file: string; children?: RouteEntry[] }
type PageModule = { loader?: (about: never) => Promise<unknown> }

/** The number of results that every list claims to have. */
const RESULTS = 1001

const { db } = await testDatabase({ demo: true })
const api = await testApi({ db, now: new Date().toISOString() })
const { id: company } = await db.selectFrom('company').select('id').orderBy('id').executeTakeFirstOrThrow()
const people = {
  profile: await signedIn(api, { phone: '+989127770001' }),
  desk: await signedIn(api, { phone: '+989127770002', role: 'AGENT', company }),
  operator: await signedIn(api, { phone: '+989127770003', role: 'ADMIN' }),
}

/** A page's call of a list: its input, and the call itself, to repeat it with another input. */
interface ListCall {
  page: number
  size: number
  again(page: number, size: number): Promise<{ count: number; results: unknown[] }>
}

/** The routes with a paginated list, and the API calls of their first and second pages. */
const lists = (await Promise.all(leaves(pageRoutes as RouteEntry[]).map(askOfLists))).flatMap((found) => found ?? [])

test('every list counts its pages by the size that it requested', () => {
  expect(lists.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/companies', '/desk/reservations', '/operator/payments', '/profile/reservations']),
  )
  expect(lists.length).toBeGreaterThan(20)
  const wrong = lists.filter(({ first }) => !first.calls.some((call) => isCountedBy(first.pages, call)))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('the second page of every list requests page two of the same size', () => {
  const wrong = lists.filter(({ first, second }) => {
    const asked = first.calls.find((call) => isCountedBy(first.pages, call))
    return !second.calls.some(({ page, size }) => page === 2 && size === asked?.size) || second.pages !== first.pages
  })
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('the second page of every list begins where the first one ended', async () => {
  const compared: string[] = []
  for (const { path, second } of lists) {
    // Other calls of the route return whole lists.
    for (const { again } of second.calls.filter(({ page }) => page === 2)) {
      const { count, results } = await again(1, 2)
      if (count < 2) continue
      const [one, other] = [await again(1, 1), await again(2, 1)]
      expect([...one.results, ...other.results], path).toEqual(results)
      compared.push(path)
    }
  }
  // The other lists are empty for new people, or in the demonstration.
  expect(compared.length).toBeGreaterThan(10)
})

function isCountedBy(pages: number, { size }: ListCall): boolean {
  return pages === Math.ceil(RESULTS / size)
}

function leaves(routes: readonly RouteEntry[], parent = ''): { path: string; file: string }[] {
  return routes.flatMap(({ path, file, children }) => {
    const whole = path ? `${parent}/${path}` : parent
    return children ? leaves(children, whole) : [{ path: whole || '/', file }]
  })
}

async function askOfLists({ path, file }: { path: string; file: string }) {
  if (path.includes(':') || path.includes('*')) return undefined
  const { loader } = (await import(/* @vite-ignore */ `#app/${file}`)) as PageModule
  if (!loader) return undefined
  const [first, second] = [await askOfPage(loader, path), await askOfPage(loader, `${path}?page=2`)]
  return first && second && { path, first, second }
}

async function askOfPage(loader: NonNullable<PageModule['loader']>, address: string) {
  const calls: ListCall[] = []
  const url = new URL(address, 'https://example.org')
  const about = { context: contextOf(url.pathname, calls), url, params: {}, request: new Request(url), pattern: '' }
  // A redirect is not a list.
  const answer: unknown = await (async () => loader(about as never))().catch(() => undefined)
  const data = answer && typeof answer === 'object' && 'data' in answer ? answer.data : answer
  const pages = data && typeof data === 'object' && 'pages' in data ? data.pages : undefined
  return typeof pages === 'number' ? { pages, calls } : undefined
}

function contextOf(path: string, calls: ListCall[]): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(siteContext, {
    language: 'en',
    origin: 'https://example.org',
    requestId: 'test',
    clientAddress: '192.0.2.1',
    config: readConfig({ MODE: 'test' }),
    cookies: new Map(),
    bankOrigins: [],
    log: () => {},
  })
  const side = path.split('/')[1] as keyof typeof people
  const client = people[side]?.calls ?? api.as()
  context.set(apiDoorContext, () => long(client, calls) as never)
  return context
}

/** The same calls, which claim long lists and record the requested page and size. */
function long(client: object, calls: ListCall[]): object {
  return new Proxy(client, {
    get(target, name) {
      const inner = Reflect.get(target, name)
      return typeof inner === 'function' || typeof inner === 'object' ? longOf(inner, calls) : inner
    },
  })
}

type Asked = { page?: number; size?: number; query?: { page?: number; size?: number } }

function askedAgain(input: Asked, page: number, size: number): Asked {
  return input.query ? { ...input, query: { ...input.query, page, size } } : { ...input, page, size }
}

function longOf(inner: object, calls: ListCall[]): unknown {
  if (typeof inner !== 'function') return long(inner, calls)
  const call = async (...given: unknown[]) => {
    const answer: unknown = await Reflect.apply(inner, undefined, given)
    if (!answer || typeof answer !== 'object' || !('count' in answer) || !('results' in answer)) return answer
    const input = (given[0] ?? {}) as Asked
    const { page = 1, size = PAGE_SIZE } = input.query ?? input
    calls.push({ page, size, again: (page, size) => Reflect.apply(inner, undefined, [askedAgain(input, page, size)]) })
    return { ...answer, count: RESULTS }
  }
  return new Proxy(call, { get: (_, name) => longOf(Reflect.get(inner, name) ?? {}, calls) })
}
