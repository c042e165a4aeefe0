import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ACCESS_TOKEN_MINUTES, REFRESH_TOKEN_DAYS } from '#app/rules/constants.ts'
import { COOKIES, writeCookie } from './cookies.ts'
import { decrypt, encrypt } from './encrypted-value.ts'

const Person = z.object({
  /** E.164. */
  phone: z.string(),
  /** As they call themselves, cut to what a cookie can carry. */
  name: z.string().nullable(),
  isAgency: z.boolean(),
  /** The id of their picture. Sessions of before it was there have none. */
  avatar: z.string().nullable().default(null),
  /** Of their clock, where it is known. */
  timeZone: z.string().nullable().default(null),
})
const Session = z.object({
  /** The same from signing in to signing out, whatever tokens come between; nobody else knows it. */
  id: z.string(),
  access: z.string(),
  refresh: z.string(),
  /** When the access token is past its end, in milliseconds. */
  ends: z.number(),
  person: Person,
})

/** The small facts about the signed-in person that every page's frame shows. */
export type SignedInPerson = z.infer<typeof Person>
/** A sign-in as the site keeps it: both tokens and whose they are. */
export type Session = z.infer<typeof Session>

const DAY_SECONDS = 86_400
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

/** A session of tokens that were issued just now: a new one, or the known one of an id. */
export function sessionOf(
  { access, refresh }: { access: string; refresh: string },
  profile: Facts,
  { id = randomBytes(ID_BYTES).toString('base64url'), now = Date.now() }: { id?: string; now?: number } = {},
): Session {
  return { id, access, refresh, ends: now + ACCESS_TOKEN_MINUTES * 60_000, person: personOf(profile) }
}

/** The same sign-in with tokens that were issued just now. */
export function withTokens(session: Session, { access, refresh }: { access: string; refresh: string }): Session {
  return { ...session, access, refresh, ends: Date.now() + ACCESS_TOKEN_MINUTES * 60_000 }
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
 * The one cookie of a sign-in, as a `Set-Cookie` header: both tokens, encrypted, so that scripts never see them and
 * nobody can make or mix them; it lives as long as the refresh token. Source: decisions.md, "Identity and access".
 */
export function sessionCookie(session: Session, { secret, origin }: { secret: string; origin: string }): string {
  const value = encrypt(session, { secret, use: 'session' })
  return writeCookie(COOKIES.session, value, { origin, seconds: REFRESH_TOKEN_DAYS * DAY_SECONDS })
}

/** Removes the cookie. */
export function endSessionCookie(origin: string): string {
  return writeCookie(COOKIES.session, '', { origin, seconds: 0 })
}

/** The session of a request's cookies; undefined where there is none that we made. */
export function readSession(cookies: ReadonlyMap<string, string>, secret: string): Session | undefined {
  if (!cookies.has(COOKIES.session)) return undefined
  return Session.safeParse(decrypt(cookies.get(COOKIES.session), { secret, use: 'session' })).data
}
