/** Types that a browser may open; everything else is downloaded. */
const SHOWN = ['image/jpeg', 'image/png']
/** Even if a browser treats a file as a page, nothing in it can run, load or have our origin. */
const FILE_POLICY = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Uploaded files, made harmless: only pictures open in the browser, and nothing is cached in between (decisions.md,
 * "Talking").
 */
export function asHarmlessFile(response: Response): Response {
  const disposition = response.headers.get('content-disposition')
  if (!response.ok || disposition === null) return response
  const type = response.headers.get('content-type') ?? ''
  if (!SHOWN.includes(type)) response.headers.set('content-disposition', disposition.replace(/^inline/, 'attachment'))
  response.headers.set('content-security-policy', FILE_POLICY)
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('cache-control', 'private, no-store')
  return response
}
