import { mkdirSync, writeFileSync } from 'node:fs'
import { apiDocument } from '#app/api/call/openapi/openapi.ts'
import { takesKey } from '#app/contract/call/repeatable.ts'
import { componentsOf, type Document, describeCall, nestedTypes } from './types-of-document.ts'

// Writes packages/client/src/generated/ from the documents of customers and companies: the calls as a table, and all types.
const FOLDER = 'packages/client/src/generated'
const ORIGIN = 'https://savari.example'
const HEAD = '// Written by scripts/client/generate.ts from the OpenAPI documents.\n'

const documents: Document[] = []
for (const reader of ['customers', 'company'] as const) documents.push(JSON.parse(await apiDocument(reader, ORIGIN)))

const calls = documents
  .flatMap(({ paths, components }) =>
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) =>
        describeCall({ path, method: method.toUpperCase(), operation, components }, isRepeatable),
      ),
    ),
  )
  .sort((one, other) => (one.name < other.name ? -1 : 1))

mkdirSync(FOLDER, { recursive: true })
const rows = calls.map(({ name, line }) => `  ${JSON.stringify(name)}: ${JSON.stringify(line)},\n`).join('')
writeFileSync(`${FOLDER}/calls.ts`, `${HEAD}export const CALLS: Record<string, string> = {\n${rows}}\n`)
writeFileSync(`${FOLDER}/types.ts`, `${HEAD}${componentsOf(documents)}\n${nestedTypes(calls)}`)

/** Whether a POST is carried out once for each idempotency key. */
function isRepeatable({ path, summary, statuses }: { path: string; summary: string; statuses: string[] }): boolean {
  const successStatus = statuses.includes('201') ? 201 : 200
  return takesKey({ method: 'POST', path, successStatus }) || /takes an Idempotency-Key/.test(summary)
}
