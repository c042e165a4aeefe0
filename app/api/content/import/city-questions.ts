import type { AnsweredQuestion } from '#app/rules/text/content.ts'

/** A city's text without its last section if that has questions (`###` under the last `##`), and these questions. */
export function takeQuestions(html: string): { html: string; questions: AnsweredQuestion[] } {
  const last = html.lastIndexOf('<h2')
  const section = last < 0 ? '' : html.slice(last)
  const [, ...parts] = section.split(/<h3[^>]*>/)
  if (parts.length === 0) return { html, questions: [] }
  const questions = parts.map((part) => {
    const [question = '', ...answer] = part.split('</h3>')
    return { question: question.replace(/<[^>]+>/g, '').trim(), answerHtml: answer.join('</h3>').trim() }
  })
  return { html: html.slice(0, last).trim(), questions }
}
