import { type RouterContextProvider, redirect } from 'react-router'
import { siteContext } from '#app/web/page/context.ts'
import { type Flash, flashCookie } from '#app/web/session/cookie/cookies.ts'

/** Redirects to a page with a flash message about the result. */
export function goOn(
  context: Readonly<RouterContextProvider>,
  path: string,
  message: string,
  kind: Flash['kind'] = 'success',
) {
  const { origin } = context.get(siteContext)
  return redirect(path, { status: 303, headers: { 'set-cookie': flashCookie({ kind, message }, origin) } })
}
