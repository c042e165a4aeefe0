const LONGEST_PATH = 2000
const CONTROL_OR_SPACE = /[\p{Cc}\s]/u

/**
 * Whether a `returnUrl` is a path of this site, so that it can't be used for an open redirect: it begins with one
 * slash, has no `//` before the query, no backslash (browsers read it as a slash), no control characters and no spaces.
 * Source: decisions.md, "Paying".
 */
export function isSitePath(text: string): boolean {
  const path = text.split(/[?#]/, 1)[0] ?? ''
  return (
    text.length <= LONGEST_PATH &&
    path.startsWith('/') &&
    !path.includes('//') &&
    !text.includes('\\') &&
    !CONTROL_OR_SPACE.test(text)
  )
}

/**
 * A `returnUrl` if it is a path of this site, else the fallback. The result is percent-encoded, as the header
 * `Location` is ASCII only; the input may be `/city/کیش` in either form.
 */
export function sitePathOr(text: string | null | undefined, fallback: string): string {
  if (!text || !isSitePath(text)) return fallback
  const { pathname, search, hash } = new URL(text, 'http://site.invalid')
  return pathname + search + hash
}

/**
 * Whether a `call_back_url` may be called back: an address of this site, or one under an address of the list (an origin,
 * or an origin and a first part of the path; an app's own scheme is allowed there). Source: decisions.md, "Paying".
 */
export function isPermittedCallback(text: string, origin: string, permitted: readonly string[]): boolean {
  if (text.includes('\\') || CONTROL_OR_SPACE.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  return [origin, ...permitted].some((address) => isUnder(url, address))
}

function isUnder(url: URL, address: string): boolean {
  if (!URL.canParse(address)) return false
  const base = new URL(address)
  if (url.protocol !== base.protocol || url.host !== base.host || base.host === '') return false
  const path = base.pathname.replace(/\/$/, '')
  return url.pathname === path || url.pathname.startsWith(`${path}/`)
}
