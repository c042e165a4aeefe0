import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { Pending } from '#app/features/sign-in/pending.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, writeCookie } from '#app/web/session/cookies.ts'
import { decrypt, encrypt } from '#app/web/session/encrypted-value.ts'

const PendingCode = z.object({
  /** What the code will do. */
  purpose: z.enum(['phone', 'email', 'delete']),
  /** To whom it was sent, and when. */
  pending: Pending,
  /** Whether the money in the wallet is given up with the account. */
  forfeits: z.boolean(),
})
/** A change of the account that waits for its code; kept in a encrypted cookie, so that no address tells a phone. */
export type PendingCode = z.infer<typeof PendingCode>

const SECONDS = 15 * 60

/** The change that waits, if it is one of this kind. */
export function readPendingCode(
  context: Readonly<RouterContextProvider>,
  purpose: PendingCode['purpose'],
): PendingCode | undefined {
  const { cookies, config } = context.get(siteContext)
  const opened = decrypt(cookies.get(COOKIES.accountCode), { secret: config.sessionSecret, use: 'account-code' })
  const waiting = PendingCode.safeParse(opened).data
  return waiting?.purpose === purpose ? waiting : undefined
}

/** Remembers it for as long as somebody may reasonably look for the code. */
export function pendingCodeCookie(context: Readonly<RouterContextProvider>, waiting: PendingCode): string {
  const { origin, config } = context.get(siteContext)
  const value = encrypt(waiting, { secret: config.sessionSecret, use: 'account-code' })
  return writeCookie(COOKIES.accountCode, value, { origin, seconds: SECONDS })
}

export function endPendingCodeCookie(context: Readonly<RouterContextProvider>): string {
  return writeCookie(COOKIES.accountCode, '', { origin: context.get(siteContext).origin, seconds: 0 })
}

/** A code that was ordered just now. */
export function ordered(
  to: Pick<Pending, 'phone' | 'country_code' | 'email' | 'channels'>,
  resendAfter: number,
): Pending {
  const now = Date.now()
  return {
    ...to,
    isKnown: true,
    fromDiscount: false,
    sentAt: now,
    resendAt: now + resendAfter * 1000,
    wrongTries: 0,
  }
}
