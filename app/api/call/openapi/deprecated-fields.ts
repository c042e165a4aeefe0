import { DEPRECATED_FIELDS } from '#app/contract/call/deprecations.ts'
import type { DocumentContent, JsonSchema as Schema } from './json-schema.ts'

type Schemas = Record<string, Schema>
type Answer = { content?: DocumentContent }
type Paths = Record<string, Record<string, { responses?: Record<string, Answer> }>>

/** Marks the deprecated fields of answers in a document. Throws for one that is not there. */
export function markDeprecatedFields(paths: Paths, schemas: Schemas): void {
  for (const { field, calls } of DEPRECATED_FIELDS)
    for (const { method, path } of calls) {
      const operation = paths[path]?.[method.toLowerCase()]
      if (!operation) continue
      const answer = operation.responses?.['200']?.content?.['application/json']?.schema ?? {}
      const found = fieldOf(answer, { names: field.split('.'), schemas })
      if (!found) throw new Error(`${method} ${path} has no field ${field}`)
      found.deprecated = true
    }
}

function fieldOf(schema: Schema, { names, schemas }: { names: string[]; schemas: Schemas }): Schema | undefined {
  const [name = '', ...rest] = names
  if (names.length === 0) return schema
  const whole = schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  const inner = whole.properties?.[name]
  if (inner) return fieldOf(inner, { names: rest, schemas })
  for (const part of [...(whole.allOf ?? []), ...(whole.anyOf ?? [])]) {
    const found = fieldOf(part, { names, schemas })
    if (found) return found
  }
  return undefined
}
