import { expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#app/contract/contract.ts'
import { numeric } from '#app/contract/shapes/number.ts'

type Def = z.core.$ZodTypeDef & Record<string, unknown>
type Slot = { path: string; schema: z.core.$ZodType }

const NO_NUMBERS = [true, false, [], [1], ['1'], [[2]], {}, ' ', '0x', '1,5 €', 'Infinity', new Date(1)]

test('a value that is neither a number nor a number’s text is refused by every call', () => {
  const slots = inputsOf(contract, '').flatMap(({ path, schema }) => slotsIn(schema, path))
  expect(slots.length).toBeGreaterThan(120)
  const taken = slots.flatMap(({ path, schema }) => {
    const parse = (value: unknown) => (schema as z.ZodType).safeParse(value)
    const leftOut = parse(undefined)
    return NO_NUMBERS.filter((bad) => {
      const { success, data } = parse(bad)
      return success && typeof data === 'number' && !(leftOut.success && leftOut.data === data)
    }).map((bad) => `${path}: ${JSON.stringify(bad)}`)
  })
  expect(taken).toEqual([])
})

test('a number and its text are the same', () => {
  const Price = numeric({ error: 'number' }).int('number').min(1, 'min').max(9, 'max')
  expect(Price.parse(7)).toBe(7)
  expect(Price.parse(' 7 ')).toBe(7)
  const messageOf = (given: unknown) => Price.safeParse(given).error?.issues.map(({ message }) => message)
  expect([true, 'seven', '', null, 1.5, 0, '10'].map(messageOf)).toEqual([
    ...[['number'], ['number'], ['number'], ['number'], ['number']],
    ...[['min'], ['max']],
  ])
})

/** The input of every call with its name. */
function inputsOf(part: unknown, path: string): Slot[] {
  if (!part || typeof part !== 'object') return []
  const defined = (part as { '~orpc'?: { inputSchema?: z.core.$ZodType } })['~orpc']
  if (defined) return defined.inputSchema ? [{ path, schema: defined.inputSchema }] : []
  return Object.entries(part).flatMap(([name, inner]) => inputsOf(inner, path ? `${path}.${name}` : name))
}

/** Every number in an input, with everything that converts it. */
function slotsIn(schema: z.core.$ZodType, path: string): Slot[] {
  const def = schema._zod.def as Def
  const into = (inner: unknown, name = '') => slotsIn(inner as z.core.$ZodType, path + name)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as object).flatMap(([name, inner]) => into(inner, `.${name}`))
    case 'array':
      return into(def.element, '[]')
    case 'tuple':
      return (def.items as unknown[]).flatMap((item, at) => into(item, `[${at}]`))
    case 'record':
      return into(def.valueType, '{}')
    case 'union':
      return [...numberHere(schema, path), ...(def.options as unknown[]).flatMap((option) => into(option))]
    case 'number':
      return [{ path, schema }]
    case 'pipe':
      return [...numberHere(schema, path), ...into(def.in), ...into(def.out)]
    default:
      return def.innerType ? [...numberHere(schema, path), ...into(def.innerType)] : []
  }
}

/** The schema itself if its output is a number. */
function numberHere(schema: z.core.$ZodType, path: string): Slot[] {
  const { success, data } = (schema as z.ZodType).safeParse(7)
  return success && typeof data === 'number' ? [{ path, schema }] : []
}
