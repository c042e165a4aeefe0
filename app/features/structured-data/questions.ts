import { localeTag } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'

/** Questions that a page answers, in terms of schema.org; undefined where there are none. */
export function questionsData(
  questions: readonly { question: string; answer: string }[],
  language: Language,
): object | undefined {
  if (questions.length === 0) return undefined
  return {
    '@type': 'FAQPage',
    inLanguage: localeTag(language),
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
