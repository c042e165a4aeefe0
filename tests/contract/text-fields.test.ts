import { expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#app/contract/contract.ts'

type Def = z.core.$ZodTypeDef & Record<string, unknown>
type Leaf = { path: string; schema: z.core.$ZodType }

test('no text of any call accepts a control character or half a surrogate pair', () => {
  const texts = inputsOf(contract, '').flatMap(({ path, schema }) => textsIn(schema, path))
  expect(texts.length).toBeGreaterThan(60)
  const takes = (bad: string) =>
    texts.filter(({ schema }) => (schema as z.ZodType).safeParse(bad).success).map(({ path }) => path)
  expect(takes('1234567\u00008')).toEqual([])
  expect(takes('1234567\u001b8')).toEqual([])
  expect(takes('1234567\ud83d8')).toEqual([])
})

test('no text of any call takes long to be refused, however long it is', () => {
  const texts = inputsOf(contract, '').flatMap(({ path, schema }) => textsIn(schema, path))
  const slow = texts.filter(({ schema }) =>
    ['a', '1', '- '].some((part) => {
      const began = process.cpuUsage()
      ;(schema as z.ZodType).safeParse(`${part.repeat(60_000)}\u0001`)
      return process.cpuUsage(began).user > 300_000
    }),
  )
  expect(slow.map(({ path }) => path)).toEqual([])
})

/** The input of every call with its name. */
function inputsOf(part: unknown, path: string): Leaf[] {
  if (!part || typeof part !== 'object') return []
  const defined = (part as { '~orpc'?: { inputSchema?: z.core.$ZodType } })['~orpc']
  if (defined) return defined.inputSchema ? [{ path, schema: defined.inputSchema }] : []
  return Object.entries(part).flatMap(([name, inner]) => inputsOf(inner, path ? `${path}.${name}` : name))
}

/** Every text in a schema, at any depth. */
function textsIn(schema: z.core.$ZodType, path: string): Leaf[] {
  const def = schema._zod.def as Def
  const into = (inner: unknown, name = '') => textsIn(inner as z.core.$ZodType, path + name)
  switch (def.type) {
    case 'string':
      return [{ path, schema }]
    case 'object':
      return Object.entries(def.shape as object).flatMap(([name, inner]) => into(inner, `.${name}`))
    case 'array':
      return into(def.element, '[]')
    case 'tuple':
      return (def.items as unknown[]).flatMap((item, at) => into(item, `[${at}]`))
    case 'record':
      return [...into(def.keyType, '{key}'), ...into(def.valueType, '{}')]
    case 'union':
      return (def.options as unknown[]).flatMap((option) => into(option))
    case 'pipe':
      return [...into(def.in), ...into(def.out)]
    case 'transform':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'unknown':
    case 'file':
    case 'null':
      return []
    default:
      if (def.innerType) return into(def.innerType)
      throw new Error(`${path}: what is ${def.type}?`)
  }
}
