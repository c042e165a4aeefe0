import { api } from '#app/api/call/context.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'

/** Every offered vehicle's number, for sitemaps. */
export const index = api.ads.index.handler(async ({ input: { page, size }, context: { deps } }) => {
  const offered = deps.db.selectFrom('ad').where('status', '=', STATE_NUMBERS.OFFERED)
  const { count, rows } = await pageRows(offered.select(['id', 'category', 'city_id', 'updated_at']).orderBy('id'), {
    page,
    size,
  })
  return {
    count,
    results: rows.map(({ id, category, city_id, updated_at }) => {
      return { id, category, city: city_id, updated: updated_at.toISOString() }
    }),
  }
})
