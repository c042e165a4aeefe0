import type { SlowQueries } from '#app/db/queries/slow-queries.ts'
import type { SearchIndex } from '#app/db/search-index/search-index.ts'
import type { Measurement } from '#app/site.ts'

/** How searches of this process are answered; nothing where `SEARCH_INDEX` is off. */
export function measureSearch(index: SearchIndex | undefined): Measurement[] {
  if (!index) return []
  const { memory, database, listings, builds } = index.counts()
  const searches = 'Searches of this process since its start, by what answered them'
  return [
    {
      name: 'savari_search_index_current',
      help: '1 if searches are answered from memory, 0 while the database answers them',
      value: index.isCurrent() ? 1 : 0,
    },
    { name: 'savari_searches', help: searches, labels: { from: 'memory' }, value: memory },
    { name: 'savari_searches', help: searches, labels: { from: 'database' }, value: database },
    { name: 'savari_search_index_listings', help: 'Vehicles on offer in memory', value: listings },
    { name: 'savari_search_index_builds', help: 'How often all of them were read', value: builds },
  ]
}

/** The slow statements of this process; nothing where `SLOW_QUERY_MS` is 0. */
export function measureSlowQueries(slow: SlowQueries | undefined): Measurement[] {
  if (!slow) return []
  const { queries, seconds } = slow.counts()
  return [
    { name: 'savari_slow_queries', help: 'Slow statements of this process since its start', value: queries },
    { name: 'savari_slow_queries_seconds', help: 'How long they took together', value: seconds },
  ]
}
