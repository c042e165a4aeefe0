import { type Kysely, sql } from 'kysely'
import { api, type Deps } from '#app/api/call/context.ts'
import { wholeList } from '#app/api/call/lists.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Language } from '#app/rules/constants.ts'
import { HELP_TOPICS } from '#app/rules/text/content.ts'
import { filler, textFor } from './shown-text.ts'
import { wordMatches } from './word-matches.ts'

/** The name of the home page in an entry's `asked_at`. */
const HOME = 'home'

type Row = Awaited<ReturnType<ReturnType<typeof entryTexts>['execute']>>[number]

/** The help centre, by topic and order; for a search those that match in any language, best first. */
export const help = api.content.help.handler(async ({ input: { search, topic }, context: { deps, language } }) => {
  const rows = await entryTexts(deps.db)
    .$if(topic !== undefined, (query) => query.where('topic', '=', topic!))
    .execute()
  const entries = entriesOf(rows, { language, settings: deps.settings })
  const found = search.trim() ? await matching(deps.db, search, language) : undefined
  if (!found) return wholeList(entries.map(({ card }) => card))
  const best = entries.filter(({ id }) => found.has(id)).sort((a, b) => found.get(b.id)! - found.get(a.id)!)
  return wholeList(best.map(({ card }) => card))
})

/** An entry with its related entries. Throws NOT_FOUND, and WITHDRAWN. */
export const helpEntry = api.content.helpEntry.handler(
  async ({ input: { slug }, context: { deps, language }, errors }) => {
    const entries = entriesOf(await entryTexts(deps.db).execute(), { language, settings: deps.settings })
    const entry = entries.find(({ card }) => card.slug === slug)
    if (!entry) throw (await isWithdrawn(deps.db, slug)) ? errors.WITHDRAWN() : errors.NOT_FOUND()
    const { html } = await deps.db
      .selectFrom('help_text')
      .select('html')
      .where('entry_id', '=', entry.id)
      .where('language', '=', entry.card.language)
      .executeTakeFirstOrThrow()
    const related = entry.related.flatMap((other) => entries.find(({ card }) => card.slug === other)?.card ?? [])
    return { ...entry.card, html: filler(deps.settings, entry.card.language).html(html), related }
  },
)

/** The most frequent questions: the entries that say so, or all. */
export const faq = api.content.faq.handler(async ({ context: { deps, language } }) => {
  const entries = entriesOf(await entryTexts(deps.db).execute(), { language, settings: deps.settings })
  const first = entries.filter(({ asked_at }) => asked_at.includes(HOME))
  return wholeList(
    (first.length > 0 ? first : entries).map(({ id, card }) => ({
      ...{ id, slug: card.slug },
      ...{ question: card.title, answer: card.answer },
    })),
  )
})

function entryTexts(db: Kysely<DB>) {
  return db
    .selectFrom('help_entry')
    .innerJoin('help_text', 'help_text.entry_id', 'help_entry.id')
    .select(['id', 'slug', 'topic', 'position', 'related', 'asked_at', 'updated'])
    .select(['language', 'title', 'description', 'answer'])
    .where('withdrawn', '=', false)
    .orderBy('position')
    .orderBy('slug')
}

async function isWithdrawn(db: Kysely<DB>, slug: string): Promise<boolean> {
  const found = await db.selectFrom('help_entry').select('withdrawn').where('slug', '=', slug).executeTakeFirst()
  return found?.withdrawn ?? false
}

/** Each entry once, in the best available language, by topic. */
function entriesOf(rows: readonly Row[], { language, settings }: { language: Language; settings: Deps['settings'] }) {
  return [...Map.groupBy(rows, ({ id }) => id).values()]
    .flatMap((texts) => textFor(texts, language) ?? [])
    .sort((a, b) => HELP_TOPICS.indexOf(a.topic) - HELP_TOPICS.indexOf(b.topic))
    .map(({ id, related, asked_at, position, ...row }) => {
      const fill = filler(settings, row.language)
      const { title, description, answer } = row
      const filled = { title: fill.text(title), description: fill.text(description), answer: fill.text(answer) }
      return { id, related, asked_at, card: { ...row, ...filled } }
    })
}

/** How well each entry with every word, or nearly, matches: in the requested language and in the title first. */
async function matching(db: Kysely<DB>, search: string, language: Language): Promise<Map<number, number>> {
  const { isMatch, score } = wordMatches(search, 'help_text')
  const rows = await db
    .selectFrom('help_text')
    .select(['entry_id', sql<number>`max(${score} + (language = ${language})::int * 0.2)`.as('score')])
    .where(isMatch)
    .groupBy('entry_id')
    .execute()
  return new Map(rows.map((row) => [row.entry_id, row.score]))
}
