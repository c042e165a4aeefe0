import { sql } from 'kysely'
import type { Deps } from '#app/api/context.ts'
import { refuse } from './refuse.ts'

/**
 * Counts one try in a bucket (`voucher 192.0.2.1`) and refuses when there were more than `max` in this window of so many
 * seconds: TOO_MANY_REQUESTS with the seconds until the next window. All processes count together. Source: quality.md, "Safe".
 */
export async function limit(deps: Deps, bucket: string, max: number, windowSeconds: number): Promise<void> {
  const now = deps.now().getTime()
  const windowMs = windowSeconds * 1000
  const start = Math.floor(now / windowMs) * windowMs
  const { count } = await deps.db
    .insertInto('rate_count')
    .values({ bucket, window_start: new Date(start), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'window_start']).doUpdateSet({ count: sql`rate_count.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  if (count > max) throw refuse('TOO_MANY_REQUESTS', { retry_after: Math.ceil((start + windowMs - now) / 1000) })
}
