import { api } from '#app/api/call/context.ts'
import { planOf } from '#app/db/prices/rental-plans.ts'
import { cardOf } from './card.ts'
import { find } from './search.ts'

export const pinned = api.ads.pinned.handler(async ({ input, context }) => {
  const { found, catalogue, currency, days, plans } = await find(
    { ...input.query, pinnedOnly: true },
    input.body,
    context,
  )
  const { language } = context
  const results = found.rows.map((ad) => cardOf(ad, { catalogue, language, currency, days, plan: planOf(plans, ad) }))
  return { count: found.total, results }
})
