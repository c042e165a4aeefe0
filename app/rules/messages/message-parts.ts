import { readMapLink } from '#app/rules/map/map-link.ts'
import type { LatLng } from '#app/rules/map/mercator.ts'

/** A part of a message: plain text or a link. A link to a place carries its coordinates. */
export type MessagePart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'place'; text: string; href: string; place: LatLng }

/** One place: an address with a scheme, one that begins with www, an e-mail address, or `geo:` degrees. */
const LINK =
  /\bhttps?:\/\/[^\s<>"'«»]{1,2000}|\bwww\.[^\s<>"'«»]{1,2000}|\bgeo:-?\d[\d.,;=?&%\w+-]{0,200}|[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}/gi
/** Punctuation that ends a sentence and not a URL. */
const TRAILING = /[.,:;!?،؛؟…*]+$/

/**
 * Splits a message into text and links, alike on the server and in the browser. Only addresses that the reader sees
 * become links: web addresses, e-mail addresses and places; everything else stays text (§5).
 */
export function messageParts(text: string): MessagePart[] {
  const parts: MessagePart[] = []
  let end = 0
  for (const match of text.matchAll(LINK)) {
    const shown = withoutEnding(match[0])
    const href = hrefOf(shown)
    if (!href) continue
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    const place = readMapLink(href)
    parts.push(place ? { kind: 'place', text: shown, href, place } : { kind: 'link', text: shown, href })
    end = match.index + shown.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/** Without a full stop behind it, and without a bracket that was opened before it. */
function withoutEnding(found: string): string {
  const shown = found.replace(TRAILING, '')
  const isOpened = shown.endsWith(')') && !shown.includes('(')
  return isOpened ? withoutEnding(shown.slice(0, -1)) : shown
}

function hrefOf(shown: string): string | undefined {
  if (/^geo:/i.test(shown)) return readMapLink(shown) ? shown : undefined
  if (/^[^/:]+@[^/]+$/.test(shown) && !/^www\./i.test(shown)) return `mailto:${shown}`
  const address = /^www\./i.test(shown) ? `https://${shown}` : shown
  if (!URL.canParse(address)) return undefined
  const { hostname, port } = new URL(address)
  // The demonstration runs on localhost.
  return hostname.includes('.') || (hostname === 'localhost' && port) ? address : undefined
}
