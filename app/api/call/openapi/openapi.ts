import type { AnySchema } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { callsOf } from '#app/contract/call/calls.ts'
import { DEPRECATIONS } from '#app/contract/call/deprecations.ts'
import { type ApiReader, readerOf } from '#app/contract/call/documents.ts'
import { scopeOf } from '#app/contract/call/scopes.ts'
import { CONTRACT_VERSION } from '#app/contract/call/version.ts'
import { contract } from '#app/contract/contract.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { NAMED_INPUTS, NAMED_SHAPES } from './components.ts'
import { markDeprecatedFields } from './deprecated-fields.ts'
import { describeAccess } from './describe-access.ts'
import { createDescriber, type Schema } from './describe-schemas.ts'
import { CONVENTIONS, descriptionOf } from './descriptions.ts'
import { addExample, readExamples } from './examples.ts'
import { PAGE } from './pages.ts'
import { describeProblems } from './problems.ts'

/** Where the first document stands with an example in each call. */
export const WITH_EXAMPLES = '/api/openapi-examples.json'

const calls = callsOf(contract)
const readers = new Map(calls.map((call) => [call.name, readerOf(call)]))
const documents = new Map<string, Promise<string>>()

type Wanted = { reader: ApiReader; hasExamples: boolean }

/**
 * The documents that everybody reads. The operators' is a call of theirs (`operator.overview.document`). Examples stand in a second form
 * of the first document, which so stays small enough to be read whole. Source: docs/decisions/examples-are-carried-out.md.
 */
const ADDRESSES: Record<string, Wanted> = {
  '/api/openapi.json': { reader: 'customers', hasExamples: false },
  [WITH_EXAMPLES]: { reader: 'customers', hasExamples: true },
  '/api/company/openapi.json': { reader: 'company', hasExamples: true },
}

const TITLES: Record<ApiReader, { title: string; description: string }> = {
  customers: {
    title: 'Savari API',
    description: 'Search, compare, reserve and pay for rental cars and motorbikes; what customers do with their own.',
  },
  company: {
    title: 'Savari API for rental companies',
    description: 'What the staff of a rental company do: fleet, prices, calendar, reservations, hand-overs, money.',
  },
  operator: {
    title: 'Savari API for operators',
    description: 'What operators of the marketplace do for everybody.',
  },
}

/** A call that has it lists the scope that a key needs for it; no key reaches the others. */
const API_KEY = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'svr_live_… or svr_test_…',
  description: 'A key for programs, which owners create on the page for developers of the company desk.',
} as const

const ANY_CALL =
  'Errors are problem details (RFC 9457). Besides those that it lists, any call can answer 405, 408, 413, 414, 500 and 503. ' +
  'A POST that creates something, and a payment, takes an Idempotency-Key of up to 255 characters and keeps its answer for 24 hours, for this caller (without a sign-in: Device-Key or network address): the same body gets the same answer, another one 422; while the first runs 409.'

/** In the order in which somebody needs them, from the search to the way home. */
const TAGS: Record<string, string> = {
  ads: 'Search and vehicles.',
  places: 'Cities and currencies.',
  vehicles: 'Types, brands, filters.',
  companies: 'Rental companies.',
  reservations: 'Prices, bookings, trips.',
  payments: 'Paying and invoices.',
  account: 'Sign-in and profile.',
  notifications: 'Push and news.',
  support: 'Tickets and files.',
  content: 'Blog, help, pages.',
  newsletter: 'Newsletter.',
  partners: 'Becoming a partner.',
  site: 'The site’s facts.',
  company: 'The desk of a company.',
  operator: 'Operators’ work.',
}

/** Answers the documents' addresses, each generated once from the contract; null for every other address. */
export async function describeApi(request: Request, origin: string): Promise<Response | null> {
  const wanted = ADDRESSES[new URL(request.url).pathname.replace(/\/$/, '')]
  if (!wanted) return null
  return new Response(await apiDocument(wanted.reader, origin, wanted.hasExamples), {
    headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
  })
}

