import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import { apiDocument } from '#app/api/call/openapi/openapi.ts'
import { type Call, callsOf } from '#app/contract/call/calls.ts'
import { readerOf } from '#app/contract/call/documents.ts'
import { contract } from '#app/contract/contract.ts'

interface Answer {
  $ref?: string
  content?: Record<string, { schema?: object }>
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>
  components: { schemas: object; responses: Record<string, Answer> }
}

/** What any call can answer besides what it lists; the documents’ introduction says so. */
const OF_ANY_CALL = [405, 408, 413, 414, 500, 503]
const PROBLEM = 'application/problem+json'
const FIRST_ERROR = 400
/** The name by which schemas refer to the document. */
const DOCUMENT = 'document'

/** Addresses without parameters first. */
const calls = callsOf(contract)
  .map((call) => ({ ...call, pattern: patternOf(call), parameters: call.path.split('{').length }))
  .sort((one, other) => one.parameters - other.parameters)
const documents = new Map<string, Promise<{ document: Document; ajv: Ajv2020 }>>()
const validators = new Map<string, ValidateFunction>()

/**
 * What an answer of the API has that its document does not: a status, a type of content, a shape. Undefined where it is as documented, or
 * belongs to no call.
 */
export async function undocumented(method: string, path: string, answer: Response): Promise<string | undefined> {
  const pathname = decodeURI(path.split('?')[0] ?? '').replace(/^\/api/, '')
  const call = calls.find((one) => one.method === method && one.pattern.test(pathname))
  if (!call) return undefined
  const { status } = answer
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const where = `${method} ${call.path} answers ${status} ${type}`
  // The tag of an answer that the caller has already is described once for all reads.
  if (status === 304) return undefined
  if (OF_ANY_CALL.includes(status)) return type === PROBLEM || method === 'HEAD' ? undefined : `${where}: no problem`
  const { document, ajv } = await documentOf(call)
  const place = ['paths', call.path, method.toLowerCase(), 'responses']
  const responses = document.paths[call.path]?.[method.toLowerCase()]?.responses ?? {}
  // An error is one of its status, or one that any call can answer.
  const named = [String(status), ...(status >= FIRST_ERROR ? ['default'] : [])].flatMap((key) => {
    const one = responses[key]
    if (!one) return []
    if (!one.$ref) return { content: one.content, pointer: pointerTo(...place, key) }
    return { content: document.components.responses[nameIn(one.$ref)]?.content, pointer: one.$ref }
  })
  if (named.length === 0) return `${where}: not in the document`
  if (named.some(({ content }) => !content || isFile(content))) return undefined
  const schemas = named.filter(({ content }) => content?.[type]?.schema)
  if (schemas.length === 0)
    return `${where}: the document has ${named.map(({ content }) => Object.keys(content ?? {}))}`
  if (!type.endsWith('json')) return undefined
  const refs = schemas.map(({ pointer }) => ({
    $ref: `${DOCUMENT}${pointer}${pointerTo('content', type, 'schema').slice(1)}`,
  }))
  const known = `${readerOf(call)} ${JSON.stringify(refs)}`
  const validate = validators.get(known) ?? ajv.compile({ anyOf: refs })
  validators.set(known, validate)
  const body: unknown = await answer.clone().json()
  if (validate(body)) return undefined
  return `${where}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(body)}`.slice(0, 2000)
}

/** The fragment of a JSON pointer (RFC 6901). */
function pointerTo(...names: string[]): string {
  return `#${names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`
}

const nameIn = (ref: string) => ref.split('/').at(-1) ?? ''
const isFile = (content: object) => '*/*' in content || 'application/octet-stream' in content

function documentOf(call: Call) {
  const reader = readerOf(call)
  const known = documents.get(reader) ?? apiDocument(reader, 'http://localhost:3000').then(openDocument)
  documents.set(reader, known)
  return known
}

/** Each schema of the document is compiled once, for all answers that have it. */
function openDocument(text: string) {
  const document = JSON.parse(text) as Document
  const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false, code: { optimize: false } })
  ajv.addSchema({ $id: DOCUMENT, ...document })
  return { document, ajv }
}

function patternOf({ path }: Call): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}?$`)
}
