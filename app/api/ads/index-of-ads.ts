import { api } from '#app/api/call/context.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'

/** Every offered vehicle's number, for sitemaps. */
export const index = api.ads.index.handler(async ({ input: { page, size }, context: { deps } }) => {
  const offered = deps.db.selectFrom('ad').where('status', '=', 1)
  const { count } = await offered.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await offered
    .select(['id', 'category', 'city_id', 'updated_at'])
    .orderBy('id')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  return {
    count,
    results: rows.map(({ id, category, city_id, updated_at }) => {
      return { id, category, city: city_id, updated: updated_at.toISOString() }
    }),
  }
})
