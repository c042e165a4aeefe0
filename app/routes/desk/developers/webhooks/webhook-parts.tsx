import type { z } from 'zod'
import type { webhooks } from '#app/contract/company/developers/webhooks.ts'
import { ShownOnce } from '#app/features/api-keys/shown-once.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { EVENT_TYPES } from '#app/rules/access/api-event.ts'
import { READER_ZONES } from '#app/rules/constants.ts'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { FieldErrors } from '#app/ui/form/field.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Tag } from '#app/ui/tag.tsx'

type Answer<Call extends { '~orpc': { outputSchema?: unknown } }> =
  NonNullable<Call['~orpc']['outputSchema']> extends infer Schema extends z.ZodType ? z.output<Schema> : never
export type ListedWebhook = Answer<(typeof webhooks)['read']>
export type ShownDelivery = Answer<(typeof webhooks)['delivery']>

export const DEVELOPERS = '/desk/developers'
/** For who cannot receive. */
export const EVENTS_CALL = 'GET /v2/events/'

/** Whether events are sent, and since when they do not arrive. */
export function WebhookState({ webhook: { is_on, failed_at, failing_since } }: { webhook: ListedWebhook }) {
  const t = useText('webhooks')
  const moment = useMoment()
  if (!is_on && failed_at) return <Tag kind="bad">{t('state.failed', { when: moment(failed_at) })}</Tag>
  if (!is_on) return <Tag kind="info">{t('state.off')}</Tag>
  if (failing_since) return <Tag kind="warn">{t('state.failing', { when: moment(failing_since) })}</Tag>
  return <Tag kind="ok">{t('state.on')}</Tag>
}

const KINDS = { WAITING: 'warn', DELIVERED: 'ok', FAILED: 'bad' } as const

export function DeliveryStatus({ status }: { status: ShownDelivery['status'] }) {
  const t = useText('webhooks')
  return <Tag kind={KINDS[status]}>{t(`status.${status}`)}</Tag>
}

/** The words for a type of event, and the type itself. */
export function EventType({ type }: { type: ShownDelivery['type'] }) {
  const t = useText('webhooks')
  return (
    <>
      <b>{t(`type.${type}`)}</b>{' '}
      <bdi className="sm mute" dir="ltr">
        {type}
      </bdi>
    </>
  )
}

/** A moment in the time of whoever reads this language. */
export function useMoment(): (at: string) => string {
  const { language } = useLanguage()
  return (at) => formatInstant(new Date(at), READER_ZONES[language], language, 'long')
}

/** The fields of an endpoint. */
export function WebhookFieldset({ form, labels }: { form: ReplyForm; labels: { url: string; events: string } }) {
  const t = useText('webhooks')
  const id = `${form.props.id}-events`
  const fieldErrors = form.fieldErrors('events')
  return (
    <>
      <TextField
        {...form.field('url')}
        label={labels.url}
        hint={t('fields.urlHint')}
        dir="ltr"
        inputMode="url"
        maxLength={500}
        required
      />
      <fieldset
        className="stack stack-2"
        id={id}
        tabIndex={-1}
        aria-describedby={fieldErrors ? `${id}-hint ${id}-error` : `${id}-hint`}
      >
        <legend>{labels.events}</legend>
        <p className="hint" id={`${id}-hint`}>
          {t('fields.eventsHint')}
        </p>
        {EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            id={`${id}-${type.replace('.', '-')}`}
            name="events"
            value={type}
            checked={form.isChosen('events', type)}
            end={<bdi dir="ltr">{type}</bdi>}
          >
            {t(`type.${type}`)}
          </Checkbox>
        ))}
        <FieldErrors id={id} fieldErrors={fieldErrors} />
      </fieldset>
    </>
  )
}

/** The secret of an endpoint as it is shown once. */
export function ShownSecret({ made }: { made: { id: number; url: string; secret: string } }) {
  const t = useText('webhooks')
  return (
    <ShownOnce
      title={t('made.title', { host: new URL(made.url).host })}
      once={t('made.once')}
      label={t('made.secret')}
      hint={t('made.use')}
      secret={made.secret}
      back={{ path: `${DEVELOPERS}/webhooks/${made.id}`, label: t('made.back') }}
    />
  )
}
