import { wholeList } from '#app/api/call/lists.ts'
import { page } from './content/page.ts'
import { api } from './context.ts'

const faq = api.content.faq.handler(async ({ context: { deps, language } }) => {
  const rows = await deps.db.selectFrom('faq').selectAll().orderBy('position').execute()
  return wholeList(
    rows.map(({ id, question, answer }) => ({ id, question: question[language], answer: answer[language] })),
  )
})

export const content = { faq, page }
