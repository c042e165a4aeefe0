import { LRUCache } from 'lru-cache'

const MAX_KNOWN_PATHS = 5_000

/** The query parameters that a page reads; undefined where it reads all. */
export type QueryOfPage = (pathname: string) => ReadonlySet<string> | undefined

/**
 * Returns a function that drops the query parameters that a page does not read (`utm_source`, `gclid`, random ones), so
 * that these addresses share one cached page. The others are left unchanged.
 */
export function createQueryFilter(queryOfPage: QueryOfPage): (target: string) => string {
  const known = new LRUCache<string, { names: ReadonlySet<string> | undefined }>({ max: MAX_KNOWN_PATHS })
  const namesAt = (pathname: string) => {
    const remembered = known.get(pathname)
    if (remembered) return remembered.names
    const names = queryOfPage(pathname)
    known.set(pathname, { names })
    return names
  }
  return (target) => {
    const end = target.indexOf('?')
    if (end < 0) return target
    const pathname = target.slice(0, end)
    const names = namesAt(pathname)
    if (!names) return target
    const kept = target
      .slice(end + 1)
      .split('&')
      .filter((pair) => names.has(nameOf(pair)))
    return kept.length > 0 ? `${pathname}?${kept.join('&')}` : pathname
  }
}

function nameOf(pair: string): string {
  const equals = pair.indexOf('=')
  const name = equals < 0 ? pair : pair.slice(0, equals)
  if (!/[%+]/.test(name)) return name
  return new URLSearchParams(pair).keys().next().value ?? ''
}
