import { parse } from '@formatjs/icu-messageformat-parser'
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'

export type { CompiledMessage }

/** One area's messages in one language: dotted key → compiled message. */
export type CompiledArea = Record<string, CompiledMessage>

/** The type of a placeholder's value. */
export type PlaceholderKind = 'text' | 'number' | 'date' | 'tag'

/**
 * Compiles one ICU message for the small formatter of `format-message.ts`. Throws for plural `offset` and number
 * `scale`, which that formatter does not support.
 */
export function compileMessage(message: string): CompiledMessage {
  refuseUnsupported(parse(message))
  return withoutRepeats(resolveNamedStyles(compile(message))) as CompiledMessage
}

/** Compiles a whole file of messages; nested objects become dotted keys. Throws an Error that names the invalid key. */
export function compileArea(file: object): CompiledArea {
  return Object.fromEntries(
    flatten(file).map(([key, message]) => {
      try {
        return [key, compileMessage(message)]
      } catch (error) {
        throw new Error(`message "${key}": ${error instanceof Error ? error.message : error}`)
      }
    }),
  )
}

/** The pairs of dotted key and message in a file of `locales/`. Throws where a value is neither text nor an object. */
export function flatten(file: object, prefix = ''): [key: string, message: string][] {
  return Object.entries(file).flatMap(([name, value]): [string, string][] => {
    const key = prefix + name
    if (typeof value === 'string') return [[key, value]]
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return flatten(value, `${key}.`)
    throw new Error(`message "${key}" is not a text`)
  })
}

/** The placeholders of a message with their types; of a placeholder used twice, the narrower type. */
export function placeholdersOf(message: string): Map<string, PlaceholderKind> {
  const found = new Map<string, PlaceholderKind>()
  collect(parse(message), found)
  return found
}

// The parser's node types, as its own enum numbers them.
const LITERAL = 0
const NUMBER = 2
const DATE = 3
const TIME = 4
const PLURAL = 6
const POUND = 7
const TAG = 8

interface Node {
  type: number
  value?: unknown
  offset?: number
  style?: unknown
  options?: Record<string, { value: Node[] }>
  children?: Node[]
}

function collect(nodes: readonly unknown[], found: Map<string, PlaceholderKind>) {
  for (const node of nodes as Node[]) {
    if (node.type === LITERAL || node.type === POUND) continue
    const kind = kindOf(node.type)
    const name = String(node.value)
    if (kind !== 'text' || !found.has(name)) found.set(name, kind)
    for (const option of Object.values(node.options ?? {})) collect(option.value, found)
    if (node.children) collect(node.children, found)
  }
}

function kindOf(type: number): PlaceholderKind {
  if (type === NUMBER || type === PLURAL) return 'number'
  if (type === DATE || type === TIME) return 'date'
  return type === TAG ? 'tag' : 'text'
}

function refuseUnsupported(nodes: readonly unknown[]) {
  for (const node of nodes as Node[]) {
    if (node.offset) throw new Error('a plural offset is not supported')
    const style = node.style as { parsedOptions?: { scale?: number } } | null | undefined
    if (style?.parsedOptions?.scale) throw new Error('a number scale is not supported')
    for (const option of Object.values(node.options ?? {})) refuseUnsupported(option.value)
    if (node.children) refuseUnsupported(node.children)
  }
}

// icu-minify's node numbers, and the named styles that the standard's reference gives them.
const NAMED_STYLES: Record<number, Record<string, object>> = {
  4: {
    integer: { maximumFractionDigits: 0 },
    currency: { style: 'currency' },
    percent: { style: 'percent' },
  },
  5: {
    short: { month: 'numeric', day: 'numeric', year: '2-digit' },
    medium: { month: 'short', day: 'numeric', year: 'numeric' },
    long: { month: 'long', day: 'numeric', year: 'numeric' },
    full: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  },
  6: {
    short: { hour: 'numeric', minute: 'numeric' },
    medium: { hour: 'numeric', minute: 'numeric', second: 'numeric' },
    long: { hour: 'numeric', minute: 'numeric', second: 'numeric', timeZoneName: 'short' },
    full: { hour: 'numeric', minute: 'numeric', second: 'numeric', timeZoneName: 'short' },
  },
}
const TIME_NODE = 6

/** icu-minify keeps named styles by name; resolving them here spares the formatter a table of names. */
function resolveNamedStyles(node: unknown): unknown {
  if (!Array.isArray(node)) {
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, resolveNamedStyles(value)]))
  }
  const [name, type, style] = node
  const styles = typeof name === 'string' && typeof type === 'number' ? NAMED_STYLES[type] : undefined
  if (!styles) return node.map(resolveNamedStyles)
  const named = style ?? (type === TIME_NODE ? 'medium' : undefined)
  const options = typeof named === 'string' ? styles[named] : named
  return options === undefined ? node : [name, type, options]
}

/**
 * Leaves out the cases of a plural or a choice that say the same as `other`, which the formatter takes for a missing case. Exact
 * numbers (`=1`) stay: they come before the categories.
 */
function withoutRepeats(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutRepeats)
  if (node === null || typeof node !== 'object' || !('other' in node)) return node
  const other = JSON.stringify(node.other)
  const differs = ([name, text]: [string, unknown]) => /^(other$|=)/.test(name) || JSON.stringify(text) !== other
  const cases = Object.entries(node).filter(differs)
  return Object.fromEntries(cases.map(([name, text]) => [name, withoutRepeats(text)]))
}
