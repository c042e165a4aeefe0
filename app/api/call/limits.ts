import { sql } from 'kysely'
import type { ApiContext, Deps } from '#app/api/call/context.ts'
import { subscriberOf } from '#app/rules/access/network.ts'
import { errors } from './declared-errors.ts'

type Store = Pick<Deps, 'db' | 'limitsDb' | 'now' | 'counts'>

/**
 * Counts one try in a bucket (`voucher number 48213`) and refuses if there were more than `max` in this window of
 * seconds: TOO_MANY_REQUESTS with the seconds until the next window. All processes count together. Source: quality.md,
 * "Safe".
 */
export async function limit(deps: Store, bucket: string, max: number, windowSeconds: number): Promise<void> {
  guardLimit(await countAgainst(deps, bucket, max, windowSeconds))
}

/** What is left of a limit in this window: tries, fewer than none over the limit, and seconds until the next window. */
export type Left = { tries: number; seconds: number }

/** Counts one try in a bucket, and says what is left; `guardLimit` refuses. */
export async function countAgainst(deps: Store, bucket: string, max: number, windowSeconds: number): Promise<Left> {
  const count = await countIn(deps, bucket, windowSeconds)
  return { tries: max - count, seconds: secondsLeft(deps, windowSeconds) }
}

/** Throws TOO_MANY_REQUESTS over the limit. */
export function guardLimit({ tries, seconds }: Left): void {
  if (tries < 0) throw errors.TOO_MANY_REQUESTS({ data: { retry_after: seconds } })
}

/** The same per subscriber of the caller's network: one IPv4 address, or all of an IPv6 /64. */
export async function limitSubscriber(
  { deps, clientAddress }: Pick<ApiContext, 'deps' | 'clientAddress'>,
  name: string,
  max: number,
  windowSeconds: number,
): Promise<void> {
  await limit(deps, `${name} ${subscriberOf(clientAddress)}`, max, windowSeconds)
}

/** Counts one more in a bucket and returns the number in this window. */
export async function countIn(
  { db, limitsDb = db, now, counts }: Store,
  bucket: string,
  windowSeconds: number,
): Promise<number> {
  const counted = await counts?.add(keyOf(bucket, now(), windowSeconds), windowSeconds)
  if (counted !== undefined) return counted
  const { count } = await limitsDb
    .insertInto('rate_count')
    .values({ bucket, window_start: windowStart(now(), windowSeconds), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'window_start']).doUpdateSet({ count: sql`rate_count.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

/** Undoes what `countIn` or `limit` counted in this window. */
export async function uncount(
  { db, limitsDb = db, now, counts }: Store,
  bucket: string,
  windowSeconds: number,
): Promise<void> {
  if (await counts?.take(keyOf(bucket, now(), windowSeconds))) return
  await limitsDb
    .updateTable('rate_count')
    .set({ count: sql`count - 1` })
    .where('bucket', '=', bucket)
    .where('window_start', '=', windowStart(now(), windowSeconds))
    .where('count', '>', 0)
    .execute()
}

/** A window's count in Redis, if there is one; it expires with its window. */
function keyOf(bucket: string, now: Date, windowSeconds: number): string {
  return `savari:limit:${bucket}:${windowStart(now, windowSeconds).getTime()}`
}

function windowStart(now: Date, windowSeconds: number): Date {
  return new Date(now.getTime() - (now.getTime() % (windowSeconds * 1000)))
}

function secondsLeft({ now }: Pick<Deps, 'now'>, windowSeconds: number): number {
  const windowMs = windowSeconds * 1000
  return Math.ceil((windowMs - (now().getTime() % windowMs)) / 1000)
}
