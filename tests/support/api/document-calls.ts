import type {
  DocumentContent,
  DocumentParameter as Parameter,
  JsonSchema as Schema,
} from '#app/api/call/openapi/json-schema.ts'
import { apiDocument } from '#app/api/call/openapi/openapi.ts'

export type Reader = 'customers' | 'company' | 'operator'

type Body = { content?: DocumentContent }
type Operation = { parameters?: Parameter[]; requestBody?: Body }
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

/** A call as a document describes it. */
export type DocumentCall = {
  method: string
  path: string
  parameters: Parameter[]
  /** The media type and schema of its body; undefined without one. */
  body: { type: string; schema: Schema } | undefined
}

/** The document for these readers, and its calls. */
export async function readApiDocument(reader: Reader): Promise<{ document: ApiDocument; calls: DocumentCall[] }> {
  const document = JSON.parse(await apiDocument(reader, 'http://localhost:3000')) as ApiDocument
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
      return {
        ...{ method: method.toUpperCase(), path, parameters: parametersOf(document, operation.parameters) },
        body: type === undefined ? undefined : { type, schema: content?.schema ?? {} },
      }
    }),
  )
  return { document, calls }
}

function parametersOf(document: ApiDocument, listed: Parameter[] = []) {
  return listed.map((one) => (one.$ref ? (document.components.parameters[nameIn(one.$ref)] ?? one) : one))
}

/** The schema that another one refers to; itself without a reference. */
export function resolved(schema: Schema, document: ApiDocument): Schema {
  return schema.$ref ? (document.components.schemas[nameIn(schema.$ref)] ?? {}) : schema
}

const nameIn = (ref: string) => ref.split('/').at(-1) ?? ''

/** The address of a call with these values in its path and query. */
export function addressOf({ path, parameters }: DocumentCall, given: Record<string, unknown>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => inAddress(given[name]))
  const query = parameters
    .filter(({ name, in: place }) => place === 'query' && given[name] !== undefined)
    .map(({ name }) => `${encodeURIComponent(name)}=${inAddress(given[name])}`)
  return `/api${filled}${query.length ? `?${query.join('&')}` : ''}`
}

/** A request that sends this body to the call. */
export function requestOf({ method, body }: DocumentCall, sent: unknown, token: string | undefined): RequestInit {
  const isJson = body?.type === 'application/json'
  return {
    method,
    headers: {
      'accept-language': 'en',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(isJson && { 'content-type': body.type }),
    },
    ...(body && { body: isJson ? JSON.stringify(sent) : formOf(sent) }),
  }
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

function inAddress(value: unknown): string {
  const whole = written(value).toWellFormed()
  return encodeURIComponent(whole === '' || whole === '.' || whole === '..' ? '0' : whole)
}

function formOf(sent: unknown): FormData {
  const form = new FormData()
  if (sent && typeof sent === 'object')
    for (const [name, value] of Object.entries(sent)) {
      if (name === 'file' || name === 'photo' || name === 'picture') form.set(name, new File([written(value)], 'a.jpg'))
      else form.set(name, written(value).toWellFormed())
    }
  return form
}
