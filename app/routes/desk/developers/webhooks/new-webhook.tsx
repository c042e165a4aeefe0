import { WebhookFields } from '#app/contract/company/developers/webhooks.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/new-webhook'
import { DEVELOPERS, ShownSecret, WebhookFieldset } from './webhook-parts.tsx'

export const handle: PageHandle = {
  title: 'webhooks/list.new',
  areas: ['webhooks', 'developers', 'errors'],
  noJs: true,
  query: [],
}

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, WebhookFields, async (fields) => ({
    made: await apiOf(context).company.developers.webhooks.create(fields),
  }))
}

/** A new endpoint, and its secret once it is made. */
export default function NewWebhook({ actionData }: Route.ComponentProps) {
  const t = useText('webhooks')
  const developers = useText('developers')
  const made = actionData && 'made' in actionData ? actionData.made : undefined
  const form = useReply('webhook', { reply: actionData && 'form' in actionData ? actionData.form : undefined })
  const labels = { url: t('fields.url'), events: t('fields.events') }
  return (
    <>
      <DeskHead title={t('list.new')} text={t('list.text')} />
      <div className="stack">
        {made ? (
          <ShownSecret made={made} />
        ) : (
          <DecisionForm
            form={form}
            labels={labels}
            choices={[{ label: t('new.submit') }]}
            back={{ path: DEVELOPERS, label: developers('title') }}
          >
            <WebhookFieldset form={form} labels={labels} />
          </DecisionForm>
        )}
      </div>
    </>
  )
}
