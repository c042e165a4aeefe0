import { type RawBuilder, sql } from 'kysely'
import { foldSearch } from '#app/rules/text/content.ts'

/** How similar a mistyped or inflected word must be (pg_trgm; *ours*). */
const ALIKE = 0.55
const WORDS_MOST = 8

/**
 * The rows of a table with a folded `search` and a `title` that have every typed word, including mistyped ones, and how
 * well they match: words in the title count more.
 */
export function wordMatches(
  typed: string,
  table: 'help_text' | 'post_text',
): { isMatch: RawBuilder<boolean>; score: RawBuilder<number> } {
  const words = foldSearch(typed).split(' ').slice(0, WORDS_MOST)
  const text = sql.ref(`${table}.search`)
  const title = sql.ref(`${table}.title`)
  const likeness = words.map((word) => sql`word_similarity(${word}, ${text})`)
  const matches = words.map(
    (word, index) => sql`(${text} like ${`%${escaped(word)}%`} or ${likeness[index]} >= ${ALIKE})`,
  )
  const inTitle = words.map((word) => sql`word_similarity(${word}, lower(${title}))`)
  return {
    isMatch: sql<boolean>`(${sql.join(matches, sql` and `)})`,
    score: sql<number>`(${sql.join([...likeness, ...inTitle], sql` + `)})`,
  }
}

function escaped(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}
