import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { CURRENCY_IDS, FORM_TOKEN_FIELD } from '#app/rules/constants.ts'
import { apiDoorContext, callerOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { isAccepted, isOver } from './accepted-session.ts'
import { COOKIES, isPersonal, writtenCookie } from './cookie/cookies.ts'
import {
  endSessionCookie,
  personOf,
  readSession,
  type Session,
  type SignedInPerson,
  sessionCookie,
  withTokens,
} from './cookie/session-cookie.ts'
import { pageCurrency } from './currency.ts'
import { redirectToSignIn } from './require-sign-in.ts'
import { type Visit, visitContext } from './visit.ts'

/** Tokens that expire sooner are refreshed first, as a page may take a while. */
const MARGIN_MS = 60_000
/** Longer forms are not kept when the person has to sign in first. */
const TYPED_BYTES = 64_000

/**
 * The root's middleware: identifies the person, refreshes an expired access token and writes the cookie if it changed.
 * It covers pages, data requests and resource routes. An ended session is removed, and the request continues as a
 * visitor's. Source: decisions.md, "Identity and access".
 */
export const keepSession: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const { cookies, config, origin, language, written } = context.get(siteContext)
  const secret = config.sessionSecret
  const known = readSession(cookies, secret)
  const fresh =
    known &&
    (await freshSession(context, known, CURRENCY_IDS[pageCurrency({ query: url.searchParams, cookies, language })]))
  // New tokens are valid; for others the API is asked whether the sign-in still exists. Not for forms: their own call
  // fails with 401, which keeps the form for the next sign-in; it must not continue as a visitor's.
  const isShown = request.method === 'GET' && fresh === known
  const session = fresh && isShown && !(await isAccepted(context, fresh)) ? undefined : fresh
  const visit: Visit = {
    session,
    phone: known?.person.phone,
    isChanged: cookies.has(COOKIES.session) && (session !== known || !known),
    url: withoutRouterParts(url),
    typed: typedIn(request),
  }
  context.set(visitContext, visit)

  const response = await next()
  if (visit.isChanged) {
    const cookie = visit.session ? sessionCookie(visit.session, { secret, origin }) : endSessionCookie(origin)
    response.headers.append('set-cookie', cookie)
  }
  const position = written?.position
  const hasWritten = position !== undefined && position !== cookies.get(COOKIES.written)
  if (hasWritten) response.headers.append('set-cookie', writtenCookie(position, origin))
  if (visit.isChanged || hasWritten || isPersonal(cookies)) response.headers.set('cache-control', 'private, no-store')
  return response
}

/**
 * Guards a page or action that needs a signed-in person: `const person = await requirePerson(context)`. Redirects
 * others to the sign-in page and back, with what they had typed (§6).
 */
export async function requirePerson(context: Readonly<RouterContextProvider>): Promise<SignedInPerson> {
  const session = context.get(visitContext)?.session
  if (!session) throw await redirectToSignIn(context, 'not_logged_in')
  return session.person
}

/**
 * The session with a token that is valid long enough; undefined where the sign-in has ended.
 * @param currency the id of the page's currency, which the call of the profile carries
 */
function freshSession(
  context: Readonly<RouterContextProvider>,
  session: Session,
  currency: number,
): Promise<Session | undefined> {
  if (session.ends - MARGIN_MS > Date.now()) return Promise.resolve(session)
  const known = flights.get(session.refresh)
  if (known) return known
  const flight = refreshed(context, session, currency).finally(() => flights.delete(session.refresh))
  flights.set(session.refresh, flight)
  return flight
}

/** One refresh at a time per token. For 30 s the API gives the same answer to later requests with the old token. */
const flights = new Map<string, Promise<Session | undefined>>()

async function refreshed(
  context: Readonly<RouterContextProvider>,
  session: Session,
  currency: number,
): Promise<Session | undefined> {
  const door = context.get(apiDoorContext)
  let changed: Session
  try {
    const tokens = await door(callerOf(context)).account.token({ refresh: session.refresh })
    if (!('access' in tokens)) return undefined
    changed = withTokens(session, tokens)
  } catch (error) {
    // If the API can't be reached, continue with the old token while it is valid.
    return isOver(error) ? undefined : session
  }
  try {
    const profile = await door({ ...callerOf(context), accessToken: changed.access }).account.profile({ currency })
    return { ...changed, person: personOf(profile) }
  } catch (error) {
    // The old tokens are invalid now: whatever fails later, the new ones must get into the cookie.
    return isOver(error) ? undefined : changed
  }
}

function withoutRouterParts(url: URL): URL {
  const plain = new URL(url)
  plain.searchParams.delete('_routes')
  if (plain.searchParams.get('index') === '') plain.searchParams.delete('index')
  return plain
}

/** The form is cloned before an action reads it. Files are not kept, nor fields of the session that ended. */
function typedIn(request: Request): Visit['typed'] {
  const isForm =
    request.method === 'POST' && /^application\/x-www-form-urlencoded/.test(request.headers.get('content-type') ?? '')
  if (!isForm || Number(request.headers.get('content-length') ?? 0) > TYPED_BYTES) return async () => undefined
  const copy = request.clone()
  return async () => {
    const entries = [...(await copy.formData()).entries()]
    return entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== FORM_TOKEN_FIELD,
    )
  }
}
