import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import type { GuessGuard } from '../guesses.ts'
import type { Rentable } from '../rentable.ts'
import { type JudgedCode, judgeCode } from './discount.ts'

/** What is known about a typed code before its rental is: by the listing alone, for any number of days. */
export function judgeForListing(
  db: Kysely<DB>,
  typed: string,
  asked: { ad: Rentable; currency: CurrencyCode; now: Date; phone?: string; guardGuess: GuessGuard },
): Promise<JudgedCode> {
  const { ad, guardGuess, ...facts } = asked
  const listing = { category: ad.category, company: ad.company_id, city: ad.city_id, rate: ad.rate }
  return guardGuess(typed, () =>
    judgeCode(db, typed, { ...facts, ...listing, days: Number.POSITIVE_INFINITY, bill: 0 }),
  )
}
