import { readFileSync, writeFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { apiDocument } from '#app/api/call/openapi/openapi.ts'
import { callsOf } from '#app/contract/call/calls.ts'
import { readerOf } from '#app/contract/call/documents.ts'
import { contract } from '#app/contract/contract.ts'
import { playCompany } from '../../support/api/examples/company.ts'
import { playCustomers } from '../../support/api/examples/customers.ts'
import { asFile, fitToPrint } from '../../support/api/examples/fit-to-print.ts'
import { playOperator } from '../../support/api/examples/operator.ts'
import { createPlayer, type Example } from '../../support/api/examples/player.ts'
import { demonstrationWorld } from '../../support/api/examples/world.ts'

/**
 * The examples in the documents: one of each call, carried out on the demonstration. `WRITE_EXAMPLES=yes` writes the file anew, for a new
 * call or a changed answer.
 */
const FILE = 'app/api/call/openapi/examples.json'
/** Calls that answer a file, so that only their request has an example. */
const ANSWER_FILES = [
  ...['account.readAvatar', 'support.readAttachment', 'operator.partners.readDocument', 'company.settings.exportData'],
  ...['reservations.protocolPhoto', 'reservations.readDeposit', 'reservations.checkIn.picture'],
  ...['reservations.drivers.picture', 'company.reservations.checkIn.picture', 'company.reservations.drivers.picture'],
]
/** Answers the operators' document itself. */
const DOCUMENT = 'operator.overview.document'

const world = await demonstrationWorld()
const player = createPlayer(world)
for (const part of [playCustomers, playCompany, playOperator]) await player.scene(() => part(player, world))
await player.playPlainReads()
const played = fitToPrint(player.examples)
if (played[DOCUMENT]) played[DOCUMENT].answer = {}
if (process.env.WRITE_EXAMPLES) writeFileSync(FILE, asFile(played))
const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Example>
const calls = callsOf(contract)

test('each example’s request is carried out on the demonstration, and its answer is as the document says', () => {
  expect(player.failures).toEqual([])
  expect(world.site.reported).toEqual([])
})

test('each call has an example, which answers what it says today', () => {
  expect(Object.keys(kept).sort()).toEqual(calls.map(({ name }) => name).sort())
  const facts = (example: Example | undefined) => ({
    ...{ method: example?.method, status: example?.status },
    path: example?.path.split('?')[0]?.replace(/\/[\w-]{22,}|\/\d+\b/g, '/…'),
    sent: keysOf(example?.body),
    answered: keysOf(example?.answer),
  })
  for (const name of Object.keys(kept)) expect({ name, ...facts(kept[name]) }).toEqual({ name, ...facts(played[name]) })
})

const keysOf = (value: unknown) => (value && typeof value === 'object' ? Object.keys(value).sort() : typeof value)

describe.each(['customers', 'company', 'operator'] as const)('the document of %s', (reader) => {
  test('is right about its examples', async () => {
    const { paths, components } = JSON.parse(await apiDocument(reader, 'http://localhost:3000')) as Document
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const fits = (schema: object | undefined, value: unknown) => {
      const validate = ajv.compile({ ...schema, components })
      return validate(value) || validate.errors
    }
    for (const { name, method, path } of calls.filter((call) => readerOf(call) === reader)) {
      const { requestBody, responses } = paths[path]?.[method.toLowerCase()] ?? {}
      const { body, status, answer } = kept[name] as Example
      const json = requestBody?.content?.['application/json']
      if (json?.schema && body) expect([name, fits(json.schema, body)]).toEqual([name, true])
      const content = responses?.[status]?.content
      expect([name, content !== undefined]).toEqual([name, true])
      const isFile = ANSWER_FILES.includes(name)
      expect([name, isFile]).toEqual([name, answer === undefined])
      if (!isFile && name !== DOCUMENT)
        expect([name, fits(content?.['application/json']?.schema, answer)]).toEqual([name, true])
    }
  })
})

interface Media {
  content?: Record<string, { schema?: object }>
}
interface Document {
  paths: Record<string, Record<string, { requestBody?: Media; responses: Record<string, Media> }>>
  components: object
}
