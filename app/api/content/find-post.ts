import { type Kysely, sql } from 'kysely'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { hasText } from './post-cards.ts'

/**
 * A post by its slug, a former slug, or its number. Throws NOT_FOUND, also for one that is not published yet, and
 * WITHDRAWN.
 */
export async function findPost(db: Kysely<DB>, slug: string, now: Date) {
  const found = await db
    .selectFrom('post')
    .select(['id', 'slug', 'withdrawn', 'published', 'tags', 'cities', 'categories'])
    .where(({ or, eb }) =>
      or([
        eb('slug', '=', slug),
        sql<boolean>`${slug} = any(former_slugs)`,
        ...(/^\d{1,9}$/.test(slug) ? [eb('id', '=', Number(slug))] : []),
      ]),
    )
    .where(hasText)
    .orderBy(({ eb }) => eb('slug', '=', slug), 'desc')
    .executeTakeFirst()
  if (!found || found.published > dateIn(HOME_ZONE, now)) throw errors.NOT_FOUND()
  if (found.withdrawn) throw errors.WITHDRAWN()
  return found
}
