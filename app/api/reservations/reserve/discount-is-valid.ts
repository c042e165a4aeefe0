import { limit } from '#app/api/call/limits.ts'
import { api } from '#app/api/context.ts'
import { currencyRequested } from '#app/api/money.ts'
import { normalisePhone } from '#app/rules/phone.ts'
import type { Choice } from './choice.ts'
import { judgeCode } from './discount.ts'
import { dialCode } from './price.ts'
import { quoteRental } from './quote.ts'
import { readRentable } from './rentable.ts'

const TRIES = 30
const WINDOW_SECONDS = 600

/** Tries a code on a rental, or without dates on what can be said of the listing alone; limited, or codes could be guessed (§7). */
export const discountIsValid = api.reservations.discountIsValid.handler(async ({ input, context }) => {
  const { deps, language, clientAddress } = context
  await limit(deps, `discount ${clientAddress}`, TRIES, WINDOW_SECONDS)
  const { code: typed, country_code, phone: written, ...choice } = input
  const now = deps.now()
  const ad = await readRentable(deps.db, input.id)
  const currency = currencyRequested(input.currency, language)
  const phone = written ? (normalisePhone(written, dialCode(country_code)) ?? undefined) : undefined
  const judged = isWhole(choice)
    ? (await quoteRental(deps.db, { ad, choice: { ...choice, discount_code: typed }, currency, now, phone })).code
    : await judgeCode(deps.db, typed, {
        now,
        days: Number.POSITIVE_INFINITY,
        category: ad.category,
        company: ad.company_id,
        city: ad.city_id,
        bill: 0,
        currency,
        rate: ad.rate,
        phone,
      })
  if (!judged?.ok) {
    return { is_valid: false, reason: `discount_${judged?.reason ?? 'unknown'}`, amount: null, currency: null }
  }
  // Without the rental's dates the code may hold, but its worth is not known.
  return isWhole(choice)
    ? { is_valid: true, reason: null, amount: judged.amount, currency }
    : { is_valid: true, reason: null, amount: null, currency: null }
})

function isWhole(choice: Partial<Choice>): choice is Choice {
  return Boolean(choice.start_date && choice.start_time && choice.end_date && choice.end_time)
}
