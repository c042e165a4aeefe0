import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

const TEXT = { language: 'en', title: 'Terms', description: 'What holds.', html: '<p>Text</p>' } as const
const DAYS = { published: '2026-01-01', updated: '2026-01-01' }
const NOBODY = { fa: 'کسی', en: 'Somebody', ar: 'أحد', tr: 'Biri', de: 'Jemand' }

/** Stores one text of every kind, each with the slug `terms`. */
export async function loadTexts(db: Kysely<DB>) {
  const slug = 'terms'
  await db.insertInto('page').values({ slug, updated: DAYS.updated }).execute()
  await db
    .insertInto('page_text')
    .values({ ...TEXT, slug, headings: '[]' })
    .execute()
  await db
    .insertInto('help_entry')
    .values({ slug, topic: 'money', position: 1, related: [], asked_at: [], updated: DAYS.updated })
    .execute()
  await db
    .insertInto('help_text')
    .values({ ...TEXT, entry_id: 1, answer: 'Text', search: 'terms' })
    .execute()
  await db
    .insertInto('city_text')
    .values({ ...TEXT, slug, questions: '[]', updated: DAYS.updated })
    .execute()
  await db
    .insertInto('post_author')
    .values({ key: 'x', name: JSON.stringify(NOBODY) })
    .execute()
  const lists = { former_slugs: [], tags: [], cities: [], categories: [] }
  await db
    .insertInto('post')
    .values({ ...DAYS, ...lists, slug, withdrawn: false, author: 'x' })
    .execute()
  await db
    .insertInto('post_text')
    .values({ ...TEXT, post_id: 1, minutes: 1, search: 'terms' })
    .execute()
}
