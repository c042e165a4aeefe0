/** Reads the text of a query parameter; `undefined` stands for a missing one. */
export type Filter<Value> = (given: string | undefined) => Value

type Filters = Record<string, Filter<string | number | undefined>>
/** The values of a list's filters, as its address has them. */
export type FilterValues<Of extends Filters> = { [Name in keyof Of]: ReturnType<Of[Name]> }

/** A paginated list: its address, its page size and its filters. */
export interface List<Values extends object = object> {
  /** Without the language, as in `href`. */
  path: string
  /** Results on a page: both the size that the call is asked for and the one that the pager counts by. */
  size: number
  /** The names of its query parameters, for the page's handle. */
  query: string[]
  /** The input of the list's call, as an address has it. */
  asked(query: URLSearchParams): Values & { page: number; size: number }
  /** The address of one of its pages, without parameters that have their default value. */
  href(values: Partial<Values>, page?: number): string
}

/**
 * Defines a list once for its loader, its call, its filters and its pager: `const PAYMENTS =
 * listAt('/operator/payments', { size: 25, filters: { status: oneOf(PAYMENT_STATUSES) } })`.
 */
export function listAt<Of extends Filters = Record<never, never>>(
  path: string,
  { size, filters }: { size: number; filters?: Of },
): List<FilterValues<Of>> {
  const known = Object.entries<Filter<string | number | undefined>>(filters ?? {})
  return {
    path,
    size,
    query: [...known.map(([name]) => name), 'page'],
    asked(query) {
      const values = known.map(([name, filter]) => [name, filter(query.get(name) ?? undefined)])
      return { ...(Object.fromEntries(values) as FilterValues<Of>), page: pageIn(query), size }
    },
    href(values, page = 1) {
      const query = new URLSearchParams()
      const given = values as Record<string, string | number | undefined>
      for (const [name, filter] of known) {
        const value = given[name]
        if (value !== undefined && value !== filter(undefined)) query.set(name, String(value))
      }
      if (page > 1) query.set('page', String(page))
      return query.size > 0 ? `${path}?${query}` : path
    },
  }
}

/** The page number of an address; 1 where it is missing or invalid. */
function pageIn(query: URLSearchParams): number {
  const named = query.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(named) ? Number(named) : 1
}

/** A filter that takes one of these values; anything else in the address reads as `otherwise`. */
export function oneOf<const Value extends string>(values: readonly Value[]): Filter<Value | undefined>
export function oneOf<const Value extends string>(values: readonly Value[], otherwise: NoInfer<Value>): Filter<Value>
export function oneOf(values: readonly string[], otherwise?: string): Filter<string | undefined> {
  return (given) => values.find((value) => value === given) ?? otherwise
}

/** A filter of free text, cut to `longest` characters. */
export function words(longest: number): Filter<string | undefined> {
  return (given) => given?.trim().slice(0, longest) || undefined
}
