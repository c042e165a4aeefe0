import type { AnyMiddleware } from '@orpc/server'
import { z } from 'zod'
import { PageQuery } from '#app/contract/shapes/shapes.ts'
import { pageAt } from '#app/rules/search/pagination.ts'
import type { ApiContext } from './context.ts'

type List = { count: number; next: string | null; previous: string | null; results: unknown[] }
type Input = Record<string, unknown>

/** A list without pages. */
export function wholeList<Item>(results: Item[]): { count: number; results: Item[] } {
  return { count: results.length, results }
}

/**
 * Adds to every paginated list the addresses of the next and the previous page, with the rest of the query unchanged; a
 * list that is requested by POST takes the same body there again. Source: *ours*; the names are §3's.
 */
export const linkPages: AnyMiddleware = async ({ context, procedure, next }, input: unknown) => {
  const answer = await next()
  const { output } = answer
  if (!isList(output) || output.results.length >= output.count) return answer
  const { path, inputStructure } = procedure['~orpc'].route
  const asked = (input ?? {}) as Input
  const isDetailed = inputStructure === 'detailed'
  const query = ((isDetailed ? asked.query : asked) ?? {}) as Input
  const params = ((isDetailed ? asked.params : asked) ?? {}) as Input
  const { page: requested, size } = pageFields(procedure['~orpc'].inputSchema).parse(query)
  const { page, pages } = pageAt(output, { page: requested, size })
  const addressOf = (number: number) => addressIn(context, path ?? '', { params, query: { ...query, page: number } })
  return {
    ...answer,
    output: {
      ...output,
      next: page < pages ? addressOf(page + 1) : null,
      previous: page > 1 ? addressOf(page - 1) : null,
    },
  }
}

type PageFields = typeof PageQuery
const fieldsOfCalls = new Map<unknown, PageFields>()

/**
 * How a call reads its page and size: some lists have other sizes than most. Kept for each call's input, as zod compiles each new
 * schema when it is first used, which takes longer than the search of a page of results.
 */
function pageFields(input: unknown): PageFields {
  const known = fieldsOfCalls.get(input)
  if (known) return known
  const made = pageFieldsIn(input)
  fieldsOfCalls.set(input, made)
  return made
}

function pageFieldsIn(input: unknown): PageFields {
  const fields = shapeOf(input)
  const own = fields.query ? shapeOf(fields.query) : fields
  return PageQuery.extend({ size: (own.size as typeof PageQuery.shape.size | undefined) ?? PageQuery.shape.size })
}

function shapeOf(schema: unknown): Record<string, unknown> {
  return schema instanceof z.ZodObject ? schema.shape : {}
}

function isList(output: unknown): output is List {
  return (
    typeof output === 'object' && output !== null && 'next' in output && 'previous' in output && 'results' in output
  )
}

function addressIn({ deps }: ApiContext, path: string, { params, query }: { params: Input; query: Input }): string {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const filled = inPath.reduce((at, name) => at.replace(`{${name}}`, encodeURIComponent(String(params[name]))), path)
  const asked = Object.entries(query).filter(([name, value]) => value !== undefined && !inPath.includes(name))
  return `${deps.settings.apiOrigin}/api${filled}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`
}
