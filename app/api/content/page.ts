import { api } from '#app/api/call/context.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { filler, textFor } from './shown-text.ts'

/** A page with the ids of its sections. Throws NOT_FOUND for an unknown page, WITHDRAWN for a withdrawn one. */
export const page = api.content.page.handler(async ({ input: { slug }, context: { deps, language }, errors }) => {
  const texts = await deps.db
    .selectFrom('page')
    .innerJoin('page_text', 'page_text.slug', 'page.slug')
    .select(['language', 'title', 'description', 'html', 'headings', 'updated', 'withdrawn', 'published'])
    .where('page.slug', '=', slug)
    .execute()
  const text = textFor(texts, language)
  if (!text || text.published > dateIn(HOME_ZONE, deps.now())) throw errors.NOT_FOUND()
  if (text.withdrawn) throw errors.WITHDRAWN()
  const { title, description, html, headings, updated } = text
  const fill = filler(deps.settings, text.language)
  return {
    ...{ slug, updated, language: text.language },
    ...{ title: fill.text(title), description: fill.text(description), html: fill.html(html) },
    sections: headings.map((heading) => ({ ...heading, title: fill.text(heading.title) })),
  }
})
