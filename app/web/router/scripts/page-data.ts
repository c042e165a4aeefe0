/** The block of a page's data (`page-scripts.server.ts`). */
export const DATA_ID = 'page-data'
/** The block's attribute if its text is in the router's own format. */
export const ENCODED = 'data-encoded'

/** JSON of a value that JSON represents exactly, except for undefined properties; undefined for any other value. */
export function plainJson(value: unknown): string | undefined {
  return isPlain(value) ? JSON.stringify(value) : undefined
}

function isPlain(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean'
  if (Array.isArray(value)) return value.every((item) => item !== undefined && isPlain(item))
  if (!(isRecord(value) && !('toJSON' in value))) return false
  for (const name in value) if (!isPlain(value[name])) return false
  return true
}

function isRecord(value: object): value is Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The page's data as the router reads them: a stream in its own format. */
export function pageStream(block: Element): ReadableStream | null {
  const text = block.textContent ?? ''
  return new Response(block.hasAttribute(ENCODED) ? text : routerFormat(JSON.parse(text))).body
}

const NULL = -5

/**
 * React Router's format of a plain value: a list of all values, in which arrays and objects refer to their parts by
 * index. Source: turbo-stream, by which the router reads what its server writes.
 */
function routerFormat(value: unknown): string {
  const values: unknown[] = []
  const put = (part: unknown): number => {
    if (part === null) return NULL
    const place = values.push(part) - 1
    if (Array.isArray(part)) values[place] = part.map(put)
    else if (typeof part === 'object') {
      values[place] = Object.fromEntries(Object.entries(part as object).map(([name, at]) => [`_${put(name)}`, put(at)]))
    }
    return place
  }
  put(value)
  return `${JSON.stringify(values)}\n`
}
