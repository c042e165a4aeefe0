import { expect, test } from 'vitest'
import type { JsonSchema as Schema } from '#app/api/call/openapi/json-schema.ts'
import { testApi } from '../../support/api/api.ts'
import { storeKey } from '../../support/api/api-key.ts'
import {
  type ApiDocument,
  addressOf,
  type DocumentCall,
  type Reader,
  readApiDocument,
  requestOf,
  resolved,
} from '../../support/api/document-calls.ts'
import { loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { watchBlocking } from '../../support/blocking.ts'
import { testDatabase } from '../../support/server/database/database.ts'

/** What patterns, comparisons and parsers may be slow at, many times in a row. */
const HARD = [
  ...['a@', ' ', '1', '-', 'ب', '#', 'ﷺ', '🚗', 'a.', '\n', '=', '<', 'http://a.', '۱', '\u200c', 'İ', '+98912', ','],
  ...[';"', '\t\r\n', '/', '2027-05-01 ', '%', 'اَ', '{', '[1,', '&quot;', '**', '[a](b)', '||', '(', 'IR'],
]
/** Of them for each call: one that differs from call to call, or all. */
const TEXTS = process.env.ALL_HARD_TEXTS ? HARD.length : 1
/** What the site takes in a call's address and body (`app/web/edge/request`), in bytes. */
const [QUERY_BYTES, BODY_BYTES, LONGEST_TEXT] = [7_000, 64_000, 30_000]
const BLOCKING_MS = 50

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)

let phones = 0
/** A new one for each call: some calls sign out, or delete the account. */
async function tokenFor(reader: Reader): Promise<string> {
  const phone = `+98914${String(++phones).padStart(7, '0')}`
  if (reader === 'company') return (await storeKey(site, { company: TOMAN.company })).key
  return (await signedIn(site, { phone, ...(reader === 'operator' && { role: 'ADMIN' }) })).access
}

/** A value of the schema in which each text is this one, repeated up to a length. */
function filled(schema: Schema, document: ApiDocument, text: string, length: number, depth = 0): unknown {
  if (schema.$ref) return filled(resolved(schema, document), document, text, length, depth)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return filled(choice, document, text, length, depth)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  const inside = (one: Schema) => filled(one, document, text, length, depth + 1)
  if (type === 'object' || schema.properties)
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, inside(one)]))
  if (type === 'array') {
    const count = Math.min(schema.maxItems ?? 3, depth > 1 ? 3 : 20)
    return Array.from({ length: count }, () => inside(schema.items ?? {}))
  }
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (type === 'boolean') return true
  if (schema.format === 'date') return '2027-05-01'
  const most = Math.min(schema.maxLength ?? length, length)
  return text
    .repeat(Math.ceil(most / text.length))
    .slice(0, most)
    .toWellFormed()
}

/** The longest that is taken. */
function longestBody(schema: Schema, document: ApiDocument, text: string): unknown {
  for (let length = LONGEST_TEXT; ; length = Math.floor(length * 0.7)) {
    const body = filled(schema, document, text, length)
    if (length < 5 || Buffer.byteLength(JSON.stringify(body)) <= BODY_BYTES) return body
  }
}

function addressWith(call: DocumentCall, document: ApiDocument, text: string): string {
  const inQuery = call.parameters.filter((one) => one.in === 'query').length
  const bytes = Buffer.byteLength(encodeURIComponent(text)) / text.length
  const length = Math.floor(QUERY_BYTES / Math.max(inQuery, 1) / bytes)
  const values = call.parameters.map(({ name, in: place, schema = {} }) => [
    name,
    filled(schema, document, text, place === 'query' ? length : 100),
  ])
  return addressOf(call, Object.fromEntries(values))
}

test.each(['customers', 'company', 'operator'] as const)(
  'no call in the document of %s blocks the site, however much is sent to it',
  async (reader) => {
    const { document, calls } = await readApiDocument(reader)
    const failures: string[] = []
    for (const [index, call] of calls.entries()) {
      const token = await tokenFor(reader)
      for (let n = 0; n < TEXTS; n++) {
        const text = HARD[(index + n) % HARD.length] ?? ''
        const address = addressWith(call, document, text)
        const sent = call.body && longestBody(call.body.schema, document, text)
        const send = async () => {
          const blocking = watchBlocking()
          const answer = await site.fetch(address, requestOf(call, sent, token))
          await answer.body?.cancel()
          blocking.stop()
          return { status: answer.status, longest: blocking.longest() }
        }
        let { status, longest } = await send()
        // What it costs, it costs each time; a first compilation and a collection of garbage come once.
        for (let again = 0; again < 2 && longest > BLOCKING_MS; again++)
          longest = Math.min(longest, (await send()).longest)
        const named = `${call.method} ${call.path} ${JSON.stringify(text)}`
        if (longest > BLOCKING_MS) failures.push(`${named}: ${Math.round(longest)} ms`)
        if (status >= 500) failures.push(`${named}: ${status}`)
      }
      for (const error of site.reported.splice(0))
        failures.push(`${call.method} ${call.path}: ${error instanceof Error ? error.stack : error}`)
    }
    expect(failures.join('\n')).toBe('')
  },
  60_000 + TEXTS * 60_000,
)
