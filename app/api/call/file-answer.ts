/** Types that a browser may show in place; everything else is saved to a file. */
const SHOWN = ['image/jpeg', 'image/png']
/** Even where a browser takes a file for a page, nothing in it runs, loads or has our origin. */
const FILE_POLICY = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What people uploaded, made harmless: only pictures open in place, nothing is kept in between (decisions.md, "Talking"). */
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
