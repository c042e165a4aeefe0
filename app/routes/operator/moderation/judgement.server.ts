import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'

const Judgement = z.object({ reason: Reason, decision: z.enum(['take', 'back'], { error: 'required' }) })

/** Answers the form that takes something down or puts it back; `words` are the texts of the area `moderation`. */
export function answerJudgement(
  sent: { context: Readonly<RouterContextProvider>; request: Request | FormData },
  page: {
    judge: (judgement: { taken_down: boolean; reason: string }) => Promise<unknown>
    back: string
    words: { taken: 'listing.taken' | 'photo.taken'; isBack: 'listing.isBack' | 'photo.isBack' }
  },
) {
  return answerForm(sent, Judgement, async ({ decision, reason }) => {
    const taken_down = decision === 'take'
    await page.judge({ taken_down, reason })
    const t = textFor(sent.context.get(siteContext).language, 'moderation')
    return { to: page.back, said: t(taken_down ? page.words.taken : page.words.isBack) }
  })
}
