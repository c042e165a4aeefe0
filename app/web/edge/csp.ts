import { hash } from 'node:crypto'

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi

/** A page whose marks are taken out, and the policy's sources for what carried one. */
export interface HashedPage {
  html: string
  scripts: string[]
  styles: string[]
}

/**
 * Hashes the inline scripts and styles that carry this render's mark (as their nonce), then takes the mark out. What
 * lacks it was not written by us: it gets no hash, so the browser refuses to run it.
 * @param mark random and unguessable, made anew for each render
 */
export function hashScripts(html: string, mark: string): HashedPage {
  const attribute = ` nonce="${mark}"`
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const [, tag = '', attributes = '', body = ''] of html.matchAll(INLINE)) {
    if (!attributes.includes(attribute) || /\ssrc=/i.test(attributes)) continue
    const sources = tag.toLowerCase() === 'script' ? scripts : styles
    sources.add(`'sha256-${hash('sha256', body, 'base64')}'`)
  }
  return { html: html.replaceAll(attribute, ''), scripts: [...scripts], styles: [...styles] }
}

/**
 * The Content-Security-Policy of a page.
 * @param banks origins to which a form of this site may lead, beside our own
 */
export function pagePolicy(
  { scripts, styles }: Pick<HashedPage, 'scripts' | 'styles'>,
  banks: readonly string[],
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...banks].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The policy of everything that is not a page: it may load and do nothing. */
export const INERT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
