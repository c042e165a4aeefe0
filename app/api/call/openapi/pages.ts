import type { Schema } from './describe-schemas.ts'

/** What all lists have in common. Source: *ours*; `listOf` of the contract. */
export const PAGE: Schema = {
  type: 'object',
  description: 'How many there are in all, and the addresses of the pages after and before this one.',
  properties: {
    count: { type: 'integer' },
    next: { type: ['string', 'null'], format: 'uri' },
    previous: { type: ['string', 'null'], format: 'uri' },
  },
  required: ['count', 'next', 'previous'],
}
const COMMON = Object.keys(PAGE.properties ?? {})
const REFERENCE = { $ref: '#/components/schemas/Page' }

/** Of the schema of a list, a reference to what all lists have in common, and the rest; any other schema as it is. */
export function withSharedPage(schema: Schema): Schema {
  const { properties = {}, required = [], ...rest } = schema as Schema & { required?: string[] }
  if (!('results' in properties) || !COMMON.every((name) => name in properties)) return schema
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => !COMMON.includes(name)))
  return { allOf: [REFERENCE, { ...rest, properties: own, required: required.filter((name) => name in own) }] }
}
