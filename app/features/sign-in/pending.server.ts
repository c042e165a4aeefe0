import { z } from 'zod'
import { Channels } from '#app/contract/shapes/one-time-code.ts'
import { CODE_MINUTES, CODE_TRIES } from '#app/rules/constants.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { encryptedCookie } from '#app/web/session/cookie/encrypted-cookie.ts'

export const Pending = z.object({
  /** As typed, in Latin digits. */
  phone: z.string(),
  country_code: z.string().optional(),
  email: z.string().optional(),
  /** Whether the person has signed in before: then the code goes to the token call, otherwise to activation (§4). */
  isKnown: z.boolean(),
  channels: Channels,
  fromDiscount: z.boolean(),
  /** Instants in milliseconds. */
  sentAt: z.number(),
  resendAt: z.number(),
  wrongTries: z.number(),
})
/** A phone to which a code was sent; between the two steps of a sign-in it is stored in an encrypted cookie and in no address. */
export type Pending = z.infer<typeof Pending>

/** Stored as long as somebody may reasonably look for the code. */
const cookie = encryptedCookie('signIn', { use: 'sign-in', schema: Pending, seconds: 15 * 60 })

/** The waiting sign-in of this browser. */
export const readPending = cookie.read
export const pendingCookie = cookie.write
export const endPendingCookie = cookie.end

/** Whether the code may still be valid, as far as the site knows; the API decides. */
export function isAlive({ sentAt, wrongTries }: Pending, now = Date.now()): boolean {
  return now - sentAt < CODE_MINUTES * MINUTE_MS && wrongTries < CODE_TRIES
}
