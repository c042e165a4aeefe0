import { currencyRequested } from '#app/api/books/money.ts'
import { api } from '#app/api/call/context.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { offeredUnits } from '#app/db/prices/free-units.ts'
import { planOf, plansFor, usualAt } from '#app/db/prices/rental-plans.ts'
import { currencyOfId } from '#app/rules/constants.ts'
import { rentPrice } from '#app/rules/money/price.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { wholeList } from '../call/lists.ts'
import { cardOf, isNamed } from './card.ts'
import { cityOf } from './search.ts'

/** Cards of vehicles by their numbers, with the price per day of a usual rental. */
export const several = api.ads.several.handler(async ({ input, context }) => {
  const { deps, language } = context
  const ids = [...new Set(input.ids)]
  if (ids.length === 0) return wholeList([])
  const currency = currencyRequested(input.currency, language)
  const rows = await deps.db
    .selectFrom('ad')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .selectAll('ad')
    .select(['company.currency_id', offeredUnits.as('units')])
    .where('ad.id', 'in', ids)
    .where('ad.status', '=', STATE_NUMBERS.OFFERED)
    .execute()
  let catalogue = await catalogueOf(deps.db)
  const usual = usualAt(deps.now())
  const plans = plansFor(catalogue.priceRules, usual)
  const found = rows.map(({ currency_id, ...ad }) => {
    const own = currencyOfId(currency_id) ?? 'IRT'
    const plan = planOf(plans, ad)
    const rental = { days: plan?.days ?? usual.days, shares: plan?.shares }
    const priced = { ...rental, tiers: ad, from: own, to: currency, rate: catalogue.rate }
    return { ...ad, shown: rentPrice(priced).per_day }
  })
  if (!found.every((ad) => isNamed(ad, catalogue))) catalogue = await catalogueOf.again(deps.db)
  const results = found.map((ad) => {
    const city = catalogue.cities.get(ad.city_id)
    const card = cardOf(ad, { catalogue, language, currency, days: null, plan: null })
    return { ...card, city: city ? cityOf(city, language).name : '' }
  })
  return wholeList(results.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)))
})
