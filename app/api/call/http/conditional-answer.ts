import { hash } from 'node:crypto'
import { KEPT_SECONDS } from '#app/rules/constants.ts'
import { matchesTag } from '#app/rules/text/entity-tag.ts'

/** Length of an ETag: 132 bits, which no two answers share. */
const TAG_LENGTH = 22
const KEPT = {
  'cache-control': `public, max-age=${KEPT_SECONDS}`,
  vary: 'Accept-Language, Accept-Encoding, Origin',
}
const OWN = { 'cache-control': 'private, no-cache', vary: 'Accept-Language, Accept-Encoding, Authorization, Origin' }

/**
 * The answer of a read with its ETag, and 304 without a body to a caller who has the same already (If-None-Match); files and
 * errors stay as they are. The tag is weak, as an answer is compressed in several ways. Source: RFC 9110, §8.8 and §13.1.
 * @param isKept whether caches in between may keep it
 */
export async function asConditional(request: Request, response: Response, isKept: boolean): Promise<Response> {
  const { method } = request
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead || response.status !== 200 || response.headers.has('content-disposition')) return response
  const body = await response.text()
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(isKept ? KEPT : OWN)) if (!headers.has(name)) headers.set(name, value)
  const tag = `W/"${hash('sha256', body, 'base64url').slice(0, TAG_LENGTH)}"`
  headers.set('etag', tag)
  const known = request.headers.get('if-none-match')
  if (known === null || !matchesTag(known, tag)) return new Response(method === 'HEAD' ? null : body, { headers })
  for (const name of ['content-type', 'content-length']) headers.delete(name)
  return new Response(null, { status: 304, headers })
}
