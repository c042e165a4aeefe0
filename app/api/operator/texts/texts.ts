import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { textFor } from '#app/api/content/shown-text.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { DRAFT_DAY, TEXT_KINDS, type TextKind } from '#app/rules/text/content.ts'

/** All texts, by kind and name. */
export const texts = api.operator.texts.list.handler(async ({ input, context: { deps, language } }) => {
  const { kind, page, size } = input
  const all = (await allTexts(deps.db)).filter((text) => kind === undefined || text.kind === kind)
  const { start } = pageSlice(page, all.length, size)
  const results = all.slice(start, start + size).map(({ titles, ...text }) => ({
    ...text,
    title: textFor(titles, language)?.title ?? text.slug,
    languages: LANGUAGES.flatMap((one) =>
      titles.filter(({ language }) => language === one).map(({ is_edited }) => ({ language: one, is_edited })),
    ),
  }))
  return { count: all.length, results }
})

type Title = { language: Language; title: string; is_edited: boolean }
type Listed = {
  kind: TextKind
  slug: string
  updated: string | null
  withdrawn: boolean
  draft: boolean
  titles: Title[]
}

async function allTexts(db: Kysely<DB>): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    with written as (
      select 'page' as kind, page.slug, page.updated, withdrawn, published = ${DRAFT_DAY}::date as draft, language, title
        from page left join page_text on page_text.slug = page.slug
      union all select 'help', help_entry.slug, updated, withdrawn, false, language, title
        from help_entry left join help_text on entry_id = help_entry.id
      union all select 'post', post.slug, updated, withdrawn, published = ${DRAFT_DAY}::date, language, title
        from post left join post_text on post_id = post.id
      union all select 'city', slug, updated, false, false, language, title from city_text
    )
    select kind, slug, nullif(max(updated), ${DRAFT_DAY}::date) as updated, bool_or(draft) as draft, bool_or(withdrawn) as withdrawn,
      coalesce(jsonb_agg(jsonb_build_object('language', language, 'title', title, 'is_edited',
        exists (select from edited_text of where of.kind = written.kind and of.slug = written.slug
          and of.language = written.language))) filter (where language is not null), '[]') as titles
    from written group by kind, slug order by array_position(${TEXT_KINDS}::text[], kind), slug`.execute(db)
  return rows
}
