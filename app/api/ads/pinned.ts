import { api } from '../context.ts'
import { cardOf } from './card.ts'
import { find } from './search.ts'

export const pinned = api.ads.pinned.handler(async ({ input, context }) => {
  const { found, catalogue, currency, days } = await find({ ...input.query, pinnedOnly: true }, input.body, context)
  const { language } = context
  return { count: found.total, results: found.rows.map((ad) => cardOf(ad, { catalogue, language, currency, days })) }
})
