/** Types that a browser shows in place; everything else is saved to a file. */
const SHOWN = ['image/jpeg', 'image/png']
/** Even where a browser takes a file for a page, nothing in it runs, loads or has our origin. */
const POLICY = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `return fileAnswer(file)` in a loader: what a person uploaded, for those alone who may see it, and harmless (decisions.md, "Talking"); their browser keeps it where that is said. */
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