/**
 * The OpenAPI document of the calls for these readers, as JSON. A call stands in one document.
 * @param origin the public address of the site, where help is found
 * @param hasExamples whether each call has its example
 */
export function apiDocument(reader: ApiReader, origin: string, hasExamples = reader !== 'customers'): Promise<string> {
  const key = `${reader} ${hasExamples}`
  const known = documents.get(key) ?? generate({ reader, hasExamples }, origin)
  documents.set(key, known)
  known.catch(() => documents.delete(key))
  return known
}

interface Parameter {
  name: string
  in: string
  description?: string
}

interface Body {
  $ref?: string
  content?: Record<string, { schema?: Schema }>
}

type Operation = {
  operationId?: string
  deprecated?: boolean
  summary?: string
  description?: string
  parameters?: (Parameter | Reference)[]
  tags?: string[]
  requestBody?: Body
  responses?: Record<string, Body>
  security?: Record<string, string[]>[]
}

async function generate({ reader, hasExamples }: Wanted, origin: string): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const problems = describeProblems(textFor('en', 'errors'))
  const made = await generator.generate(contract, {
    info: {
      ...TITLES[reader],
      description: `${TITLES[reader].description} ${CONVENTIONS} ${ANY_CALL}`,
      version: CONTRACT_VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Savari', url: `${origin}/en/help` },
    },
    servers: [{ url: '/api' }],
    // What says nothing else is for everybody.
    security: [{}],
    ...(!hasExamples && { externalDocs: { url: origin + WITH_EXAMPLES, description: 'The same with examples.' } }),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token of activation and the token call.' },
        ...(reader === 'company' && { apiKey: API_KEY }),
      },
    },
    filter: ({ path }) => readers.get(path.join('.')) === reader,
    commonSchemas: { ...withStrategy(NAMED_SHAPES, 'output'), ...withStrategy(NAMED_INPUTS, 'input') },
    customErrorResponseBodySchema: (defined) => problems.bodyOf(defined.map(([code, , , data]) => ({ code, data }))),
  })
  const describer = createDescriber(reader === 'customers')
  const describe = (body: Body) => {
    if (body.content) body.content = describer.content(withoutNoise(body.content))
  }
  const examples = hasExamples ? await readExamples() : {}
  const used = new Set<string>()
  const shared = sharedParameters()
  // The generator drops the trailing slash that the contract's paths have.
  const paths = Object.entries(made.paths ?? {}).map(([path, operations]) => [slashed(path), operations] as const)
  for (const [path, operations] of paths)
    for (const [method, operation] of Object.entries(operations ?? {}) as [string, Operation][]) {
      const access = accesses.get(`${method.toUpperCase()} ${path}`)
      const signIn = access?.signIn
      // An additional empty requirement makes it optional.
      if (signIn && signIn !== 'none') operation.security = [...(signIn === 'possible' ? [{}] : []), { bearer: [] }]
      const scope = scopeOf({ method: method.toUpperCase(), path })
      if (scope) operation.security?.push({ apiKey: [scope] })
      const { responses = {} } = operation
      for (const [status, answer] of Object.entries(responses)) {
        if (Number(status) < FIRST_ERROR) describe(answer)
        else if (problems.isCommon(answer)) delete responses[status]
        else responses[status] = problems.answerOf(answer)
      }
      responses.default = problems.common()
      // A file is sent as a part of a form, never in JSON.
      const { content } = operation.requestBody ?? {}
      if (content && 'multipart/form-data' in content) delete content['application/json']
      if (operation.requestBody) describe(operation.requestBody)
      // The mark of what the specification does not have is for its readers.
      const isOurs = operation.summary?.endsWith(OURS)
      if (isOurs) operation.summary = operation.summary?.slice(0, -OURS.length)
      if (access) operation.description = describeAccess(access)
      if (isDeprecated(method, path)) operation.deprecated = true
      operation.parameters = operation.parameters?.map((one) => shared.of(described(withoutNoise(one))))
      const example = examples[operation.operationId ?? '']
      if (example) addExample(operation, example)
      for (const tag of operation.tags ?? []) used.add(tag)
    }
  const whole = withoutNoise({
    ...made,
    tags: Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    paths: Object.fromEntries(paths),
    components: { ...made.components, responses: problems.answers, parameters: shared.parameters },
  })
  const named = withoutNoise({ ...made.components?.schemas, ...problems.schemas, Page: PAGE } as Record<string, Schema>)
  const schemas = Object.fromEntries(Object.entries(named).map(describer.shape))
  markDeprecatedFields(whole.paths as never, { ...schemas, ...describer.found } as never)
  const needed = namedIn(
    { paths: whole.paths, ...whole.components, schemas: undefined },
    { ...schemas, ...describer.found },
  )
  return JSON.stringify({ ...whole, components: { ...whole.components, schemas: needed } })
}

