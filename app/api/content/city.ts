import { api } from '#app/api/call/context.ts'
import { filler, textFor } from './shown-text.ts'

/** Questions and answers about a city. Throws NOT_FOUND if there is no text about it. */
export const city = api.content.city.handler(async ({ input: { slug }, context: { deps, language }, errors }) => {
  const texts = await deps.db.selectFrom('city_text').selectAll().where('slug', '=', slug).execute()
  const text = textFor(texts, language)
  if (!text) throw errors.NOT_FOUND()
  const fill = filler(deps.settings, text.language)
  return {
    ...{ slug, language: text.language, updated: text.updated },
    ...{ title: fill.text(text.title), description: fill.text(text.description), html: fill.html(text.html) },
    questions: text.questions.map(({ question, answerHtml }) => ({
      question: fill.text(question),
      answerHtml: fill.html(answerHtml),
    })),
  }
})
