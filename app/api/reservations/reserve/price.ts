import { currencyRequested } from '#app/api/books/money.ts'
import { api } from '#app/api/call/context.ts'
import { isFree } from '#app/db/prices/free.ts'
import { freeUnitsOf } from '#app/db/prices/free-units.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'
import { withPlus } from '#app/rules/identity/phone.ts'
import { gapInTheWay, shownGap } from './gap-in-the-way.ts'
import { guardGuesses } from './guesses.ts'
import { quoteRental, shownBill } from './quote.ts'
import { readRentable } from './rentable.ts'

/** The bill of a rental, line by line, with its deadlines and whether the discount code is valid (§7, v2 rentals). */
export const price = api.reservations.price.handler(async ({ input, context }) => {
  const { deps, language } = context
  const { phone, country_code, ...choice } = input
  const now = deps.now()
  const ad = await readRentable(deps.db, { id: choice.id, now: deps.now() })
  const quoted = await quoteRental(deps.db, {
    ad,
    choice,
    currency: currencyRequested(choice.currency, language),
    now,
    phone: phone ? (normalisePhone(phone, withPlus(country_code)) ?? undefined) : undefined,
    guardGuess: guardGuesses(context),
  })
  const { chosen, code } = quoted
  const wanted = { ad: ad.id, start: chosen.start_at, end: chosen.end_at, now }
  const available = await isFree(deps.db, wanted)
  const gap = available ? null : await gapInTheWay(deps.db, wanted, ad.gap)
  return {
    ...shownBill(quoted),
    available,
    free_unit: available ? null : ((await freeUnitsOf(deps.db, wanted, 1))[0] ?? null),
    gap: shownGap(gap),
    start_at: chosen.start_at.toISOString(),
    end_at: chosen.end_at.toISOString(),
    free_until: quoted.freeUntil.toISOString(),
    half_until: quoted.halfUntil.toISOString(),
    zone: ad.zone,
    discount: code ? { code: code.code, ok: code.ok, ...discountRefusal(code, language) } : null,
  }
})

/** Why a code is invalid: the key and its sentence, both null for a valid one. */
export function discountRefusal(judged: { ok: boolean; reason?: string }, language: Language) {
  if (judged.ok) return { reason: null, message: null }
  const reason = `discount_${judged.reason}`
  return { reason, message: textFor(language, 'errors').loose(reason) }
}
