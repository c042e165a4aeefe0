import { createHmac, timingSafeEqual } from 'node:crypto'
import { FORM_TOKEN_FIELD } from '#app/rules/constants.ts'
import { readCookies } from '#app/web/session/cookies.ts'
import { readSession, type Session } from '#app/web/session/session-cookie.ts'

const TOKEN_BYTES = 16
/** How much of a body is read for its token: all of a common form, and of one with a picture the first fields. */
const START_BYTES = 64_000
const IN_MULTIPART = new RegExp(`name="${FORM_TOKEN_FIELD}"[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n([\\w-]*)\r\n`)

/**
 * What every form of a signed-in person carries (`ui/post-form.tsx`): it stays the same while tokens are refreshed, is
 * another after the next sign-in, and nobody can make it without our secret. Source: quality.md, "Safe"; the way is *ours*.
 */
export function formTokenOf(session: Session, secret: string): string {
  return macOf(session, secret).toString('base64url')
}

/**
 * Whether a form carries the token of the session that comes with it. Its body remains to be read. For requests that
 * tell nothing about where they come from (`same-origin.ts`); those that come from elsewhere have no use of a token.
 */
export async function carriesFormToken(request: Request, secret: string): Promise<boolean> {
  const session = readSession(readCookies(request.headers.get('cookie')), secret)
  const type = request.headers.get('content-type') ?? ''
  if (!session || !/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return false
  const start = await startOf(request)
  const token = /^multipart/i.test(type)
    ? IN_MULTIPART.exec(start)?.[1]
    : new URLSearchParams(start).get(FORM_TOKEN_FIELD)
  const given = Buffer.from(token ?? '', 'base64url')
  return given.length === TOKEN_BYTES && timingSafeEqual(given, macOf(session, secret))
}

function macOf({ id }: Session, secret: string): Buffer {
  const key = createHmac('sha256', secret).update('form token').digest()
  return createHmac('sha256', key).update(id).digest().subarray(0, TOKEN_BYTES)
}

async function startOf(request: Request): Promise<string> {
  const reader = request.clone().body?.getReader()
  const pieces: Uint8Array[] = []
  let bytes = 0
  while (reader && bytes < START_BYTES) {
    // Who leaves in the middle has sent what came until then.
    const { value } = await reader.read().catch(() => ({ value: undefined }))
    if (!value) break
    pieces.push(value)
    bytes += value.length
  }
  // Not waited for: it ends when the request itself has been read, and without it all of a picture would be kept twice.
  reader?.cancel().catch(() => {})
  return Buffer.concat(pieces).toString('latin1')
}
