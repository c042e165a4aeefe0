import { type Kysely, sql } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import { publishedPages, publishedPosts } from '#app/api/content/post-cards.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { pathIn } from '#app/i18n/language.ts'
import { CATEGORY, HOME_ZONE } from '#app/rules/constants.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

const NOTE = 'index-now'
/** The most that IndexNow accepts at once. */
const MOST = 10_000

/**
 * Notifies search engines, once an hour, of the pages of vehicles, companies and texts that have changed since the last
 * time. Does nothing without IndexNow or on the first run, because the sitemaps list everything. Safe to run in several
 * processes.
 */
export async function announceChangedPages(deps: Deps): Promise<void> {
  const { notifySearchEngines, settings } = deps
  const since = notifySearchEngines && (await claimHour(deps))
  if (!since) return
  const paths = await pathsChanged(deps, since)
  const addresses = paths.flatMap((path) => settings.languages.map((one) => settings.origin + pathIn(one, path)))
  if (addresses.length > 0) await notifySearchEngines(addresses.slice(0, MOST))
}

/**
 * The time of the last notification; undefined if that is less than an hour ago, or if another process is faster. Times are the
 * database's, like those of the changes. The present time is stored before anybody is notified: a notification that fails is not
 * repeated, because the sitemaps list the pages, too.
 */
async function claimHour({ db }: Deps): Promise<string | undefined> {
  const { value, isTooSoon, before } = await readClock(db)
  if (isTooSoon) return undefined
  const claimed = before
    ? await db
        .updateTable('note')
        .set({ value })
        .where('key', '=', NOTE)
        .where('value', '=', before)
        .returning('key')
        .executeTakeFirst()
    : await db
        .insertInto('note')
        .values({ key: NOTE, value })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  return claimed ? (before ?? undefined) : undefined
}

/** The time of the last notification, and the present time in microseconds. */
async function readClock(db: Kysely<DB>) {
  const { rows } = await sql<{ value: string; before: string | null; isTooSoon: boolean }>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as value, note.value as before,
      coalesce(note.value::timestamptz > now() - interval '1 hour', false) as "isTooSoon"
    from (values (${NOTE})) as of (key) left join note using (key)`.execute(db)
  const [clock] = rows
  if (!clock) throw new Error('the database gave no time')
  return clock
}

async function pathsChanged({ db, now }: Deps, since: string): Promise<string[]> {
  const isNew = sql<boolean>`updated_at > ${since}::timestamptz`
  // A post is new on its publication date, whenever it was written.
  const lastDay = dateIn(HOME_ZONE, new Date(since))
  const [posts, pages, help, cities, companies, ads] = await Promise.all([
    publishedPosts(db, now())
      .select('slug')
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('published', '>', lastDay),
          exists(selectFrom('post_text').select('language').whereRef('post_id', '=', 'post.id').where(isNew)),
        ]),
      )
      .execute(),
    publishedPages(db, now())
      .select('slug')
      .where('slug', 'in', db.selectFrom('page_text').select('page_text.slug').where(isNew))
      .execute(),
    db
      .selectFrom('help_entry')
      .select('slug')
      .where('withdrawn', '=', false)
      .where('id', 'in', db.selectFrom('help_text').select('entry_id').where(isNew))
      .execute(),
    db.selectFrom('city_text').select('slug').distinct().where(isNew).execute(),
    db.selectFrom('company').select('slug').where(isNew).execute(),
    db
      .selectFrom('ad')
      .select(['id', 'category'])
      .where(isNew)
      .where('status', '=', STATE_NUMBERS.OFFERED)
      .orderBy(sql`updated_at desc`)
      .limit(MOST)
      .execute(),
  ])
  return [
    ...posts.map(({ slug }) => `/blog/${slug}`),
    ...pages.map(({ slug }) => `/pages/${slug}`),
    ...help.map(({ slug }) => `/pages/help/${slug}`),
    ...cities.map(({ slug }) => `/city/${slug}`),
    ...companies.map(({ slug }) => `/companies/${slug}`),
    ...ads.map(({ id, category }) => `/book/${category === CATEGORY.MOTOR ? 'motor' : 'car'}/${id}`),
  ]
}
