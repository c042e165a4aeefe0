import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonSchema as Schema } from '#app/api/call/openapi/json-schema.ts'
import { testApi } from '../../support/api/api.ts'
import { storeKey } from '../../support/api/api-key.ts'
import { loadTexts } from '../../support/api/content.ts'
import { type ApiDocument, addressOf, readApiDocument, requestOf, resolved } from '../../support/api/document-calls.ts'
import { loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testModeOf } from '../../support/api/test-mode.ts'
import { testDatabase } from '../../support/server/database/database.ts'

/**
 * Requests made from the three documents: values of the right shape, and unexpected ones among them. None may be answered by 5xx, none by
 * something that the document does not have (`testApi` compares each answer), and none may leave an unexpected error.
 */

/** Requests for each call: more of them find what happens rarely. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 6)
const FIRST_OF_OURS = 500

const { db } = await testDatabase()
const beside = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
await loadTexts(db)
const testMode = await testModeOf(site, beside, { slowMs: 1 })

let phones = 0
/** New ones for each call: some calls sign out, or delete the account. */
async function newCallers() {
  const phone = () => `+98913${String(++phones).padStart(7, '0')}`
  const people = [
    await signedIn(site, { phone: phone() }),
    await signedIn(site, { phone: phone(), role: 'AGENT', company: TOMAN.company }),
    await signedIn(site, { phone: phone(), role: 'ADMIN' }),
  ]
  const live = await storeKey(site, { company: TOMAN.company })
  const forTests = await storeKey(site, { company: TOMAN.company, mode: 'TEST' })
  return [
    { api: site, token: undefined },
    ...people.map(({ access }) => ({ api: site, token: access })),
    { api: site, token: live.key },
    { api: testMode, token: forTests.key },
  ]
}

/** What nobody sends by mistake. */
const unexpected = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      '',
      ' ',
      '\u0000',
      '\ud800',
      '\u202e',
      '🚗',
      "'; drop table account; --",
      '<script>',
      '../../etc/passwd',
      '%00',
      'NaN',
    ],
    ...[null, true, -1, 0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300],
    ...[[], {}, [[]], { $ref: '#' }, { __proto__: null, toString: 1 }],
    ...['9999-99-99', '0000-00-00', '+275760-09-13', '24:00', '2027-02-30', '-271821-04-20', 'x'.repeat(5000)],
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

const SAMPLES = [
  '2027-05-01',
  '10:00',
  '09121234567',
  'sara@mail.example',
  '1',
  'Sara',
  'https://a.example/b',
  'IRT',
  'fa',
]

const IDS = [1, 2, 101, 110, 1061]

/** Values of a schema; in every sixth place another one. Deep ones end soon. */
function samplesOf(schema: Schema, document: ApiDocument, depth = 0): fc.Arbitrary<unknown> {
  const right = rightOf(schema, document, depth)
  return fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: unexpected })
}

function rightOf(schema: Schema, document: ApiDocument, depth: number): fc.Arbitrary<unknown> {
  if (schema.$ref) return samplesOf(resolved(schema, document), document, depth)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices?.length) return fc.oneof(...choices.map((one) => samplesOf(one, document, depth)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties) {
    if (depth > 3) return fc.constant({})
    const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [
      name,
      samplesOf(one, document, depth + 1),
    ])
    const requiredKeys: string[] = schema.required ?? []
    return fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys })
  }
  if (type === 'array')
    return fc.array(samplesOf(schema.items ?? {}, document, depth + 1), {
      maxLength: Math.min(schema.maxItems ?? 3, 3),
    })
  if (type === 'integer' || type === 'number') {
    const least = schema.minimum ?? (schema.exclusiveMinimum ?? -2) + 1
    const any = fc.integer({ min: Math.max(least, -(2 ** 31)), max: Math.min(schema.maximum ?? 3000, 2 ** 31) })
    return fc.oneof(fc.constantFrom(...IDS), any)
  }
  if (type === 'boolean') return fc.boolean()
  return fc.oneof(fc.constantFrom(...SAMPLES), fc.string({ maxLength: Math.min(schema.maxLength ?? 30, 60) }))
}

test.each(['customers', 'company', 'operator'] as const)(
  'no request made from the document of %s is answered by an error of ours, or by what the document does not have',
  async (reader) => {
    const { document, calls } = await readApiDocument(reader)
    const failures: string[] = []
    for (const call of calls) {
      const { parameters } = call
      const values = fc.record(
        Object.fromEntries(parameters.map(({ name, schema }) => [name, samplesOf(schema ?? {}, document)])),
        { requiredKeys: parameters.filter((one) => one.in === 'path').map(({ name }) => name) },
      )
      const body = call.body ? samplesOf(call.body.schema, document) : fc.constant(undefined)
      const request = fc.record({ values, body, caller: fc.constantFrom(...(await newCallers())) })
      for (const { values: given, body: sent, caller } of fc.sample(request, RUNS)) {
        const address = addressOf(call, given)
        // The reason first: a report shows only the beginning.
        const failed = (why: unknown) => failures.push(`${why}: ${call.method} ${address} ${JSON.stringify(sent)}`)
        try {
          const answer = await caller.api.fetch(address, requestOf(call, sent, caller.token))
          // One vehicle of test mode plays it.
          const isPlayed = caller.api === testMode && answer.status === 503
          if (answer.status >= FIRST_OF_OURS && !isPlayed) failed(answer.status)
          await answer.body?.cancel()
        } catch (error) {
          failed(error)
        }
        for (const error of site.reported.splice(0)) failed(error instanceof Error ? error.stack : error)
      }
    }
    // As a text, which a report shows whole.
    expect(failures.join('\n')).toBe('')
  },
  40_000 + RUNS * 40_000,
)
