import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, writeCookie } from './cookie/cookies.ts'

/** Cookies of one person's account that name nobody: new recovery codes, and a change that waits for its code. */
const SECRETS = [COOKIES.recovery, COOKIES.accountCode]

/** The `Set-Cookie` values that remove them, so that the next person on this browser does not get them. */
export function endSecretCookies(context: Readonly<RouterContextProvider>): string[] {
  const { cookies, origin } = context.get(siteContext)
  return SECRETS.filter((name) => cookies.has(name)).map((name) => writeCookie(name, '', { origin, seconds: 0 }))
}
