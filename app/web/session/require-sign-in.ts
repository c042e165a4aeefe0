import { type RouterContextProvider, redirect, redirectDocument } from 'react-router'
import { languageOf, pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import { sitePathOr } from '#app/rules/permitted-address.ts'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, flashCookie } from './cookies.ts'
import { resumeCookie } from './resume.ts'
import { endSession, visitContext } from './visit.ts'

/** Why somebody must sign in (again); keys of `errors.json` (§8, §4). */
export type Reason = 'not_logged_in' | 'login_again'

/**
 * Leads to the sign-in page, which comes back to here; to be thrown. Says why, ends the site's session, and keeps the
 * fields of a form that was sent. Source: §4 "Unauthenticated protected call", §8.
 */
export async function turnAway(context: Readonly<RouterContextProvider>, reason: Reason): Promise<Response> {
  const { language, origin, cookies } = context.get(siteContext)
  if (context.get(visitContext) && cookies.has(COOKIES.session)) endSession(context)
  const answer = await goSignIn(context)
  const message = textFor(language, 'errors')(reason)
  // Nothing went wrong for somebody who has not signed in yet.
  const kind = reason === 'not_logged_in' ? 'info' : 'error'
  answer.headers.append('set-cookie', flashCookie({ kind, message }, origin))
  return answer
}

/** Leads a banned person to the page that says so, and how to object; ends the site's session. */
export function goBanned(context: Readonly<RouterContextProvider>): Response {
  if (context.get(visitContext) && context.get(siteContext).cookies.has(COOKIES.session)) endSession(context)
  return redirect('/banned', 303)
}

/**
 * Leads to the sign-in page because a person chose to, which comes back to here with the fields of the form that was sent.
 * `fromDiscount`: to use a discount code, which is said afterwards (§4).
 */
export async function goSignIn(
  context: Readonly<RouterContextProvider>,
  { fromDiscount = false }: { fromDiscount?: boolean } = {},
): Promise<Response> {
  const { path, headers } = await keepForm(context)
  const from = fromDiscount ? '&from_discount_dialog=on' : ''
  return redirect(`/login?returnUrl=${encodeURIComponent(path)}${from}`, { status: 303, headers })
}

/** Leads to the step of the second factor, and back with the fields of the form that was sent. */
export async function goCheckFactor(context: Readonly<RouterContextProvider>): Promise<Response> {
  const { path, headers } = await keepForm(context)
  return redirect(`/login/factor?returnUrl=${encodeURIComponent(path)}`, { status: 303, headers })
}

/** Leads an operator who needs a second factor to where it is set up. */
export function goSetUpFactor(context: Readonly<RouterContextProvider>): Response {
  const { language, origin } = context.get(siteContext)
  const message = textFor(language, 'errors')('second_factor_required')
  const headers = { 'set-cookie': flashCookie({ kind: 'info', message }, origin) }
  return redirect('/profile/second-factor', { status: 303, headers })
}

/** The address of this request, and the cookie that keeps the form that it brought. */
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

/** An answer that leads to a whole path of this site, in whatever language it is; the router adds its own to others. */
export function goTo(context: Readonly<RouterContextProvider>, path: string, headers?: Headers): Response {
  const { language, origin } = context.get(siteContext)
  const target = languageOf(path)
  if (target.language === language) return redirect(target.rest, { status: 303, headers })
  return redirectDocument(origin + path, { status: 303, headers })
}

/** The address to come back to that a query names: a path of this site which is not about signing in; else home. */
export function returnPath(context: Readonly<RouterContextProvider>, query: URLSearchParams | FormData): string {
  const home = pathIn(context.get(siteContext).language, '/')
  const named = query.get('returnUrl')
  const path = sitePathOr(typeof named === 'string' ? named : null, home)
  return /^\/log(in|out)(?=[/?#.]|$)/.test(languageOf(path).rest) ? home : path
}
