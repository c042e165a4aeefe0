import { type RouterContextProvider, redirect } from 'react-router'
import { textFor } from '#app/i18n/texts.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { flashCookie } from '#app/web/session/cookies.ts'

type Context = Readonly<RouterContextProvider>

/** The words of the desk in the page's language. */
export function deskText(context: Context) {
  return textFor(context.get(siteContext).language, 'operator')
}

/** What is said of a page: nobody but operators sees it. */
export function deskMeta(context: Context, title: string) {
  return { title, description: deskText(context)('description') }
}

/** On to a page of the desk, with a message about what was done. */
export function goOn(context: Context, path: string, message: string, kind: 'success' | 'warning' = 'success') {
  const { origin } = context.get(siteContext)
  return redirect(path, { status: 303, headers: { 'set-cookie': flashCookie({ kind, message }, origin) } })
}
