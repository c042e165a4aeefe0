import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ACCESS_TOKEN_MINUTES, REFRESH_TOKEN_DAYS } from '#app/rules/constants.ts'
import { DAY_SECONDS, MINUTE_MS } from '#app/rules/time/durations.ts'
import { COOKIES, writeCookie } from './cookies.ts'
import { decrypt, encrypt } from './encrypted-value.ts'

const Person = z.object({
  /** E.164. */
  phone: z.string(),
  /** The person's name, cut to fit into the cookie. */
  name: z.string().nullable(),
  isAgency: z.boolean(),
  /** The id of their picture; missing in older sessions. */
  avatar: z.string().nullable().default(null),
  /** IANA time zone, if known. */
  timeZone: z.string().nullable().default(null),
})
const Session = z.object({
  /** Constant from sign-in to sign-out while tokens are refreshed; secret. */
  id: z.string(),
  access: z.string(),
  refresh: z.string(),
  /** When the access token expires, in milliseconds since the epoch. */
  ends: z.number(),
  person: Person,
})

/** The facts about the signed-in person that the frame of every page shows. */
export type SignedInPerson = z.infer<typeof Person>
/** A sign-in as the site stores it: both tokens and their owner. */
export type Session = z.infer<typeof Session>

const NAME_LENGTH = 60
const ID_BYTES = 16

type Facts = {
  country_code: string
  phone: string
  fullname: string | null
  is_agency: boolean
  avatar_id: string | null
  time_zone: string | null
}

/** A session with newly issued tokens; a new session unless an id is given. */
export function sessionOf(
  { access, refresh }: { access: string; refresh: string },
  profile: Facts,
  { id = randomBytes(ID_BYTES).toString('base64url'), now = Date.now() }: { id?: string; now?: number } = {},
): Session {
  return { id, access, refresh, ends: now + ACCESS_TOKEN_MINUTES * MINUTE_MS, person: personOf(profile) }
}

/** The same session with newly issued tokens. */
export function withTokens(session: Session, { access, refresh }: { access: string; refresh: string }): Session {
  return { ...session, access, refresh, ends: Date.now() + ACCESS_TOKEN_MINUTES * MINUTE_MS }
}

/** The facts of a profile that the session carries. */
export function personOf({ country_code, phone, fullname, is_agency, avatar_id, time_zone }: Facts): SignedInPerson {
  return {
    phone: country_code + phone,
    name: fullname ? [...fullname].slice(0, NAME_LENGTH).join('') : null,
    isAgency: is_agency,
    avatar: avatar_id,
    timeZone: time_zone,
  }
}

/**
 * The session cookie as a `Set-Cookie` value: both tokens encrypted together, HttpOnly, with the lifetime of the
 * refresh token. Source: decisions.md, "Identity and access".
 */
export function sessionCookie(session: Session, { secret, origin }: { secret: string; origin: string }): string {
  const value = encrypt(session, { secret, use: 'session' })
  return writeCookie(COOKIES.session, value, { origin, seconds: REFRESH_TOKEN_DAYS * DAY_SECONDS })
}

/** Removes the cookie. */
export function endSessionCookie(origin: string): string {
  return writeCookie(COOKIES.session, '', { origin, seconds: 0 })
}

/** The session of a request; undefined without a valid cookie. */
export function readSession(cookies: ReadonlyMap<string, string>, secret: string): Session | undefined {
  if (!cookies.has(COOKIES.session)) return undefined
  return Session.safeParse(decrypt(cookies.get(COOKIES.session), { secret, use: 'session' })).data
}
