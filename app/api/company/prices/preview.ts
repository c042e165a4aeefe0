import { api } from '#app/api/call/context.ts'
import { takenRanges } from '#app/db/prices/free.ts'
import { rulesIn, storedRulesOfAd } from '#app/db/prices/price-rules.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { dayPrice, tierOf, WHOLE_SHARE } from '#app/rules/money/price.ts'
import { lengthError, seasonOf, sharesOf } from '#app/rules/money/price-rules.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { instantOf, localOf } from '#app/rules/time/rental-time.ts'

/** The prices of a vehicle's days in a rental of some length, by the rules for bills, without discounts. */
export const preview = api.company.prices.preview.handler(async ({ input, context: { deps, vehicle: ad } }) => {
  const { ad: id, from, days: count, length } = input
  const { stored_rules } = await deps.db
    .selectFrom('ad')
    .select(storedRulesOfAd.as('stored_rules'))
    .where('ad.id', '=', id)
    .executeTakeFirstOrThrow()
  const currency = currencyIn(ad)
  const rules = { ...rulesIn(stored_rules), last_minute: null, early: null }
  const ranges = await takenRanges(deps.db, {
    ad: id,
    from: instantOf(from, '00:00', ad.zone),
    to: instantOf(addDays(from, count), '00:00', ad.zone),
    now: deps.now(),
  })
  const taken = ranges.map(({ start_at, end_at }) => [localOf(start_at, ad.zone).date, localOf(end_at, ad.zone).date])
  return {
    currency,
    days: Array.from({ length: count }, (_, index) => {
      const date = addDays(from, index)
      const [part] = sharesOf(rules, { start_date: date, days: 1, ahead: 0 })
      const share = part?.share ?? WHOLE_SHARE
      const season = seasonOf(rules, date)?.name ?? null
      return {
        date,
        price: dayPrice(ad[tierOf(length)], share, currency),
        season,
        weekday: season === null && share !== WHOLE_SHARE,
        allowed: lengthError(rules, { start_date: date, days: length }) === null,
        taken: taken.some(([first = '', last = '']) => first <= date && date <= last),
      }
    }),
  }
})
