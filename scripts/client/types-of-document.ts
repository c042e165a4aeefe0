import type {
  DocumentContent as Content,
  DocumentParameter as Parameter,
  JsonSchema as Schema,
} from '#app/api/call/openapi/json-schema.ts'

interface Operation {
  operationId: string
  summary?: string
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses: Record<string, { content?: Content }>
}

/** What of an OpenAPI document the client is made of. */
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> }
}

/** A call as the client has it: its row in the table, and its type. */
export interface ClientCall {
  name: string
  /** `POST /path/ marks query,fields`: `k` takes an idempotency key, `f` sends a form with files, `-` neither. */
  line: string
  /** The call as a method of its group. */
  signature: string
}

type Described = { path: string; method: string; operation: Operation; components: Document['components'] }

/** Describes a call. `isRepeatable` says whether a POST is carried out once for each idempotency key. */
export function describeCall(
  { path, method, operation, components }: Described,
  isRepeatable: (call: { path: string; summary: string; statuses: string[] }) => boolean,
): ClientCall {
  const { operationId: name, summary = '', deprecated, requestBody, responses } = operation
  const parameters = (operation.parameters ?? []).map((one) => resolved(one, components))
  const query = parameters.filter((one) => one.in === 'query').map((one) => one.name)
  const content = requestBody?.content ?? {}
  const isForm = 'multipart/form-data' in content
  const body = Object.values(content)[0]?.schema
  const key = method === 'POST' && isRepeatable({ path, summary, statuses: Object.keys(responses) })
  const marks = `${key ? 'k' : ''}${isForm ? 'f' : ''}` || '-'
  const line = [method, path, marks, ...(method === 'GET' || query.length === 0 ? [] : [query.join(',')])].join(' ')
  const fields = parameters.map(({ name: field, required, schema }) => property(field, schema ?? {}, required ?? false))
  const parts = [...(fields.length > 0 ? [`{ ${fields.join('; ')} }`] : []), ...(body ? [typeOf(body)] : [])]
  const isNeeded = parameters.some(({ required }) => required) || (body && needsFields(body, components))
  const input = parts.length > 0 ? parts.join(' & ') : 'Record<string, never>'
  const signature = `(input${isNeeded ? '' : '?'}: ${input}, options?: CallOptions) => Promise<${answerOf(responses)}>`
  const comment = `/** ${summary.replaceAll('*/', '* /')}.${deprecated ? ' @deprecated' : ''} */`
  return { name, line, signature: `${comment}\n${name.split('.').at(-1)}: ${signature}` }
}

/** A type for each named shape, and the codes of all errors. Throws where two documents mean different shapes by one name. */
export function componentsOf(documents: readonly Document[]): string {
  const all: Record<string, Schema> = {}
  for (const { components } of documents)
    for (const [name, schema] of Object.entries(components.schemas)) {
      const known = all[name]
      all[name] ??= schema
      if (known && fieldsOf(known) !== fieldsOf(schema)) throw new Error(`${name} has two shapes`)
    }
  const types = Object.entries(all).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
  const codes = Object.values(all).flatMap(({ allOf = [] }) => allOf.map(({ properties }) => properties?.type?.const))
  const known = codes.filter((code) => typeof code === 'string').map((code) => JSON.stringify(code))
  // A later version of the API may know more.
  return `${types.join('')}export type ErrorCode = ${[...new Set(known)].join(' | ')} | (string & {})\n`
}

/** The fields of a shape: documents differ in the shapes within it that they name, and in their texts. */
const fieldsOf = ({ properties = {} }: Schema) => Object.keys(properties).join(' ')

/** The interface of all calls, nested as their names are. */
export function nestedTypes(calls: readonly ClientCall[]): string {
  const nested = (group: readonly ClientCall[], depth: number): string => {
    const heads = [...new Set(group.map(({ name }) => name.split('.')[depth] ?? ''))]
    const members = heads.map((head) => {
      const within = group.filter(({ name }) => name.split('.')[depth] === head)
      const own = within.find(({ name }) => name.split('.').length === depth + 1)
      return own ? own.signature : `${head}: {\n${nested(within, depth + 1)}\n}`
    })
    return members.join('\n')
  }
  return `import type { CallOptions } from '../request.ts'\n\n/** Every call of the API by its noun. */\nexport interface Calls {\n${nested(calls, 0)}\n}\n`
}

function resolved(parameter: Parameter, { parameters = {} }: Document['components']): Parameter {
  return parameter.$ref ? (parameters[parameter.$ref.split('/').at(-1) ?? ''] ?? parameter) : parameter
}

function needsFields(schema: Schema, components: Document['components']): boolean {
  if (schema.$ref) return needsFields(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, components)
  return [schema, ...(schema.allOf ?? [])].some(({ required = [] }) => required.length > 0)
}

/** What a call answers when it succeeds: JSON, a file, or nothing. */
function answerOf(responses: Operation['responses']): string {
  const found = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content
  if (!found) return 'void'
  const json = found['application/json']
  return json ? typeOf(json.schema ?? {}) : 'Blob'
}

function typeOf(schema: Schema): string {
  const { $ref, type, properties, additionalProperties } = schema
  if ($ref) return $ref.split('/').at(-1) ?? 'unknown'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((one) => JSON.stringify(one)))
  const either = schema.anyOf ?? schema.oneOf
  if (either) return union(either.map(typeOf))
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })))
  if (type === 'array') {
    if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
    return `Array<${typeOf(schema.items ?? {})}>`
  }
  if (properties) {
    const { required = [] } = schema
    const members = Object.entries(properties).map(([name, one]) => property(name, one, required.includes(name)))
    return `{ ${members.join('; ')} }`
  }
  if (type === 'object') {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
    return `Record<string, ${values}>`
  }
  if (type === 'string') return schema.contentMediaType ? 'Blob' : 'string'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'boolean' || type === 'null' ? type : 'unknown'
}

function property(name: string, schema: Schema, isNeeded: boolean): string {
  const key = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)
  const mark = schema.deprecated ? '/** @deprecated */ ' : ''
  return mark + (isNeeded ? `${key}: ${typeOf(schema)}` : `${key}?: ${typeOf(schema)} | undefined`)
}

const union = (types: readonly string[]) => [...new Set(types)].join(' | ')
