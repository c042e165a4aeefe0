import { createContext, type RouterContextProvider } from 'react-router'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { forgetAccepted } from './accepted-tokens.ts'
import type { Session, SignedInPerson } from './cookie/session-cookie.ts'

/**
 * Who makes this request, as found by the root's middleware (session.ts). `session` may be replaced or ended while the
 * request is handled; the middleware then updates the cookie.
 */
export interface Visit {
  session: Session | undefined
  /** The phone of the session cookie, even if the sign-in had ended. */
  phone: string | undefined
  /** Whether the answer must set or remove the cookie. */
  isChanged: boolean
  /** The requested address, without React Router's own suffix and parameters. */
  url: URL
  /** The submitted fields, to be kept if the person has to sign in; undefined for other requests. */
  typed: () => Promise<[name: string, value: string][] | undefined>
}

export const visitContext = createContext<Visit | null>(null)

/** The signed-in person, for loaders and actions that show them more: `viewerOf(context)?.isAgency`. */
export function viewerOf(context: Readonly<RouterContextProvider>): SignedInPerson | undefined {
  return context.get(visitContext)?.session?.person
}

/** The time zone of the signed-in person; the marketplace's where it is unknown. */
export function readerZone(context: Readonly<RouterContextProvider>): string {
  return viewerOf(context)?.timeZone ?? HOME_ZONE
}

/** Signs in: the request's further calls use the new token, and the answer sets the cookie. */
export function startSession(context: Readonly<RouterContextProvider>, session: Session) {
  change(context, session)
}

/** Signs out on this site; the API's part is the call `account.logout`. */
export function endSession(context: Readonly<RouterContextProvider>) {
  change(context, undefined)
}

/** Updates the session with a changed profile: `rememberPerson(context, personOf(profile))`. */
export function rememberPerson(context: Readonly<RouterContextProvider>, person: SignedInPerson) {
  const session = context.get(visitContext)?.session
  if (session) change(context, { ...session, person })
}

function change(context: Readonly<RouterContextProvider>, session: Session | undefined) {
  const visit = context.get(visitContext)
  if (!visit) throw new Error('A session changes outside the middleware of the root.')
  if (visit.session) forgetAccepted(visit.session.access)
  visit.session = session
  visit.isChanged = true
}
