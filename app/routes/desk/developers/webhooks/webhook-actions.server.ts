import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { WebhookFields } from '#app/contract/company/developers/webhooks.ts'
import { ClockTime, Flag, Instant, IsoDate, PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { READER_ZONES } from '#app/rules/constants.ts'
import { instantOf } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'

type Context = Readonly<RouterContextProvider>

/** From when events are sent again. */
const Since = z.object({ since_on: IsoDate, since_at: ClockTime, only_failed: Flag })
/** The same, after a part of them. */
const Further = z.object({ since: Instant, after: PublicId, only_failed: Flag })

/** The number in an address. Throws a 404 for anything else. */
export function webhookIdOf({ id }: { id: string }): number {
  const parsed = RowId.safeParse(id)
  if (!parsed.success) throw notFound()
  return parsed.data
}

/** Answers one of the forms of an endpoint's page: `intent` says which. */
export async function changeWebhook(context: Context, request: Request, id: number) {
  const { language } = context.get(siteContext)
  const { webhooks } = apiOf(context).company.developers
  const t = textFor(language, 'webhooks')
  const here = `/desk/developers/webhooks/${id}`
  const fields = await request.formData()
  const sent = { context, request: fields }
  switch (fields.get('intent')) {
    case 'on':
    case 'off':
      return answerForm(sent, NoFields, async () => {
        const { is_on } = await webhooks.change({ id, is_on: fields.get('intent') === 'on' })
        return { to: here, said: t(is_on ? 'on.done' : 'off.done') }
      })
    case 'remove':
      return answerForm(sent, NoFields, async () => {
        await webhooks.remove({ id })
        return { to: '/desk/developers', said: t('remove.done') }
      })
    case 'rotate':
      return answerForm(sent, NoFields, async () => ({ made: await webhooks.rotate({ id }) }))
    case 'test':
      return answerForm(sent, NoFields, async () => {
        const delivery = await webhooks.test({ id })
        return { to: `/desk/developers/deliveries/${delivery.id}`, said: t('test.done') }
      })
    case 'replay':
      return answerForm(sent, Since, ({ since_on, since_at, only_failed }) => {
        const since = instantOf(since_on, since_at.padStart(5, '0'), READER_ZONES[language]).toISOString()
        return replay({ since, only_failed })
      })
    case 'replayMore':
      return answerForm(sent, Further, replay)
    default:
      return answerForm(sent, WebhookFields, async ({ url, events }) => {
        await webhooks.change({ id, url, events })
        return { to: here, said: t('change.done') }
      })
  }

  async function replay(from: { since: string; only_failed: boolean; after?: string }) {
    const { count, after } = await webhooks.replay({ id, ...from })
    return { replayed: { ...from, count, after } }
  }
}