const isDeprecated = (method: string, path: string) =>
  DEPRECATIONS.some((one) => one.path === path && one.method === method.toUpperCase())

const FIRST_ERROR = 400
/** Marks calls that the specification does not have. */
const OURS = ' (ours)'

const withStrategy = <Strategy extends 'input' | 'output'>(shapes: Record<string, AnySchema>, strategy: Strategy) =>
  Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [name, { schema, strategy }]))

interface Reference {
  $ref: string
}

/** Parameters of one name are mostly the same everywhere, and then described once. */
function sharedParameters() {
  const parameters: Record<string, Parameter> = {}
  return {
    parameters,
    /** The reference to a parameter; the parameter itself where two others have its name. */
    of(parameter: Parameter | Reference): Parameter | Reference {
      if (!('name' in parameter)) return parameter
      const text = JSON.stringify(parameter)
      const whole = `${parameter.in}.${parameter.name}`
      const isFree = (name: string) => !(name in parameters) || JSON.stringify(parameters[name]) === text
      // A second meaning of a name, as an id that is a number.
      const name = [whole, `${whole}.2`].find(isFree)
      if (!name) return parameter
      parameters[name] = parameter
      return { $ref: `#/components/parameters/${name}` }
    },
  }
}

function described(parameter: Parameter | Reference): Parameter | Reference {
  if (!('name' in parameter)) return parameter
  const description = descriptionOf(parameter.name)
  return { ...parameter, ...(description && { description }) }
}

/** The schemas that a document refers to, directly or through another one. */
function namedIn(document: unknown, schemas: Record<string, unknown>): Record<string, unknown> {
  const found = new Set<string>()
  const waiting = [JSON.stringify(document)]
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop())
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name) || !(name in schemas)) continue
      found.add(name)
      waiting.push(JSON.stringify(schemas[name]))
    }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)))
}

/**
 * Leaves out what means nothing to readers: the bounds of whole numbers without bounds, which are those of the language that wrote the
 * document, and what the generator says of each parameter. What may be null has two types.
 */
function withoutNoise<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutNoise) as Value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(nullable(value) ?? value)
      .filter(([name, one]) => Math.abs(Number(one)) !== Number.MAX_SAFE_INTEGER && !NOISE.includes(name))
      .map(([name, one]) => [name, withoutNoise(one)]),
  ) as Value
}

/** Of a schema for one type or null, the same with both types; null for any other. */
function nullable(schema: object): object | null {
  const { anyOf, ...rest } = schema as { anyOf?: Record<string, unknown>[] }
  const [one, none, ...more] = anyOf ?? []
  if (!one || more.length > 0 || none?.type !== 'null' || typeof one.type !== 'string') return null
  return 'enum' in one || 'const' in one ? null : { ...rest, ...one, type: [one.type, 'null'] }
}

const NOISE = ['allowEmptyValue', 'allowReserved']

const accesses = new Map(calls.map(({ method, path, access }) => [`${method} ${path}`, access]))
const slashes = new Map(calls.map(({ path }) => [path.replace(/\/$/, ''), path]))
const slashed = (path: string) => slashes.get(path) ?? path
