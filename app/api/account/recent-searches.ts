import type { z } from 'zod'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { RecentSearch } from '#app/contract/account/account.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import { type Language, RECENT_SEARCHES_MAX } from '#app/rules/constants.ts'
import { wholeList } from '../call/lists.ts'

/** What the signed-in person searched for, the latest first, with cities in their language. */
export const recentSearches = api.account.recentSearches.handler(async ({ context: { deps, person, language } }) => {
  return wholeList(await searchesOf(deps.db, person.id, language))
})

/**
 * Puts a search first. A repeated search is listed once, and the oldest are removed. A search in an unknown city is
 * ignored.
 */
export const rememberSearch = api.account.rememberSearch.handler(async ({ input, context }) => {
  const { deps, person, language } = context
  const account_id = person.id
  const { city: city_id, ...search } = input
  const all = await inTransaction(deps.db, async (tx) => {
    // Two pages opened at once must not exceed the limit.
    await tx.selectFrom('account').select('id').where('id', '=', account_id).forUpdate().executeTakeFirst()
    const city = await tx.selectFrom('city').select('id').where('id', '=', city_id).executeTakeFirst()
    const searched_at = deps.now()
    if (city) {
      await tx
        .insertInto('recent_search')
        .values({ account_id, city_id, ...search, searched_at })
        .onConflict((conflict) => conflict.constraint('recent_search_pkey').doUpdateSet({ searched_at }))
        .execute()
    }
    const latest = tx
      .selectFrom('recent_search')
      .select('searched_at')
      .where('account_id', '=', account_id)
      .orderBy('searched_at', 'desc')
      .offset(RECENT_SEARCHES_MAX - 1)
      .limit(1)
    await tx
      .deleteFrom('recent_search')
      .where('account_id', '=', account_id)
      .where('searched_at', '<', latest)
      .execute()
    return searchesOf(tx, account_id, language)
  })
  return wholeList(all)
})

/** Deletes all of them. */
export const forgetSearches = api.account.forgetSearches.handler(async ({ context: { deps, person } }) => {
  await deps.db.deleteFrom('recent_search').where('account_id', '=', person.id).execute()
  return wholeList([])
})

async function searchesOf(
  db: Deps['db'] | Tx,
  accountId: string,
  language: Language,
): Promise<z.infer<typeof RecentSearch>[]> {
  const rows = await db
    .selectFrom('recent_search as search')
    .innerJoin('city', 'city.id', 'search.city_id')
    .select(['search.kind', 'search.start_date', 'search.start_time', 'search.end_date', 'search.end_time'])
    .select(['city.id', ...CITY_NAMES])
    .where('search.account_id', '=', accountId)
    .orderBy('search.searched_at', 'desc')
    .limit(RECENT_SEARCHES_MAX)
    .execute()
  return rows.map(({ kind, start_date, start_time, end_date, end_time, ...city }) => ({
    kind: kind === 'motor' ? 'motor' : 'car',
    city: { id: city.id, name: nameOf(city, language) },
    start_date,
    start_time,
    end_date,
    end_time,
  }))
}
