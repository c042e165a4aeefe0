import { type RouterContextProvider, redirect } from 'react-router'
import { languageOf, pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { PUSH_FIELD } from '#app/rules/constants.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { flashCookie } from '#app/web/session/cookie/cookies.ts'
import { favouritesCookie } from '#app/web/session/favourites.ts'
import { endHeldCookie } from '#app/web/session/held-booking.ts'
import { endSecretCookies } from '#app/web/session/personal-secrets.ts'
import { goTo, returnPath } from '#app/web/session/require-sign-in.ts'
import { endDraftCookie } from '#app/web/session/resume.ts'
import { endSession, visitContext } from '#app/web/session/visit.ts'
import type { Route } from './+types/logout'

/** It has no page: people sign out by a form. */
export function loader() {
  return redirect('/')
}

/**
 * Signs out, also at the API, and redirects: from a profile page to the home page, otherwise back to the page (§4,
 * "Logout").
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { language, origin } = context.get(siteContext)
  const fields = await request.formData()
  await endOnServer(context, fields)
  endSession(context)
  const path = returnPath(context, fields)
  const isProfile = /^\/profile(?=[/?#]|$)/.test(languageOf(path).rest)
  const flash = flashCookie({ kind: 'success', message: textFor(language, 'login')('signedOut') }, origin)
  const headers = new Headers({ 'set-cookie': flash })
  headers.append('set-cookie', endHeldCookie(origin))
  headers.append('set-cookie', endDraftCookie(origin))
  headers.append('set-cookie', favouritesCookie([], origin))
  for (const ended of endSecretCookies(context)) headers.append('set-cookie', ended)
  return goTo(context, isProfile ? pathIn(language, '/') : path, headers)
}

/**
 * Ends the session and this browser's push registration (§4, "Push registration"); a 404 of the latter is logged as
 * unavailable (§7). A session that has ended already, or an API that does not answer, must not keep anybody signed in
 * on this browser.
 */
async function endOnServer(context: Readonly<RouterContextProvider>, fields: FormData) {
  const accessToken = context.get(visitContext)?.session?.access
  if (!accessToken) return
  const { account, notifications } = apiOf(context, { accessToken })
  const registration_id = fields.get(PUSH_FIELD)
  if (typeof registration_id === 'string' && registration_id !== '')
    await logged(context, 'push', notifications.deactivateToken({ registration_id }))
  await logged(context, 'logout', account.logout())
}

async function logged(context: Readonly<RouterContextProvider>, name: 'push' | 'logout', call: Promise<unknown>) {
  try {
    await call
  } catch (error) {
    const { log, requestId } = context.get(siteContext)
    log(name, { requestId, message: isNotFound(error) ? 'unavailable' : messageOf(error) })
  }
}

/** `apiOf` throws responses instead of some errors (`data(null, { status })`). */
function isNotFound(error: unknown): boolean {
  return (error as { init?: { status?: number } } | null)?.init?.status === 404
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'the API is away'
}
