/** Types that browsers may display; all others are downloads. */
const SHOWN = ['image/jpeg', 'image/png']
/** Even if a browser renders the file as a page, nothing in it runs, loads or has our origin. */
const POLICY = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * `return fileAnswer(file)` in a loader: an uploaded file, made harmless (decisions.md, "Talking"), never in shared
 * caches; in the browser's cache for `keepSeconds`.
 */
export function fileAnswer(file: File, { keepSeconds }: { keepSeconds?: number } = {}): Response {
  const place = SHOWN.includes(file.type) ? 'inline' : 'attachment'
  return new Response(file, {
    headers: {
      'content-type': file.type,
      'content-length': String(file.size),
      'content-disposition': `${place}; filename*=UTF-8''${encodeHeaderValue(file.name)}`,
      'content-security-policy': POLICY,
      'cache-control': keepSeconds ? `private, max-age=${keepSeconds}, immutable` : 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  })
}

/** Source: RFC 8187. */
function encodeHeaderValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
