import { beforeAll, describe, expect, test } from 'vitest'
import { apiDocument } from '#app/api/call/openapi/openapi.ts'
import { pageAt } from '#app/rules/search/pagination.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db, origin: 'https://savari.example' })
beforeAll(() => loadFleet(db))

type List = { count: number; next: string | null; previous: string | null; results: { id: number }[] }

/** Follows the links of a list from its first page to its last, and the link back from each. */
async function wholeOf(address: string, init: RequestInit = {}): Promise<{ pages: number; results: List['results'] }> {
  const results: List['results'] = []
  let pages = 0
  let before: string | null = null
  for (let next: string | null = address; next; pages++) {
    const answer = await site.fetch(next.replace('https://savari.example', ''), init)
    const list = (await answer.json()) as List
    expect(Object.keys(list)).toEqual(expect.arrayContaining(['count', 'next', 'previous', 'results']))
    if (before) expect(pageIn(list.previous)).toBe(pageIn(before) ?? 1)
    else expect(list.previous).toBeNull()
    results.push(...list.results)
    before = next
    next = list.next
    if (!next) expect(results.length).toBe(list.count)
  }
  return { pages, results }
}

const pageIn = (address: string | null) =>
  Number(new URL(address ?? '', 'https://savari.example').searchParams.get('page') ?? 1)
const idsOf = (results: List['results']) => new Set(results.map(({ id }) => id))

describe('a list of the API', () => {
  test('links through all of its pages, keeps the query, and has every item once', async () => {
    const body = JSON.stringify({ city: 'kish' })
    const search = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const { pages, results } = await wholeOf(
      '/api/business/rent/ad/search/?size=7&ordering=cheapest&currency=6',
      search,
    )
    expect(pages).toBe(Math.ceil(results.length / 7))
    expect(pages).toBeGreaterThan(2)
    expect(idsOf(results).size).toBe(results.length)
  })

  test('links to the call’s own path, with the id of the request', async () => {
    const comment = {
      ad_id: 101,
      author: 'Guest',
      language: 'en' as const,
      body: 'Fine',
      approved: true,
      created_at: new Date(),
    }
    await db.insertInto('ad_comment').values([comment, comment, comment]).execute()
    const answer = await site.fetch('/api/business/rent/ad/101/comments?size=1&page=2')
    const address = 'https://savari.example/api/business/rent/ad/101/comments/?size=1&page='
    expect(await answer.json()).toMatchObject({ count: 3, next: `${address}3`, previous: `${address}1` })
    expect((await wholeOf('/api/business/rent/ad/101/comments/?size=1')).pages).toBe(3)
  })

  test('has a person’s own things for that person', async () => {
    const agent = await signedIn(site, { phone: '+989120000100', role: 'AGENT', company: TOMAN.company })
    const at = (day: number, hour: number) => new Date(Date.UTC(2027, 0, day, hour))
    const block = { ad_id: 101, kind: 'BLOCK', status: 2 } as const
    await db
      .insertInto('busy')
      .values([1, 2, 3].map((day) => ({ ...block, start_at: at(day, 8), end_at: at(day, 10) })))
      .execute()
    const headers = { authorization: `Bearer ${agent.access}` }
    const path = `/api/business/rent/management/blocks/?size=2&company=${TOMAN.company}`
    const { pages, results } = await wholeOf(path, { headers })
    expect([pages, results.length, idsOf(results).size]).toEqual([2, 3, 3])
  })

  test('that is never paginated has a count and no links', async () => {
    for (const path of [
      '/api/cities/',
      '/api/currency/',
      '/api/vehicles/brands/',
      '/api/faq/',
      '/api/admin/contact-data',
    ]) {
      const list = (await (await site.fetch(path)).json()) as List
      expect(list, path).toMatchObject({ count: list.results.length, next: null, previous: null })
    }
  })

  test('has the same shape in the OpenAPI document', async () => {
    const document = (await (await site.fetch('/api/openapi.json')).json()) as Document
    const lists = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) => {
        const schema = responses['200']?.content?.['application/json']?.schema
        const parts = schema?.allOf ?? (schema ? [schema] : [])
        return parts.some(({ properties }) => properties?.results) ? [{ call: `${method} ${path}`, parts }] : []
      }),
    )
    expect(lists.length).toBeGreaterThanOrEqual(24)
    for (const { call, parts } of lists) {
      expect(parts[0], call).toEqual({ $ref: '#/components/schemas/Page' })
      expect(parts[1]?.required, call).toContain('results')
    }
    expect(document.components.schemas.Page?.required).toEqual(['count', 'next', 'previous'])
  })
})

/** Parameters that page, order or search in another way than most, with their calls and why. */
const OTHER_WAYS: Record<string, string[]> = {
  // The specification's own name (§7).
  ordering: ['ads.search', 'ads.pinned'],
  // Their pages are addressed so since before `q` was chosen.
  search: ['content.help', 'content.posts', 'places.dynamicCities'],
  // A conversation grows while it is read, so that a page's number would move: messages before or after one of them.
  before: ['chat.messages', 'support.ticket'],
  after: ['chat.messages', 'company.developers.events.list'],
  // What a poller asks for is how many events it can take.
  limit: ['company.developers.events.list'],
  size: ['chat.messages'],
}
/** What other APIs call the same. */
const NEVER = ['offset', 'per_page', 'page_size', 'sort', 'sort_by', 'order_by', 'cursor', 'query', 'filter[]']

test('all lists page by `page` and `size`, order by `order` and search by `q`, but those of a short table', async () => {
  for (const reader of ['customers', 'company', 'operator'] as const) {
    const { paths, components } = JSON.parse(await apiDocument(reader, 'http://localhost:3000')) as Document
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      const listed = (operation.parameters ?? []).map(
        (one) => components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one,
      )
      const names = listed.filter((one) => one.in === 'query').map(({ name = '' }) => name)
      const { operationId: call } = operation
      expect([call, names.filter((name) => NEVER.includes(name))]).toEqual([call, []])
      const others = names.filter((name) => name in OTHER_WAYS && (name !== 'size' || !names.includes('page')))
      expect([call, others.filter((name) => !OTHER_WAYS[name]?.includes(call))]).toEqual([call, []])
      if (names.includes('page')) expect([call, names.includes('size')]).toEqual([call, true])
      // Whatever has pages is a list.
      const schema = operation.responses['200']?.content?.['application/json']?.schema
      const isList = [schema, ...(schema?.allOf ?? [])].some((one) => one?.properties?.results)
      if (names.includes('page')) expect([call, isList]).toEqual([call, true])
    }
  }
})

type Schema = { properties?: Record<string, unknown>; required?: string[]; allOf?: Schema[] }
type Responses = Record<string, { content?: Record<string, { schema?: Schema }> }>
type Parameter = { $ref?: string; name?: string; in?: string }
type Document = {
  paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[]; responses: Responses }>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

test('a page of the site computes its page number from the count alone', () => {
  expect(pageAt({ count: 50 }, { page: 9, size: 24 })).toEqual({ page: 3, pages: 3 })
  expect(pageAt({ count: 0 }, { page: Number.NaN, size: 24 })).toEqual({ page: 1, pages: 1 })
})
