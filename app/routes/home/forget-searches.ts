import { redirect } from 'react-router'
import { pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { flashCookie } from '#app/web/session/cookie/cookies.ts'
import { goTo } from '#app/web/session/require-sign-in.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/forget-searches'

/** It has no page: searches are forgotten by a form. */
export function loader() {
  return redirect('/')
}

/** Deletes the account's recent searches, and goes to the home page, which listed them. */
export async function action({ context }: Route.ActionArgs) {
  const { language, origin } = context.get(siteContext)
  if (viewerOf(context)) await apiOf(context).account.forgetSearches()
  const flash = flashCookie({ kind: 'success', message: textFor(language, 'search')('recent.cleared') }, origin)
  return goTo(context, pathIn(language, '/'), new Headers({ 'set-cookie': flash }))
}
