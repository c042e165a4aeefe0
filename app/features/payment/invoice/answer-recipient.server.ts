import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { RecipientFields } from '#app/contract/shapes/recipient.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'

interface Answering {
  /** The page that it leads back to. */
  to: string
  save: (recipient: z.output<typeof RecipientFields>) => Promise<unknown>
  remove: () => Promise<unknown>
}

/** Answers the forms of `RecipientForm`. */
export async function answerRecipient(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  { to, save, remove }: Answering,
) {
  const t = textFor(context.get(siteContext).language, 'recipient')
  const fields = await request.formData()
  if (fields.get('intent') === 'remove')
    return answerForm({ context, request: fields }, NoFields, async () => {
      await remove()
      return { to, said: t('removed') }
    })
  return answerForm({ context, request: fields }, RecipientFields, async (recipient) => {
    await save(recipient)
    return { to, said: t('saved') }
  })
}
