/**
 * The one address of a page where the given one is another spelling of it: without doubled slashes, without a trailing
 * slash, and without `/fa`, as Persian has no prefix. The query stays as it is.
 * Returns undefined where the address is already the one. Both slash forms of the API's addresses are right.
 * @param target path and query as written in the request line
 */
export function canonicalAddress(target: string): string | undefined {
  const end = target.search(/[?#]/)
  const path = end < 0 ? target : target.slice(0, end)
  // First of all: what is left of "//evil.example" must never be read as another host.
  let canonical = path.replace(/[\\/]{2,}|\\/g, '/')
  while (/^\/fa(\/|$)/.test(canonical)) canonical = canonical.slice('/fa'.length) || '/'
  const isApi = canonical === '/api' || canonical.startsWith('/api/')
  if (!isApi && canonical.length > 1) canonical = canonical.replace(/\/$/, '')
  return canonical === path ? undefined : canonical + (end < 0 ? '' : target.slice(end))
}
