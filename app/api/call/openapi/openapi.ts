import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { callsOf } from '#app/contract/call/calls.ts'
import { CONTRACT_VERSION } from '#app/contract/call/version.ts'
import { contract } from '#app/contract/contract.ts'

const calls = callsOf(contract)
let document: Promise<string> | undefined

/**
 * Answers `/api/openapi.json`, the document generated from the contract, generated once; null for every other address.
 */
export async function describeApi(request: Request): Promise<Response | null> {
  if (!['/api/openapi.json', '/api/openapi.json/'].includes(new URL(request.url).pathname)) return null
  document ??= generate()
  return new Response(await document, {
    headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
  })
}

/** The shape of every error body (§8); 400 is a validation error, which the generator leaves out. */
const ERROR_BODY = {
  type: 'object',
  properties: {
    detail: { type: 'string', description: 'A sentence in the asked language.' },
    type: { type: 'string', description: 'The code of the error.' },
    fields: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    defined: { type: 'boolean' },
    data: {},
  },
  required: ['detail', 'type'],
} as const

const errorAnswer = (description: string) => ({
  description,
  content: { 'application/json': { schema: ERROR_BODY } },
})

type Operation = { requestBody?: unknown; responses?: Record<string, unknown>; security?: Record<string, string[]>[] }

async function generate(): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const made = await generator.generate(contract, {
    info: {
      title: 'Savari API',
      version: CONTRACT_VERSION,
      description: 'Search, compare, reserve and pay for rental cars and motorbikes.',
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token of activation and the token call.' },
      },
    },
    customErrorResponseBodySchema: ERROR_BODY,
  })
  // The generator drops the trailing slash that the contract's paths have.
  const withSlash = Object.entries(made.paths ?? {}).map(([path, operations]) => [slashed(path), operations] as const)
  const signIns = new Map(calls.map(({ method, path, access }) => [`${method} ${path}`, access.signIn]))
  for (const [path, operations] of withSlash)
    for (const [method, operation] of Object.entries(operations ?? {}) as [string, Operation][]) {
      const signIn = signIns.get(`${method.toUpperCase()} ${path}`)
      // An additional empty requirement makes it optional.
      if (signIn && signIn !== 'none') operation.security = [...(signIn === 'possible' ? [{}] : []), { bearer: [] }]
      if (operation?.responses) operation.responses['400'] ??= errorAnswer('A field is not right')
      if (operation?.responses && operation.requestBody)
        operation.responses['415'] ??= errorAnswer('A body that is neither JSON nor a form')
    }
  return JSON.stringify({ ...made, paths: Object.fromEntries(withSlash) })
}

const slashes = new Map(calls.map(({ path }) => [path.replace(/\/$/, ''), path]))
const slashed = (path: string) => slashes.get(path) ?? path
