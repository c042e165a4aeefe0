import type { ZodType } from 'zod'

/** The parts of zod's internal definition that are used here. */
type Definition = {
  shape?: Record<string, ZodType>
  innerType?: ZodType
  in?: ZodType
  out?: ZodType
  options?: readonly ZodType[]
}

const known = new WeakMap<ZodType, ReadonlySet<string>>()

/**
 * The field names that a form for this schema may send: `phone`, `receive_address.id`, and the three parts of dates.
 * Forms have no indexed lists, so names never contain an index.
 */
export function fieldNamesOf(schema: ZodType, dates: readonly string[]): ReadonlySet<string> {
  const remembered = known.get(schema)
  if (remembered) return remembered
  const names = new Set<string>()
  for (const name of namesIn(schema)) {
    names.add(name)
    if (dates.includes(name)) for (const part of ['day', 'month', 'year']) names.add(`${name}.${part}`)
  }
  known.set(schema, names)
  return names
}

function namesIn(schema: ZodType): string[] {
  const { shape, innerType, in: input, out, options } = schema.def as Definition
  if (shape) {
    return Object.entries(shape).flatMap(([name, field]) => [
      name,
      ...namesIn(field).map((inner) => `${name}.${inner}`),
    ])
  }
  return [innerType, input, out, ...(options ?? [])].flatMap((part) => (part ? namesIn(part) : []))
}
