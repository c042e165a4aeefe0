import type { Person } from '#app/api/call/admission/person.ts'
import type { ApiContext } from '#app/api/call/context.ts'
import { countIn, uncount } from '#app/api/call/limits.ts'
import { subscriberOf } from '#app/rules/access/network.ts'
import type { JudgedCode } from './discount/discount.ts'

/** Unknown codes, of one subscriber and of one account. Source: *ours*. */
const WRONG_GUESSES = 30
export const GUESS_WINDOW_SECONDS = 600

/** Checks a typed code, or refuses to after too many wrong ones. */
export type GuessGuard = (code: string, judge: () => Promise<JudgedCode>) => Promise<JudgedCode>

/**
 * Limits guessing of discount codes by the sender of this request: after 30 wrong ones in ten minutes every code is
 * answered with `too_many_tries`, including right ones. A try is counted before it is checked, so that simultaneous
 * tries gain nothing, and uncounted if the code exists. It counts outside transactions, because a rollback must not
 * undo it. Source: *ours*.
 */
export function guardGuesses({ deps, clientAddress, person }: ApiContext & { person: Person | undefined }): GuessGuard {
  return async (code, judge) => {
    const buckets = [`guess ${subscriberOf(clientAddress)}`, ...(person ? [`guess account ${person.id}`] : [])]
    const counts = await Promise.all(buckets.map((bucket) => countIn(deps, bucket, GUESS_WINDOW_SECONDS)))
    if (counts.some((count) => count > WRONG_GUESSES)) {
      return { ok: false, reason: 'too_many_tries', code, id: null, oncePerPhone: true }
    }
    const judged = await judge()
    const isWrong = !judged.ok && judged.reason === 'unknown'
    if (!isWrong) await Promise.all(buckets.map((bucket) => uncount(deps, bucket, GUESS_WINDOW_SECONDS)))
    return judged
  }
}
