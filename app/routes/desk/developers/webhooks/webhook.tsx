import type { ReactNode } from 'react'
import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { AnswerNote } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/webhook'
import { changeWebhook, webhookIdOf } from './webhook-actions.server.ts'
import {
  DEVELOPERS,
  type ListedWebhook,
  ShownSecret,
  useMoment,
  WebhookFieldset,
  WebhookState,
} from './webhook-parts.tsx'

export const handle: PageHandle = { areas: ['webhooks', 'developers', 'errors'], noJs: true, query: [] }

/** Some day, as an example of how days may be typed. */
const EXAMPLE = '2026-11-23'

export async function loader({ context, params }: Route.LoaderArgs) {
  const webhook = await apiOf(context).company.developers.webhooks.read({ id: webhookIdOf(params) })
  const t = textFor(context.get(siteContext).language, 'webhooks')
  return { webhook, meta: { title: t('one.title', { host: new URL(webhook.url).host }) } }
}

export function action({ context, params, request }: Route.ActionArgs) {
  return changeWebhook(context, request, webhookIdOf(params))
}

type Answered = Route.ComponentProps['actionData']
type Replayed = { since: string; only_failed: boolean; count: number; after: string | null }

/** One endpoint: what is sent there, and everything that can be done with it. */
export default function WebhookPage({ loaderData: { webhook, meta: page }, actionData }: Route.ComponentProps) {
  const t = useText('webhooks')
  const developers = useText('developers')
  const { language } = useLanguage()
  const made = actionData && 'made' in actionData ? actionData.made : undefined
  const replayed = actionData && 'replayed' in actionData ? actionData.replayed : undefined
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: developers('title'), href: pathIn(language, DEVELOPERS) }, { label: page.title }]}
      />
      <div className="head row between">
        <div>
          <h1>{page.title}</h1>
          <p className="soft">{t('one.zone')}</p>
        </div>
        <WebhookState webhook={webhook} />
      </div>
      {made ? (
        <ShownSecret made={made} />
      ) : (
        <div className="duo">
          <div className="stack">
            <Change webhook={webhook} reply={replyTo(actionData)} />
            <Replay replayed={replayed} reply={replyTo(actionData, 'replay', 'replayMore')} />
          </div>
          <Actions webhook={webhook} actionData={actionData} />
        </div>
      )}
    </>
  )
}

/** Each form gets only its own answer: the others show the stored values. */
function replyTo(actionData: Answered, ...intents: string[]): FormReply | undefined {
  if (!actionData || !('form' in actionData)) return undefined
  const intent = actionData.form.initialValue?.intent
  const isOwn = intents.length > 0 ? intents.includes(String(intent)) : intent === undefined
  return isOwn ? actionData.form : undefined
}

function Change({ webhook: { url, events }, reply }: { webhook: ListedWebhook; reply: FormReply | undefined }) {
  const t = useText('webhooks')
  const stored = useReply('webhook', { reply, initial: { url } })
  const form = reply ? stored : { ...stored, isChosen: (_: string, type = '') => events.some((one) => one === type) }
  const labels = { url: t('fields.url'), events: t('fields.events') }
  return (
    <Card id="change" title={t('change.title')} className="stack">
      <PostForm {...form.props} className="stack">
        <ErrorSummary id="webhook-errors" entries={form.summary(labels)} />
        <WebhookFieldset form={form} labels={labels} />
        <div>
          <SubmitButton>{t('change.submit')}</SubmitButton>
        </div>
      </PostForm>
    </Card>
  )
}

function Replay({ replayed, reply }: { replayed: Replayed | undefined; reply: FormReply | undefined }) {
  const t = useText('webhooks')
  const desk = useText('desk')
  const { language } = useLanguage()
  const form = useReply('replay', { reply, initial: { since_at: '00:00', only_failed: 'on' } })
  const labels = { since_on: t('replay.on'), since_at: t('replay.at') }
  return (
    <Card id="replay-card" title={t('replay.title')} className="stack">
      <p>{t('replay.text')}</p>
      {replayed && (
        <AnswerNote kind="ok" newest={replayed}>
          {t('replay.done', { n: replayed.count })} {replayed.after && t('replay.more')}
        </AnswerNote>
      )}
      {replayed?.after && (
        <PostForm>
          <input type="hidden" name="since" value={replayed.since} />
          <input type="hidden" name="after" value={replayed.after} />
          {replayed.only_failed && <input type="hidden" name="only_failed" value="on" />}
          <SubmitButton name="intent" value="replayMore">
            {t('replay.next')}
          </SubmitButton>
        </PostForm>
      )}
      <PostForm {...form.props} className="stack">
        <ErrorSummary id="replay-errors" entries={form.summary(labels)} />
        <div className="fields">
          <TextField
            {...form.field('since_on')}
            label={labels.since_on}
            hint={desk('list.dayHint', { example: formatDate(EXAMPLE, language, 'numeric') })}
            maxLength={20}
            required
          />
          <TextField {...form.field('since_at')} label={labels.since_at} hint={t('one.zone')} maxLength={5} required />
        </div>
        <Checkbox id="replay-only" name="only_failed" checked={form.isChosen('only_failed')}>
          {t('replay.onlyFailed')}
        </Checkbox>
        <div>
          <SubmitButton name="intent" value="replay" className="btn">
            {t('replay.submit')}
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  )
}

function Actions({ webhook, actionData }: { webhook: ListedWebhook; actionData: Answered }) {
  const t = useText('webhooks')
  const { language } = useLanguage()
  const moment = useMoment()
  const { id, is_on, former_until } = webhook
  const turn = is_on ? 'off' : 'on'
  return (
    <div className="stack">
      <Card id="deliveries" title={t('deliveries.all')} className="stack stack-2">
        <p>{t('deliveries.text')}</p>
        <p>
          <a className="btn btn-s" href={pathIn(language, `${DEVELOPERS}/webhooks/${id}/deliveries`)}>
            {t('deliveries.all')}
          </a>
        </p>
      </Card>
      <OneButton intent="test" actionData={actionData} title={t('test.title')} submit={t('test.submit')}>
        <p>{t('test.text')}</p>
      </OneButton>
      <OneButton intent={turn} actionData={actionData} title={t(`${turn}.title`)} submit={t(`${turn}.submit`)}>
        <p>{t(`${turn}.text`)}</p>
      </OneButton>
      <OneButton intent="rotate" actionData={actionData} title={t('rotate.title')} submit={t('rotate.submit')}>
        <p>{t('rotate.text')}</p>
        {former_until && <p className="soft">{t('rotate.former', { when: moment(former_until) })}</p>}
      </OneButton>
      <OneButton intent="remove" actionData={actionData} title={t('remove.title')} submit={t('remove.submit')} isBad>
        <p>{t('remove.text')}</p>
      </OneButton>
    </div>
  )
}

function OneButton({
  intent,
  actionData,
  title,
  submit,
  isBad,
  children,
}: {
  intent: string
  actionData: Answered
  title: string
  submit: string
  isBad?: boolean
  children: ReactNode
}) {
  const form = useReply(intent, { reply: replyTo(actionData, intent) })
  return (
    <Card id={`${intent}-card`} title={title} className="stack stack-2">
      <ErrorSummary id={`${intent}-errors`} entries={form.summary({})} />
      {children}
      <PostForm>
        <SubmitButton name="intent" value={intent} className={isBad ? 'btn btn-s btn-bad' : 'btn btn-s'}>
          {submit}
        </SubmitButton>
      </PostForm>
    </Card>
  )
}
