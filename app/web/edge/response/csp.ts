/** CSP sources of a page's inline scripts and styles. Only those from the build have one, so nothing else runs. */
export interface PageSources {
  scripts: readonly string[]
  styles: readonly string[]
}

/**
 * The Content-Security-Policy of a page.
 * @param banks origins that forms may redirect to, besides our own
 * @param services origins that scripts may connect to, besides our own: the chat's socket, as older Safari does not
 * apply `'self'` to wss:, and Firebase where it is configured
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

/** The policy of everything that is not a page: it may load and run nothing. */
export const INERT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
