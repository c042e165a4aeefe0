import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '../operator-page.server.ts'

const Judgement = z.object({ reason: Reason, decision: z.enum(['take', 'back'], { error: 'required' }) })

/** Answers the form that takes something down or puts it back; `words` are of the texts of moderation. */
export async function answerJudgement(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  page: {
    judge: (judgement: { taken_down: boolean; reason: string }) => Promise<unknown>
    back: string
    words: { taken: 'listing.taken' | 'photo.taken'; isBack: 'listing.isBack' | 'photo.isBack' }
  },
) {
  const form = await parseForm(request, Judgement, formPage(context))
  if (!form.ok) return form.reply
  const { decision, reason } = form.value
  const taken_down = decision === 'take'
  try {
    await page.judge({ taken_down, reason })
  } catch (error) {
    return refused(error, form)
  }
  const t = textFor(context.get(siteContext).language, 'moderation')
  return goOn(context, page.back, t(taken_down ? page.words.taken : page.words.isBack))
}
