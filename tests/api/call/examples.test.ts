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
const FILE = 'content/developers/examples.json'
/** Calls that answer a file, so that only their request has an example. */
const ANSWER_FILES = [
  ...['account.readAvatar', 'support.readAttachment', 'operator.partners.readDocument', 'company.settings.exportData'],
  ...['reservations.protocolPhoto', 'reservations.readDeposit', 'reservations.checkIn.picture'],
  ...['reservations.drivers.picture', 'company.reservations.checkIn.picture', 'company.reservations.drivers.picture'],
  'company.fleet.due.readPaper',
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

/** The first read of a quote notes that it was seen. */
const CHANGED_BY_READING = ['reservations.quotes.read']
/** Reads for everybody that no cache keeps: a count of tries, a secret address, and somebody's own by its unguessable id. */
const NOT_KEPT = [
  ...['account.usernameExists', 'company.calendar.feedEvents'],
  ...['reservations.status', 'reservations.voucher'],
]

describe('what all calls have in common', () => {
  const facts = Object.entries(player.conventions).map(([name, one]) => ({ ...one, ...callOf(name) }))

  test('a read has a tag and answers 304 to who has its answer; one for everybody is public for ten seconds', () => {
    const reads = facts.filter(({ name, method }) => method === 'GET' && !ANSWER_FILES.includes(name))
    expect(reads.filter(({ isConditional }) => !isConditional).map(({ name }) => name)).toEqual(CHANGED_BY_READING)
    const wrong = reads.filter(
      ({ cache, access }) => cache !== (access.isKept ? 'public, max-age=10' : 'private, no-cache'),
    )
    expect(wrong.map(({ name, cache }) => [name, cache])).toEqual([])
    const open = reads.filter(({ access }) => access.signIn === 'none' && !access.isKept)
    expect(open.map(({ name }) => name).sort()).toEqual([...NOT_KEPT].sort())
  })

  test('what creates something says where it is, and there it is', () => {
    const created = facts.filter(({ isCreated }) => isCreated)
    expect(created.length).toBeGreaterThan(40)
    expect(created.filter(({ isFound }) => !isFound).map(({ name }) => name)).toEqual([])
  })

  test('what creates something answers the same to the same key', () => {
    const repeated = facts.filter(({ isRepeated }) => isRepeated !== undefined)
    expect(repeated.length).toBeGreaterThan(45)
    expect(repeated.filter(({ isRepeated }) => !isRepeated).map(({ name }) => name)).toEqual([])
  })
})

function callOf(name: string) {
  const call = calls.find((one) => one.name === name)
  if (!call) throw new Error(name)
  return call
}

interface Media {
  content?: Record<string, { schema?: object }>
}
interface Document {
  paths: Record<string, Record<string, { requestBody?: Media; responses: Record<string, Media> }>>
  components: object
}
