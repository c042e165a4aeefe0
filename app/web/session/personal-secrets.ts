import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, writeCookie } from './cookie/cookies.ts'

/** Cookies of one sign-in, which others cannot read: new recovery codes, and a change that waits for its code. */
const SECRETS = [COOKIES.recovery, COOKIES.accountCode]

/** The `Set-Cookie` values that remove them, so that nothing of one person stays on the browser of the next. */
export function endSecretCookies(context: Readonly<RouterContextProvider>): string[] {
  const { cookies, origin } = context.get(siteContext)
  return SECRETS.filter((name) => cookies.has(name)).map((name) => writeCookie(name, '', { origin, seconds: 0 }))
}
