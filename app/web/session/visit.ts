import { createContext, type RouterContextProvider } from 'react-router'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { forgetLive } from './live-tokens.ts'
import type { Session, SignedInPerson } from './session-cookie.ts'

/**
 * Who makes this request, as the root's middleware (session.ts) found out, and what happens to their cookie: `session`
 * may be replaced or ended while the request is handled; the middleware writes what has changed on the answer.
 */
export interface Visit {
  session: Session | undefined
  /** Whose cookie came, also where their sign-in had ended. */
  phone: string | undefined
  /** Whether the answer must set or remove the cookie. */
  isChanged: boolean
  /** The address that was requested, without what belongs to the router alone. */
  url: URL
  /** The fields of the form that was sent, to be kept should nobody be signed in; nothing for other requests. */
  typed: () => Promise<[name: string, value: string][] | undefined>
}

export const visitContext = createContext<Visit | null>(null)

/** Who is signed in, for loaders and actions that show more to them: `viewerOf(context)?.isAgency`. */
export function viewerOf(context: Readonly<RouterContextProvider>): SignedInPerson | undefined {
  return context.get(visitContext)?.session?.person
}

/** By which clock the signed-in person reads; the marketplace's own where nobody knows yet. */
export function readerZone(context: Readonly<RouterContextProvider>): string {
  return viewerOf(context)?.timeZone ?? HOME_ZONE
}

/** Signs in: from here on the request's calls carry the new token, and the answer its cookie. */
export function startSession(context: Readonly<RouterContextProvider>, session: Session) {
  change(context, session)
}

/** Signs out on this site; the API's part is the call `account.logout`. */
export function endSession(context: Readonly<RouterContextProvider>) {
  change(context, undefined)
}

/** Takes over what a person changed about themselves: `rememberPerson(context, personOf(profile))`. */
export function rememberPerson(context: Readonly<RouterContextProvider>, person: SignedInPerson) {
  const session = context.get(visitContext)?.session
  if (session) change(context, { ...session, person })
}

function change(context: Readonly<RouterContextProvider>, session: Session | undefined) {
  const visit = context.get(visitContext)
  if (!visit) throw new Error('A session changes outside the middleware of the root.')
  if (visit.session) forgetLive(visit.session.access)
  visit.session = session
  visit.isChanged = true
}
