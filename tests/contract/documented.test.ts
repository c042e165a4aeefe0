import { expect, test } from 'vitest'
import { undocumented } from '../support/api/documented.ts'

const CITIES = '/api/business/rent/cities/'
const PAGE = { count: 0, next: null, previous: null }
const PROBLEM = { status: 404, headers: { 'content-type': 'application/problem+json' } }

test('an answer that its call’s document does not have is noticed', async () => {
  const wrong = [
    await undocumented('GET', CITIES, Response.json({ ...PAGE, results: [{ id: 'kish' }] })),
    await undocumented('GET', CITIES, new Response('kish', { headers: { 'content-type': 'text/plain' } })),
    await undocumented('GET', CITIES, Response.json([], { status: 201 })),
    await undocumented('GET', CITIES, Response.json({ type: 'KISH' }, PROBLEM)),
  ]
  for (const sentence of wrong) expect(sentence).toContain('GET /business/rent/cities/ answers')
})

test('one that it has is not, nor an address that belongs to no call', async () => {
  expect(await undocumented('GET', CITIES, Response.json({ ...PAGE, results: [] }))).toBeUndefined()
  expect(await undocumented('GET', '/api/nowhere/', Response.json({ id: 'kish' }))).toBeUndefined()
})
