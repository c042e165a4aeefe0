import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { CurrencyCode, PublicId } from '#app/contract/shapes/shapes.ts'
import { Pending } from '#app/features/sign-in/pending.server.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import { encryptedCookie } from '#app/web/session/cookie/encrypted-cookie.ts'

const PendingCode = z.object({
  /** What the code will do. */
  purpose: z.enum(['phone', 'email', 'delete', 'payout', 'refund']),
  /** To whom it was sent, and when. */
  pending: Pending,
  /** Whether the person gives up the money in the wallet with the account. */
  forfeits: z.boolean(),
  /** The transfer that the code is for. */
  payout: z
    .object({ currency: CurrencyCode, amount: z.int(), holder: z.string(), iban: z.string(), key: z.string() })
    .optional(),
  /** The reservation that the code cancels, and the account that its refund goes to. */
  refund: z.object({ id: PublicId, shown: z.string(), holder: z.string(), iban: z.string() }).optional(),
})
/** A change of the account that waits for its code; stored in an encrypted cookie, so that no address contains a phone. */
export type PendingCode = z.infer<typeof PendingCode>

/** Stored as long as somebody may reasonably look for the code. */
const cookie = encryptedCookie('accountCode', {
  ...{ use: 'account-code', schema: PendingCode, seconds: 15 * 60 },
  isOfSession: true,
})
export const pendingCodeCookie = cookie.write

/** Redirects to a page after the right code, with a message about the result, and removes the cookie of the code. */
export function goOnAfterCode(context: Readonly<RouterContextProvider>, path: string, message: string): Response {
  const answer = goOn(context, path, message)
  answer.headers.append('set-cookie', cookie.end(context))
  return answer
}

/** The change that waits, if it is one of this kind. */
export function readPendingCode(
  context: Readonly<RouterContextProvider>,
  purpose: PendingCode['purpose'],
): PendingCode | undefined {
  const waiting = cookie.read(context)
  return waiting?.purpose === purpose ? waiting : undefined
}

/** The pending change for a code that was requested just now. */
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
