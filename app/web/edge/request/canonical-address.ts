/**
 * The canonical form of an address: without doubled slashes, trailing slash and `/fa` (Persian has no prefix), the
 * query unchanged. Undefined where it is canonical already. Addresses of the API are canonical with and without the
 * slash.
 * @param target path and query as written in the request line
 */
export function canonicalAddress(target: string): string | undefined {
  const end = target.search(/[?#]/)
  const path = end < 0 ? target : target.slice(0, end)
  // This comes first: the rest of "//evil.example" must never be read as another host.
  let canonical = path.replace(/[\\/]{2,}|\\/g, '/')
  while (/^\/fa(\/|$)/.test(canonical)) canonical = canonical.slice('/fa'.length) || '/'
  const isApi = canonical === '/api' || canonical.startsWith('/api/')
  if (!isApi && canonical.length > 1) canonical = canonical.replace(/\/$/, '')
  return canonical === path ? undefined : canonical + (end < 0 ? '' : target.slice(end))
}
