import { z } from 'zod'
import { COOKIES, writeCookie } from './cookies.ts'
import { decrypt, encrypt } from './encrypted-value.ts'

const HeldBooking = z.object({
  /** The reservation. */
  id: z.string(),
  ad: z.object({ id: z.number(), title: z.string() }),
  city: z.object({ name: z.string(), zone: z.string() }),
  /** `2026-12-03T10:00` on the clock of the city. */
  start: z.string(),
  end: z.string(),
  /** The booking's form as it was sent; none where it is too long for a cookie. */
  fields: z.array(z.tuple([z.string(), z.string()])),
})
/** A vehicle that is held for this browser until it is paid for, so that the way back to the payment is never lost. */
export type HeldBooking = z.infer<typeof HeldBooking>

/** A hold lasts 40 minutes at most (decisions.md, "Renting"). */
const SECONDS = 45 * 60
/** What every browser takes for one cookie is 4096 bytes with its name and attributes. */
const LONGEST_VALUE = 3900

/** Keeps a held booking in this browser alone, as a `Set-Cookie` header. Source: *ours*. */
export function heldCookie(held: HeldBooking, { secret, origin }: { secret: string; origin: string }): string {
  const encryptHeld = (value: HeldBooking) => encrypt(value, { secret, use: 'held' })
  const whole = encryptHeld(held)
  const value = whole.length > LONGEST_VALUE ? encryptHeld({ ...held, fields: [] }) : whole
  return writeCookie(COOKIES.held, value, { origin, seconds: SECONDS })
}

export function endHeldCookie(origin: string): string {
  return writeCookie(COOKIES.held, '', { origin, seconds: 0 })
}

/** What this browser holds, as far as its cookie knows: it may be paid, cancelled or over by now. */
export function readHeld(cookies: ReadonlyMap<string, string>, secret: string): HeldBooking | undefined {
  if (!cookies.has(COOKIES.held)) return undefined
  return HeldBooking.safeParse(decrypt(cookies.get(COOKIES.held), { secret, use: 'held' })).data
}
