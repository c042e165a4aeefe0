import { type RouterContextProvider, redirect } from 'react-router'
import { siteContext } from '#app/web/page/context.ts'
import { flashCookie } from '#app/web/session/cookies.ts'

/** On to a page with a message about the result. */
export function goOn(context: Readonly<RouterContextProvider>, path: string, message: string) {
  const { origin } = context.get(siteContext)
  const headers = { 'set-cookie': flashCookie({ kind: 'success', message }, origin) }
  return redirect(path, { status: 303, headers })
}
