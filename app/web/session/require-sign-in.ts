import { type RouterContextProvider, redirect, redirectDocument } from 'react-router'
import { languageOf, pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { sitePathOr } from '#app/rules/access/permitted-address.ts'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, flashCookie } from './cookie/cookies.ts'
import { resumeCookie } from './resume.ts'
import { endSession, visitContext } from './visit.ts'

/** Why somebody must sign in (again); keys of `errors.json` (§8, §4). */
export type Reason = 'not_logged_in' | 'login_again'

/**
 * A redirect to the sign-in page and back, to be thrown. Shows the reason, ends the session, and keeps the fields of a
 * submitted form. Source: §4 "Unauthenticated protected call", §8.
 */
export async function redirectToSignIn(context: Readonly<RouterContextProvider>, reason: Reason): Promise<Response> {
  const { language, origin, cookies } = context.get(siteContext)
  if (context.get(visitContext) && cookies.has(COOKIES.session)) endSession(context)
  const answer = await redirectToChosenSignIn(context)
  const message = textFor(language, 'errors')(reason)
  // For somebody who has not signed in yet this is no error.
  const kind = reason === 'not_logged_in' ? 'info' : 'error'
  answer.headers.append('set-cookie', flashCookie({ kind, message }, origin))
  return answer
}

/** A redirect for banned people to the page about the ban and how to object. Ends the session. */
export function redirectToBan(context: Readonly<RouterContextProvider>): Response {
  if (context.get(visitContext) && context.get(siteContext).cookies.has(COOKIES.session)) endSession(context)
  return redirect('/banned', 303)
}

/**
 * A redirect for people who chose to sign in; afterwards they return here with the fields of the submitted form.
 * `fromDiscount`: they want to use a discount code, which a message mentions afterwards (§4).
 */
export async function redirectToChosenSignIn(
  context: Readonly<RouterContextProvider>,
  { fromDiscount = false }: { fromDiscount?: boolean } = {},
): Promise<Response> {
  const { path, headers } = await keepForm(context)
  const from = fromDiscount ? '&from_discount_dialog=on' : ''
  return redirect(`/login?returnUrl=${encodeURIComponent(path)}${from}`, { status: 303, headers })
}

/** A redirect to the second factor's step and back, with the fields of the submitted form. */
export async function redirectToFactorCheck(context: Readonly<RouterContextProvider>): Promise<Response> {
  const { path, headers } = await keepForm(context)
  return redirect(`/login/factor?returnUrl=${encodeURIComponent(path)}`, { status: 303, headers })
}

/** A redirect for operators without a second factor to its setup. */
export function redirectToFactorSetup(context: Readonly<RouterContextProvider>): Response {
  const { language, origin } = context.get(siteContext)
  const message = textFor(language, 'errors')('second_factor_required')
  const headers = { 'set-cookie': flashCookie({ kind: 'info', message }, origin) }
  return redirect('/profile/second-factor', { status: 303, headers })
}

/** The address of this request, and the cookie with its submitted form. */
async function keepForm(context: Readonly<RouterContextProvider>): Promise<{ path: string; headers: Headers }> {
  const { language, origin, config } = context.get(siteContext)
  const visit = context.get(visitContext)
  const path = visit ? visit.url.pathname + visit.url.search : pathIn(language, '/')
  const headers = new Headers()
  const fields = await visit?.typed()
  const kept = fields && resumeCookie({ path, fields, phone: visit?.phone }, { secret: config.sessionSecret, origin })
  if (kept) headers.append('set-cookie', kept)
  return { path, headers }
}

/** A redirect to a path that includes its language; React Router's `redirect` would add the current language. */
export function goTo(context: Readonly<RouterContextProvider>, path: string, headers?: Headers): Response {
  const { language, origin } = context.get(siteContext)
  const target = languageOf(path)
  if (target.language === language) return redirect(target.rest, { status: 303, headers })
  return redirectDocument(origin + path, { status: 303, headers })
}

/** The address to return to from a query: a path of this site other than the sign-in pages, otherwise the home page. */
export function returnPath(context: Readonly<RouterContextProvider>, query: URLSearchParams | FormData): string {
  const home = pathIn(context.get(siteContext).language, '/')
  const named = query.get('returnUrl')
  const path = sitePathOr(typeof named === 'string' ? named : null, home)
  return /^\/log(in|out)(?=[/?#.]|$)/.test(languageOf(path).rest) ? home : path
}
