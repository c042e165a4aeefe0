/** The policy's sources for what stands in a page itself. Only what the build made has one, so nothing else runs. */
export interface PageSources {
  scripts: readonly string[]
  styles: readonly string[]
}

/**
 * The Content-Security-Policy of a page.
 * @param banks origins to which a form of this site may lead, beside our own
 * @param services origins that its scripts may ask, beside our own: that of the chat's socket, as older Safari does not
 *   take `'self'` for one of another scheme, and Firebase's where it is configured
 */
export function pagePolicy(
  { scripts, styles }: PageSources,
  banks: readonly string[],
  services: readonly string[],
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...services].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...banks].join(' '),
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The policy of everything that is not a page: it may load and do nothing. */
export const INERT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
