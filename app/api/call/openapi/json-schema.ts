/** A JSON Schema as the documents write it. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  maxItems?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  maxLength?: number
  format?: string
  contentMediaType?: string
  description?: string
  deprecated?: boolean
}

/** A parameter of a document's operation, or the reference to a shared one. */
export interface DocumentParameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: JsonSchema
}

/** What is sent or answered, by its media type. */
export type DocumentContent = Record<string, { schema?: JsonSchema }>
