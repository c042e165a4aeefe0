import { currencyRequested } from '#app/api/books/money.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'
import { withPlus } from '#app/rules/identity/phone.ts'
import type { RentalChoice } from '../choice.ts'
import { GUESS_WINDOW_SECONDS, guardGuesses } from '../guesses.ts'
import { discountRefusal } from '../price.ts'
import { quoteRental } from '../quote.ts'
import { readRentable } from '../rentable.ts'
import { judgeForListing } from './listing-code.ts'

/** Tries a code on a rental, or without dates on the listing alone; limited, because codes could be guessed (§7). */
export const discountIsValid = api.reservations.discountIsValid.handler(async ({ input, context }) => {
  const { deps, language } = context
  const { code: typed, country_code, phone: written, ...choice } = input
  const now = deps.now()
  const ad = await readRentable(deps.db, { id: input.id, now: deps.now() })
  const currency = currencyRequested(input.currency, language)
  const phone = written ? (normalisePhone(written, withPlus(country_code)) ?? undefined) : undefined
  const guardGuess = guardGuesses(context)
  const whole = { ad, currency, now, phone, guardGuess }
  const judged = isWhole(choice)
    ? (await quoteRental(deps.db, { ...whole, choice: { ...choice, discount_code: typed } })).code
    : await judgeForListing(deps.db, typed, whole)
  if (judged && !judged.ok && judged.reason === 'too_many_tries') {
    throw errors.TOO_MANY_REQUESTS({ data: { retry_after: GUESS_WINDOW_SECONDS } })
  }
  if (!judged?.ok) {
    const refusal = discountRefusal(judged ?? { ok: false, reason: 'unknown' }, language)
    return { is_valid: false, ...refusal, amount: null, currency: null }
  }
  // Without the rental's dates the code may be valid, but its amount is unknown.
  return isWhole(choice)
    ? { is_valid: true, reason: null, message: null, amount: judged.amount, currency }
    : { is_valid: true, reason: null, message: null, amount: null, currency: null }
})

function isWhole(choice: Partial<RentalChoice>): choice is RentalChoice {
  return Boolean(choice.start_date && choice.start_time && choice.end_date && choice.end_time)
}
