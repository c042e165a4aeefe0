import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { FORM_TOKEN_FIELD } from '#app/rules/constants.ts'
import { apiDoorContext, callerOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, isPersonal } from './cookies.ts'
import { isLive, isOver } from './live-session.ts'
import { turnAway } from './require-sign-in.ts'
import {
  endSessionCookie,
  personOf,
  readSession,
  type Session,
  type SignedInPerson,
  sessionCookie,
  withTokens,
} from './session-cookie.ts'
import { type Visit, visitContext } from './visit.ts'

/** A token that ends sooner is changed first: a page may take a while. */
const MARGIN_MS = 60_000
/** Longer forms than this are not kept for a sign-in that comes between. */
const TYPED_BYTES = 64_000

/**
 * The root's middleware: finds out who makes the request, changes an old access token for a new one, and writes the
 * cookie where it has changed. It covers pages, data requests and resource routes. An ended session is removed and the
 * request goes on as a visitor's. Source: decisions.md, "Identity and access".
 */
export const keepSession: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const { cookies, config, origin } = context.get(siteContext)
  const secret = config.sessionSecret
  const known = readSession(cookies, secret)
  const fresh = known && (await freshSession(context, known))
  // Tokens that came just now are good; of others the API says whether their sign-in lives. A form's call says it by
  // itself, and then the form is kept for whoever signs in again: it must not go on as a visitor's.
  const isShown = request.method === 'GET' && fresh === known
  const session = fresh && isShown && !(await isLive(context, fresh)) ? undefined : fresh
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
  if (visit.isChanged || isPersonal(cookies)) response.headers.set('cache-control', 'private, no-store')
  return response
}

/**
 * The guard of a page or action that needs a signed-in person: `const person = await requirePerson(context)`. Leads
 * everybody else to the sign-in page and back, with what they had typed (§6).
 */
export async function requirePerson(context: Readonly<RouterContextProvider>): Promise<SignedInPerson> {
  const session = context.get(visitContext)?.session
  if (!session) throw await turnAway(context, 'not_logged_in')
  return session.person
}

/** The session with a token that lasts; undefined where the sign-in has ended. */
function freshSession(context: Readonly<RouterContextProvider>, session: Session): Promise<Session | undefined> {
  if (session.ends - MARGIN_MS > Date.now()) return Promise.resolve(session)
  const known = flights.get(session.refresh)
  if (known) return known
  const flight = refreshed(context, session).finally(() => flights.delete(session.refresh))
  flights.set(session.refresh, flight)
  return flight
}

/** One refresh at a time for a token; to requests that come later with the old cookie the API answers alike for 30 s. */
const flights = new Map<string, Promise<Session | undefined>>()

async function refreshed(context: Readonly<RouterContextProvider>, session: Session): Promise<Session | undefined> {
  const door = context.get(apiDoorContext)
  let changed: Session
  try {
    const tokens = await door(callerOf(context)).account.token({ refresh: session.refresh })
    if (!('access' in tokens)) return undefined
    changed = withTokens(session, tokens)
  } catch (error) {
    // An API that is away or busy says nothing about the sign-in: what the old token still opens, it opens.
    return isOver(error) ? undefined : session
  }
  try {
    const profile = await door({ ...callerOf(context), accessToken: changed.access }).account.profile({})
    return { ...changed, person: personOf(profile) }
  } catch (error) {
    // The old tokens are used up: whatever fails from here on, the new ones must reach the cookie.
    return isOver(error) ? undefined : changed
  }
}

function withoutRouterParts(url: URL): URL {
  const plain = new URL(url)
  plain.searchParams.delete('_routes')
  if (plain.searchParams.get('index') === '') plain.searchParams.delete('index')
  return plain
}

/** A copy is taken before an action reads the form; files are not kept, nor what belongs to the sign-in that ended. */
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
