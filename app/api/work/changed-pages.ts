import { sql } from 'kysely'
import { publishedPosts } from '#app/api/content/post-cards.ts'
import type { Deps } from '#app/api/context.ts'
import { pathIn } from '#app/i18n/language.ts'
import { CATEGORY } from '#app/rules/constants.ts'

const NOTE = 'index-now'
const HOUR_MS = 3_600_000
/** What IndexNow takes at once. */
const MOST = 10_000

/**
 * Notifies search engines, once an hour, of the pages of vehicles, companies and texts that have changed since the last time. Does
 * nothing without IndexNow or on the first run: the sitemaps list everything. Safe to run in several processes.
 */
export async function announceChangedPages(deps: Deps): Promise<void> {
  const { notifySearchEngines, settings } = deps
  const since = notifySearchEngines && (await claimHour(deps))
  if (!since) return
  const paths = await pathsChanged(deps, since)
  const addresses = paths.flatMap((path) => settings.languages.map((one) => settings.origin + pathIn(one, path)))
  if (addresses.length > 0) await notifySearchEngines(addresses.slice(0, MOST))
}

/** The time of the last notification, if that is an hour ago. It is set at once: a notification that fails is not repeated, as the sitemaps list the pages too. */
async function claimHour({ db, now }: Deps): Promise<Date | undefined> {
  const value = now().toISOString()
  const before = await db.selectFrom('note').select('value').where('key', '=', NOTE).executeTakeFirst()
  if (before && now().getTime() - Date.parse(before.value) < HOUR_MS) return undefined
  const claimed = before
    ? await db
        .updateTable('note')
        .set({ value })
        .where('key', '=', NOTE)
        .where('value', '=', before.value)
        .returning('key')
        .executeTakeFirst()
    : await db
        .insertInto('note')
        .values({ key: NOTE, value })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  return before && claimed ? new Date(before.value) : undefined
}

async function pathsChanged({ db, now }: Deps, since: Date): Promise<string[]> {
  // Texts know the day of a change alone.
  const day = since.toISOString().slice(0, 10)
  const [posts, pages, help, companies, ads] = await Promise.all([
    publishedPosts(db, now()).select('slug').where('updated', '>', day).execute(),
    db.selectFrom('page').select('slug').where('updated', '>', day).where('withdrawn', '=', false).execute(),
    db.selectFrom('help_entry').select('slug').where('updated', '>', day).where('withdrawn', '=', false).execute(),
    db.selectFrom('company').select('slug').where('updated_at', '>', since).execute(),
    db
      .selectFrom('ad')
      .select(['id', 'category'])
      .where('updated_at', '>', since)
      .where('status', '=', 1)
      .orderBy(sql`updated_at desc`)
      .limit(MOST)
      .execute(),
  ])
  return [
    ...posts.map(({ slug }) => `/blog/${slug}`),
    ...pages.map(({ slug }) => `/pages/${slug}`),
    ...help.map(({ slug }) => `/pages/help/${slug}`),
    ...companies.map(({ slug }) => `/companies/${slug}`),
    ...ads.map(({ id, category }) => `/book/${category === CATEGORY.MOTOR ? 'motor' : 'car'}/${id}`),
  ]
}
