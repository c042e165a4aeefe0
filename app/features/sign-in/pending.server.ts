import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { CODE_MINUTES, CODE_TRIES } from '#app/rules/constants.ts'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, writeCookie } from '#app/web/session/cookies.ts'
import { decrypt, encrypt } from '#app/web/session/encrypted-value.ts'

export const Pending = z.object({
  /** As typed, in Latin digits. */
  phone: z.string(),
  country_code: z.string().optional(),
  email: z.string().optional(),
  /** Whether the person is known and has signed in before: then it is the token call, else activation (§4). */
  isKnown: z.boolean(),
  channels: z.array(z.enum(['sms', 'email'])),
  fromDiscount: z.boolean(),
  /** Instants in milliseconds. */
  sentAt: z.number(),
  resendAt: z.number(),
  wrongTries: z.number(),
})
/** A phone to which a code was sent; between the two steps of a sign-in it is kept in a encrypted cookie, in no address. */
export type Pending = z.infer<typeof Pending>

/** As long as somebody may reasonably look for the code. */
const SECONDS = 15 * 60

/** The waiting sign-in of this browser. */
export function readPending(context: Readonly<RouterContextProvider>): Pending | undefined {
  const { cookies, config } = context.get(siteContext)
  const encrypted = cookies.get(COOKIES.signIn)
  return encrypted
    ? Pending.safeParse(decrypt(encrypted, { secret: config.sessionSecret, use: 'sign-in' })).data
    : undefined
}

export function pendingCookie(context: Readonly<RouterContextProvider>, pending: Pending): string {
  const { origin, config } = context.get(siteContext)
  const value = encrypt(pending, { secret: config.sessionSecret, use: 'sign-in' })
  return writeCookie(COOKIES.signIn, value, { origin, seconds: SECONDS })
}

export function endPendingCookie(context: Readonly<RouterContextProvider>): string {
  return writeCookie(COOKIES.signIn, '', { origin: context.get(siteContext).origin, seconds: 0 })
}

/** Whether the code can still be right, as far as the site can tell; the API decides. */
export function isAlive({ sentAt, wrongTries }: Pending, now = Date.now()): boolean {
  return now - sentAt < CODE_MINUTES * 60_000 && wrongTries < CODE_TRIES
}
