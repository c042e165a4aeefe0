import { createHmac, timingSafeEqual } from 'node:crypto'
import { FORM_TOKEN_FIELD } from '#app/rules/constants.ts'
import { readCookies } from '#app/web/session/cookies.ts'
import { readSession, type Session } from '#app/web/session/session-cookie.ts'

const TOKEN_BYTES = 16

/**
 * What every form of a signed-in person carries (`ui/post-form.tsx`): it stays the same while tokens are refreshed, is
 * another after the next sign-in, and nobody can make it without our secret. Source: quality.md, "Safe"; the way is *ours*.
 */
export function formTokenOf(session: Session, secret: string): string {
  return macOf(session, secret).toString('base64url')
}

/**
 * Whether a form carries the token of the session that comes with it. For requests whose headers do not say where they
 * come from (`same-origin.ts`); those that come from elsewhere have no use of a token.
 */
export function carriesFormToken(
  cookie: string | undefined,
  form: FormData | URLSearchParams | undefined,
  secret: string,
): boolean {
  const session = readSession(readCookies(cookie), secret)
  const token = form?.get(FORM_TOKEN_FIELD)
  if (!session || typeof token !== 'string') return false
  const given = Buffer.from(token, 'base64url')
  return given.length === TOKEN_BYTES && timingSafeEqual(given, macOf(session, secret))
}

function macOf({ id }: Session, secret: string): Buffer {
  const key = createHmac('sha256', secret).update('form token').digest()
  return createHmac('sha256', key).update(id).digest().subarray(0, TOKEN_BYTES)
}
