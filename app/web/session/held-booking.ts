import { z } from 'zod'
import { COOKIES, writeCookie } from './cookie/cookies.ts'
import { decrypt, encrypt } from './cookie/encrypted-value.ts'

const HeldBooking = z.object({
  /** The reservation. */
  id: z.string(),
  ad: z.object({ id: z.number(), title: z.string() }),
  city: z.object({ name: z.string(), zone: z.string() }),
  /** `2026-12-03T10:00` in the city's local time. */
  start: z.string(),
  end: z.string(),
  /** The submitted fields of the booking; empty where they don't fit into a cookie. */
  fields: z.array(z.tuple([z.string(), z.string()])),
})
/** An unpaid booking of this browser, so that the person can always return to its payment. */
export type HeldBooking = z.infer<typeof HeldBooking>

/** A hold lasts 40 minutes at most (decisions.md, "Renting"). */
const SECONDS = 45 * 60
/** Browsers store at least 4096 bytes per cookie, name and attributes included. */
const LONGEST_VALUE = 3900

/** The `Set-Cookie` value that stores a held booking. Source: *ours*. */
export function heldCookie(held: HeldBooking, { secret, origin }: { secret: string; origin: string }): string {
  const encryptHeld = (value: HeldBooking) => encrypt(value, { secret, use: 'held' })
  const whole = encryptHeld(held)
  const value = whole.length > LONGEST_VALUE ? encryptHeld({ ...held, fields: [] }) : whole
  return writeCookie(COOKIES.held, value, { origin, seconds: SECONDS })
}

/** A `Set-Cookie` value that removes the cookie of the held booking. */
export function endHeldCookie(origin: string): string {
  return writeCookie(COOKIES.held, '', { origin, seconds: 0 })
}

/** The held booking of the cookie. It may have been paid or cancelled, or have expired since. */
export function readHeld(cookies: ReadonlyMap<string, string>, secret: string): HeldBooking | undefined {
  if (!cookies.has(COOKIES.held)) return undefined
  return HeldBooking.safeParse(decrypt(cookies.get(COOKIES.held), { secret, use: 'held' })).data
}
