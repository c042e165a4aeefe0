import { type Kysely, sql } from 'kysely'

/** The words that people search for, where an installation still has the first ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [slug, language, before, after] of WORDS) {
    await sql`
      update body_type set name = jsonb_set(name, array[${language}], to_jsonb(${after}::text))
      where slug = ${slug} and name ->> ${language} = ${before}`.execute(db)
  }
}

const WORDS: [slug: string, language: string, before: string, after: string][] = [
  ['suv', 'de', 'Geländewagen', 'SUV'],
  ['van', 'de', 'Kleinbus', 'Van'],
  ['van', 'tr', 'Minibüs', 'Minivan'],
  ['pickup', 'tr', 'Kamyonet', 'Pikap'],
]
