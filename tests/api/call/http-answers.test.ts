import { beforeAll, describe, expect, test } from 'vitest'
import { callsOf } from '#app/contract/call/calls.ts'
import { CREATED_AT } from '#app/contract/call/created.ts'
import { DEPRECATED_FIELDS, DEPRECATIONS } from '#app/contract/call/deprecations.ts'
import { contract } from '#app/contract/contract.ts'
import { testApi } from '../../support/api/api.ts'
import { storeKey } from '../../support/api/api-key.ts'
import { DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { signIn } from '../../support/api/people.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
const calls = callsOf(contract)

beforeAll(() => loadFleet(db))

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  site.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

describe('a read', () => {
  const vehicle = `/api/business/rent/ad/${RENTAL.id}/?currency=1`

  test('of what is public is kept for ten seconds, and not sent again to who has it', async () => {
    const first = await site.fetch(vehicle)
    expect(first.headers.get('cache-control')).toBe('public, max-age=10')
    expect(first.headers.get('vary')).toContain('Accept-Language')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await site.fetch(vehicle, { headers: { 'if-none-match': known } })
      expect(again.status, known).toBe(304)
      expect(again.headers.get('etag')).toBe(tag)
      expect(again.headers.get('cache-control')).toBe('public, max-age=10')
      expect(await again.text()).toBe('')
    }
    expect((await site.fetch(vehicle, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    const german = await site.fetch(vehicle, { headers: { 'accept-language': 'de', 'if-none-match': tag } })
    expect(german.headers.get('etag')).not.toBe(tag)
  })

  test('of HEAD has the headers of GET and no body', async () => {
    const [whole, head] = [await site.fetch(vehicle), await site.fetch(vehicle, { method: 'HEAD' })]
    expect(head.status).toBe(200)
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'))
    expect(await head.text()).toBe('')
    expect((await site.fetch('/api/no-such-call/', { method: 'HEAD' })).status).toBe(404)
  })

  test('of somebody’s own is for them alone, and has a tag, too', async () => {
    const person = await signIn(site, phoneOf(71))
    const headers = { authorization: `Bearer ${person.access}` }
    const first = await site.fetch('/api/users/profile/', { headers })
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const tag = first.headers.get('etag') ?? ''
    const again = await site.fetch('/api/users/profile/', { headers: { ...headers, 'if-none-match': tag } })
    expect(again.status).toBe(304)
    const refused = await site.fetch('/api/users/profile/', { headers: { 'if-none-match': tag } })
    expect(refused.status).toBe(401)
    expect(refused.headers.has('etag')).toBe(false)
  })

  test('that is kept is nobody’s own, and is not counted', () => {
    const kept = calls.filter(({ access }) => access.isKept)
    expect(kept.length).toBeGreaterThan(25)
    for (const { name, method, access } of kept) {
      expect({ name, method, signIn: access.signIn }).toEqual({ name, method: 'GET', signIn: 'none' })
      expect(access.limit, name).toBeUndefined()
    }
  })
})

describe('an answer', () => {
  test('of a limited call says how often it can be made, and what is left', async () => {
    const ask = () => post('/api/users/phonebook_register/', {})
    const left = async () =>
      Number(/^"phonebook";r=(\d+);t=\d+$/.exec((await ask()).headers.get('ratelimit') ?? '')?.[1])
    const [first, second] = [await left(), await left()]
    expect(first - second).toBe(1)
    const { most, seconds } = calls.find(({ name }) => name === 'account.phonebookRegister')?.access.limit ?? {}
    expect((await ask()).headers.get('ratelimit-policy')).toBe(`"phonebook";q=${most};w=${seconds}`)
    const unlimited = await site.fetch('/api/currency/')
    expect(unlimited.headers.has('ratelimit')).toBe(false)
  })

  test('over the limit says when the next call is possible, in both headers alike', async () => {
    let answer = await post('/api/users/phonebook_register/', {})
    while (answer.status !== 429) answer = await post('/api/users/phonebook_register/', {})
    const wait = answer.headers.get('retry-after')
    expect(answer.headers.get('ratelimit')).toBe(`"phonebook";r=0;t=${wait}`)
  })

  test('to a key says what is left of the key’s own calls in a minute, beside the limit of the call', async () => {
    await signedIn(site, { phone: '+989120000108', role: 'AGENT', company: TOMAN.company })
    const { id, key } = await storeKey(site, { company: TOMAN.company })
    const ask = (path: string) => site.fetch(path, { headers: { authorization: `Bearer ${key}` } })
    const facts = async (path: string) => {
      const { status, headers } = await ask(path)
      return [status, headers.get('ratelimit-policy'), headers.get('ratelimit'), headers.get('retry-after')]
    }
    const t = 60 - site.clock.now().getUTCSeconds()
    expect(await facts('/api/vehicles/')).toEqual([200, '"key";q=120;w=60', `"key";r=119;t=${t}`, null])
    // A call that is refused counts, too.
    expect(await facts('/api/users/profile/')).toEqual([404, '"key";q=120;w=60', `"key";r=118;t=${t}`, null])
    const both = await post('/api/desk/webhooks/', {}, { authorization: `Bearer ${key}` })
    expect(both.headers.get('ratelimit-policy')).toBe('"key";q=120;w=60, "new webhook";q=50;w=86400')
    await db.updateTable('rate_count').set({ count: 120 }).where('bucket', '=', `api key ${id}`).execute()
    expect(await facts('/api/vehicles/')).toEqual([429, '"key";q=120;w=60', `"key";r=0;t=${t}`, String(t)])
  })

  test('names the address of what was created', async () => {
    const answer = await post(`/api/v2/rentals/${RENTAL.id}/reserve/`, { ...RENTAL, ...DRIVER })
    expect(answer.status).toBe(201)
    const { id } = (await answer.json()) as { id: string }
    const location = answer.headers.get('location') ?? ''
    expect(location).toBe(`/api/business/rent/ad/reserve/${id}/status/`)
    expect((await site.fetch(location)).status).toBe(200)
    const refused = await post(`/api/v2/rentals/${RENTAL.id}/reserve/`, { ...RENTAL, ...DRIVER })
    expect(refused.status).toBe(409)
    expect(refused.headers.has('location')).toBe(false)
  })

  test('of a deprecated call says since when, until when, and where all of them are listed', async () => {
    const person = await signIn(site, phoneOf(73))
    const answer = await post('/api/business/rent/ad/reserve/', {}, { authorization: `Bearer ${person.access}` })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('deprecation')).toBe('@1795910400')
    expect(answer.headers.get('sunset')).toBe('Mon, 29 Nov 2027 00:00:00 GMT')
    expect(answer.headers.get('link')).toContain('rel="deprecation"')
    expect((await site.fetch('/api/countries/')).headers.has('deprecation')).toBe(false)
  })

  test('with a deprecated field says so, too; the document marks the field', async () => {
    const documents = [await documentOf('/api/openapi.json'), await documentOf('/api/company/openapi.json')]
    for (const { field, calls: having, since, until } of DEPRECATED_FIELDS)
      for (const { method, path } of having) {
        const answer = await site.fetch(`/api${path.replace('{id}', String(RENTAL.id))}`, { method })
        expect(answer.status, path).toBe(200)
        expect(answer.headers.get('deprecation')).toBe(`@${Date.parse(since) / 1000}`)
        expect(answer.headers.get('sunset')).toBe(new Date(until).toUTCString())
        expect(answer.headers.get('link')).toContain('</api/docs/versions>; rel="deprecation"')
        const body: unknown = await answer.json()
        expect(field.split('.').reduce(valueIn, body), field).not.toBe(undefined)
      }
    for (const document of documents)
      expect(document.split('"deprecated":true').length).toBe(document === documents[0] ? DEPRECATED_MARKS + 1 : 1)
  })
})

/** One call; and four fields, of which three are in one shape that two calls answer. */
const DEPRECATED_MARKS = 5
const documentOf = async (path: string) => (await site.fetch(path)).text()
const valueIn = (value: unknown, name: string) =>
  value === null ? null : (value as Record<string, unknown> | undefined)?.[name]

test('each call that creates something says where it is: in an answer that a read of the contract gives', () => {
  const routeOf = (name: string) =>
    (name.split('.').reduce((at: unknown, part) => (at as Record<string, unknown>)[part], contract) as Declared)[
      '~orpc'
    ].route
  type Declared = { '~orpc': { route: { successStatus?: number; path: string } } }
  const creating = calls.map(({ name }) => routeOf(name)).filter(({ successStatus }) => successStatus === 201)
  expect(Object.keys(CREATED_AT).sort()).toEqual(creating.map(({ path }) => path).sort())
  const shape = (path: string) => path.replace(/\?.*/, '').replace(/\{[\w.]+\}/g, '{}')
  const reads = new Set(calls.filter(({ method }) => method === 'GET').map(({ path }) => shape(path)))
  for (const template of Object.values(CREATED_AT)) expect(reads, template).toContain(shape(template))
})

test('a deprecated call and the one to take instead are in the contract, with dates that allow a year', () => {
  const known = new Set(calls.map(({ method, path }) => `${method} ${path}`))
  for (const { method, path, since, until, instead } of DEPRECATIONS) {
    expect(known).toContain(`${method} ${path}`)
    expect(known).toContain(`${instead.method} ${instead.path}`)
    expect(Date.parse(until) - Date.parse(since)).toBeGreaterThanOrEqual(365 * 86_400_000)
  }
})
