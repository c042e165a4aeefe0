import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { readConfig } from '#app/config.ts'
import pageRoutes from '#app/routes.ts'
import { PAGE_SIZE } from '#app/rules/constants.ts'
import { apiDoorContext } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { testApi } from '../support/api/api.ts'
import { signedIn } from '../support/api/identities.ts'
import { testDatabase } from '../support/server/database.ts'

// The service workers are bundled by the build, and no page reads them.
vi.mock('virtual:savari/workers', () => ({ workers: { push: '', firebase: '' } }))

type RouteEntry = { path?: string; file: string; children?: RouteEntry[] }
type PageModule = { loader?: (about: never) => Promise<unknown> }

/** So many results every list is said to have. */
const RESULTS = 1001

const { db } = await testDatabase({ demo: true })
const api = await testApi({ db, now: new Date().toISOString() })
const { id: company } = await db.selectFrom('company').select('id').orderBy('id').executeTakeFirstOrThrow()
const people = {
  profile: await signedIn(api, { phone: '+989127770001' }),
  desk: await signedIn(api, { phone: '+989127770002', role: 'AGENT', company }),
  operator: await signedIn(api, { phone: '+989127770003', role: 'ADMIN' }),
}

/** Pages with a list in pages, and what each asked the API for. */
const lists = (await Promise.all(leaves(pageRoutes as RouteEntry[]).map(askOfLists))).flatMap((found) => found ?? [])

test('every list counts its pages by the size that it asked for', () => {
  expect(lists.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/companies', '/desk/reservations', '/operator/payments', '/profile/reservations']),
  )
  expect(lists.length).toBeGreaterThan(20)
  const wrong = lists.filter(({ pages, sizes }) => !sizes.some((size) => pages === Math.ceil(RESULTS / size)))
  expect(wrong).toEqual([])
})

function leaves(routes: readonly RouteEntry[], parent = ''): { path: string; file: string }[] {
  return routes.flatMap(({ path, file, children }) => {
    const whole = path ? `${parent}/${path}` : parent
    return children ? leaves(children, whole) : [{ path: whole || '/', file }]
  })
}

async function askOfLists({ path, file }: { path: string; file: string }) {
  if (path.includes(':') || path.includes('*')) return undefined
  const { loader } = (await import(/* @vite-ignore */ `#app/${file}`)) as PageModule
  const sizes: number[] = []
  const url = new URL(path, 'https://example.org')
  const about = { context: contextOf(path, sizes), url, params: {}, request: new Request(url), pattern: '' } as never
  // What leads elsewhere is no list.
  const answer: unknown = await (async () => loader?.(about))().catch(() => undefined)
  const data = answer && typeof answer === 'object' && 'data' in answer ? answer.data : answer
  const pages = data && typeof data === 'object' && 'pages' in data ? data.pages : undefined
  return typeof pages === 'number' ? { path, pages, sizes } : undefined
}

function contextOf(path: string, sizes: number[]): RouterContextProvider {
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
  context.set(apiDoorContext, () => long(client, sizes) as never)
  return context
}

/** The same calls, whose lists are long, and which note how much of a list was asked for. */
function long(client: object, sizes: number[]): object {
  return new Proxy(client, {
    get(target, name) {
      const inner = Reflect.get(target, name)
      return typeof inner === 'function' || typeof inner === 'object' ? longOf(inner, sizes) : inner
    },
  })
}

function longOf(inner: object, sizes: number[]): unknown {
  if (typeof inner !== 'function') return long(inner, sizes)
  const call = async (...given: unknown[]) => {
    const answer: unknown = await Reflect.apply(inner, undefined, given)
    if (!answer || typeof answer !== 'object' || !('count' in answer) || !('results' in answer)) return answer
    const input = (given[0] ?? {}) as { size?: number; query?: { size?: number } }
    sizes.push(input.size ?? input.query?.size ?? PAGE_SIZE)
    return { ...answer, count: RESULTS }
  }
  return new Proxy(call, { get: (_, name) => longOf(Reflect.get(inner, name) ?? {}, sizes) })
}
