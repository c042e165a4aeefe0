import { createHmac, timingSafeEqual } from 'node:crypto'
import { FORM_TOKEN_FIELD } from '#app/rules/constants.ts'
import { readCookies } from '#app/web/session/cookie/cookies.ts'
import { readSession, type Session } from '#app/web/session/cookie/session-cookie.ts'

const TOKEN_BYTES = 16

/**
 * The CSRF token in every form of a signed-in person (`ui/form/post-form.tsx`): an HMAC of the sign-in, constant while
 * access tokens are refreshed. Source: quality.md, "Safe"; the method is *ours*.
 */
export function formTokenOf(session: Session, secret: string): string {
  return macOf(session, secret).toString('base64url')
}

/**
 * Whether a form carries the token of its session. Only needed for requests whose headers don't show their origin
 * (`same-origin.ts`).
 */
export function carriesFormToken(
  cookie: string | undefined,
  form: FormData | URLSearchParams | undefined,
  { secret, origin }: { secret: string; origin: string },
): boolean {
  const session = readSession(readCookies(cookie, origin), secret)
  const token = form?.get(FORM_TOKEN_FIELD)
  if (!session || typeof token !== 'string') return false
  const given = Buffer.from(token, 'base64url')
  return given.length === TOKEN_BYTES && timingSafeEqual(given, macOf(session, secret))
}

function macOf({ id }: Session, secret: string): Buffer {
  const key = createHmac('sha256', secret).update('form token').digest()
  return createHmac('sha256', key).update(id).digest().subarray(0, TOKEN_BYTES)
}
