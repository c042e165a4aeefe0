import { expect, test } from 'vitest'
import { descriptionOf, isPlain } from '#app/api/call/openapi/descriptions.ts'
import { callsOf } from '#app/contract/call/calls.ts'
import { readerOf } from '#app/contract/call/documents.ts'
import { contract } from '#app/contract/contract.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })

interface Answer {
  content?: Record<string, { schema: unknown }>
}
interface Named {
  name?: string
  description?: string
}
interface Operation {
  operationId: string
  summary?: string
  description?: string
  parameters?: Named[]
  responses: Record<string, Answer>
  requestBody?: { content: Record<string, object> }
  'x-codeSamples': { source: string }[]
}
interface Document {
  info: Record<string, unknown>
  externalDocs?: { url: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; responses: Record<string, Answer>; parameters: Record<string, Named> }
}

const FIRST_DOCUMENT_BYTES = 300_000
const read = async (path: string) => {
  const answer = await site.fetch(path)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  return { bytes: Buffer.byteLength(text), document: JSON.parse(text) as Document }
}
const [customers, company] = [await read('/api/openapi.json'), await read('/api/company/openapi.json')]
await loadFleet(db)
const { admin, ...others } = await fiveIdentities(site)
const operator = (await admin.calls.operator.overview.document()) as unknown as Document

test('each call stands in the document of those who call it, and in no other', () => {
  const found = { customers: customers.document, company: company.document, operator }
  const calls = callsOf(contract)
  for (const [reader, { paths }] of Object.entries(found)) {
    const listed = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const wanted = calls.filter((call) => readerOf(call) === reader)
    expect(listed.sort()).toEqual(wanted.map(({ method, path }) => `${method} ${path}`).sort())
  }
})

test('the operators’ document does not exist for anybody else', async () => {
  for (const { calls } of [others.owner, others.other, others.agency, others.elsewhere])
    await expect(calls.operator.overview.document()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await site.fetch('/api/operator/openapi.json')).status).toBe(401)
})

test('the first document is small enough to be read, and says who answers for it', () => {
  expect(customers.bytes).toBeLessThanOrEqual(FIRST_DOCUMENT_BYTES)
  expect(customers.document.info).toMatchObject({ license: { name: 'MIT' }, contact: { name: 'Savari' } })
  expect(customers.document.tags.map(({ name }) => name).slice(0, 2)).toEqual(['ads', 'places'])
})

test('each call shows an example: the first document in a second form of itself, which it names', async () => {
  const { externalDocs } = customers.document
  expect(externalDocs?.url).toBe('http://localhost:3000/api/openapi-examples.json')
  const { document: whole } = await read('/api/openapi-examples.json')
  expect(JSON.stringify(customers.document)).not.toContain('"example":')
  expect(Object.keys(whole.paths)).toEqual(Object.keys(customers.document.paths))
  for (const { paths } of [whole, company.document, operator])
    for (const operation of Object.values(paths).flatMap(Object.values)) {
      expect(operation['x-codeSamples'][0].source).toMatch(/^curl .*"\$API\//s)
      const media: object[] = Object.values(operation.requestBody?.content ?? {})
      expect([operation.operationId, media.filter((one) => !('example' in one))]).toEqual([operation.operationId, []])
    }
})

test('what occurs often has a name, and every name that is used is there', () => {
  for (const { components, paths } of [customers.document, company.document, operator]) {
    const text = JSON.stringify({ paths, components })
    const used = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name))
    expect(Object.keys(components.schemas).sort()).toEqual([...used].sort())
    expect(text.includes(String(Number.MAX_SAFE_INTEGER))).toBe(false)
    const answers = new Set([...text.matchAll(/"#\/components\/responses\/([^"]+)"/g)].map(([, name]) => name))
    expect(Object.keys(components.responses).sort()).toEqual([...answers].sort())
  }
  const names = Object.keys(customers.document.components.schemas)
  expect(names).toEqual(expect.arrayContaining(['Vehicle', 'Offer', 'Bill', 'Reservation', 'Place', 'Problem']))
})

test('each error of a call is a problem with its code; what any call can answer is its default', () => {
  const { paths, components } = customers.document
  const { responses = {} } = paths['/business/rent/ad/{id}/']?.get ?? {}
  expect(responses['410']).toEqual({ $ref: '#/components/responses/Withdrawn' })
  const body = components.responses.Withdrawn?.content?.['application/problem+json']?.schema
  expect(body).toEqual({ $ref: '#/components/schemas/WithdrawnProblem' })
  expect(JSON.stringify(components.schemas.WithdrawnProblem)).toContain(
    '"type":{"const":"WITHDRAWN"},"status":{"const":410}',
  )
  for (const operation of Object.values(paths).flatMap(Object.values))
    expect(operation.responses.default).toEqual({ $ref: '#/components/responses/AnyProblem' })
  expect(JSON.stringify(components.responses.AnyProblem)).toContain('NotFoundProblem')
})

test('each operation, parameter and property says what it is; the first document leaves out what its name says', () => {
  const documents = { customers: customers.document, company: company.document, operator }
  for (const [reader, { paths, components }] of Object.entries(documents)) {
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    for (const { operationId, summary, description } of operations)
      expect({ operationId, isDescribed: Boolean(summary && description) }).toEqual({ operationId, isDescribed: true })
    const parameters = [...operations.flatMap((one) => one.parameters ?? []), ...Object.values(components.parameters)]
    expect(parameters.filter((one) => one.name && !one.description)).toEqual([])
    const silent = propertiesIn({ paths, components })
      .filter(([, property]) => reader !== 'customers' || !/^\{("anyOf":\[\{)?"enum"/.test(JSON.stringify(property)))
      .filter(([, property]) => !property.description && !/"#\/components\/schemas/.test(JSON.stringify(property)))
      .map(([name]) => name)
    const wrong = silent.filter((name) => reader !== 'customers' || !isPlain(name, descriptionOf(name) ?? '?'))
    expect([reader, ...new Set(wrong)]).toEqual([reader])
    const shapes = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Problem'))
    expect(shapes.filter(([, shape]) => !(shape as Property).description).map(([name]) => name)).toEqual([])
  }
})

interface Property {
  description?: string
}

/** Each property of each schema in a part of a document, by its name. */
function propertiesIn(part: unknown): [string, Property][] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([keyword, value]) => {
    const isSchemas = keyword === 'properties' && Object.values(value as object).every((one) => typeof one === 'object')
    const own = isSchemas ? (Object.entries(value as object) as [string, Property][]) : []
    return [...own.filter(([, property]) => !('const' in property)), ...propertiesIn(value)]
  })
}
