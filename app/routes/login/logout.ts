import { type RouterContextProvider, redirect } from 'react-router'
import { languageOf, pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { flashCookie } from '#app/web/session/cookie/cookies.ts'
import { favouritesCookie } from '#app/web/session/favourites.ts'
import { endHeldCookie } from '#app/web/session/held-booking.ts'
import { goTo, returnPath } from '#app/web/session/require-sign-in.ts'
import { endDraftCookie } from '#app/web/session/resume.ts'
import { endSession, visitContext } from '#app/web/session/visit.ts'
import type { Route } from './+types/logout'

/** Nothing to see here: signing out takes a form. */
export function loader() {
  return redirect('/')
}

/** Signs out, on the server too, and goes on: home from a profile page, else back to where one was (§4, "Logout"). */
export async function action({ context, request }: Route.ActionArgs) {
  const { language, origin } = context.get(siteContext)
  await endOnServer(context)
  endSession(context)
  const path = returnPath(context, await request.formData())
  const isProfile = /^\/profile(?=[/?#]|$)/.test(languageOf(path).rest)
  const flash = flashCookie({ kind: 'success', message: textFor(language, 'login')('signedOut') }, origin)
  const headers = new Headers({ 'set-cookie': flash })
  headers.append('set-cookie', endHeldCookie(origin))
  headers.append('set-cookie', endDraftCookie(origin))
  headers.append('set-cookie', favouritesCookie([], origin))
  return goTo(context, isProfile ? pathIn(language, '/') : path, headers)
}

/** A sign-in that has ended already, or an API that is away, keeps nobody from leaving this browser. */
async function endOnServer(context: Readonly<RouterContextProvider>) {
  const accessToken = context.get(visitContext)?.session?.access
  if (!accessToken) return
  try {
    await apiOf(context, { accessToken }).account.logout()
  } catch (error) {
    const { log, requestId } = context.get(siteContext)
    log('logout', { requestId, message: error instanceof Error ? error.message : 'the API is away' })
  }
}
