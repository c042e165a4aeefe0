import { PublicId } from '#app/contract/shapes/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/delivery'
import { BothSides, Tries } from './tries.tsx'
import { DEVELOPERS, DeliveryStatus, EVENTS_CALL, type ShownDelivery, useMoment } from './webhook-parts.tsx'

export const handle: PageHandle = { areas: ['webhooks', 'developers', 'errors'], noJs: true, query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const delivery = await apiOf(context).company.developers.webhooks.delivery({ id: deliveryIdOf(params) })
  const t = textFor(context.get(siteContext).language, 'webhooks')
  return { delivery, meta: { title: t(`type.${delivery.type}`) } }
}

/** Sends it again. */
export function action({ context, params, request }: Route.ActionArgs) {
  const id = deliveryIdOf(params)
  const t = textFor(context.get(siteContext).language, 'webhooks')
  return answerForm({ context, request }, NoFields, async () => {
    await apiOf(context).company.developers.webhooks.resend({ id })
    return { to: `${DEVELOPERS}/deliveries/${id}`, said: t('delivery.againDone') }
  })
}

function deliveryIdOf({ id }: { id: string }): string {
  const parsed = PublicId.safeParse(id)
  if (!parsed.success) throw notFound()
  return parsed.data
}

/** One event on its way to an endpoint: both sides of each try. */
export default function DeliveryPage({ loaderData: { delivery }, actionData }: Route.ComponentProps) {
  const t = useText('webhooks')
  const developers = useText('developers')
  const { language } = useLanguage()
  const list = `${DEVELOPERS}/webhooks/${delivery.webhook}/deliveries`
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: developers('title'), href: pathIn(language, DEVELOPERS) },
          { label: t('deliveries.all'), href: pathIn(language, list) },
          { label: t(`type.${delivery.type}`) },
        ]}
      />
      <div className="head row between">
        <div>
          <h1>{t(`type.${delivery.type}`)}</h1>
          <p className="soft">
            <bdi dir="ltr">{delivery.type}</bdi>
          </p>
        </div>
        <DeliveryStatus status={delivery.status} />
      </div>
      <div className="duo">
        <div className="stack">
          <Tries tries={delivery.tries} />
          <BothSides delivery={delivery} />
        </div>
        <div className="stack">
          <Facts delivery={delivery} />
          <Again reply={actionData?.form} />
          <Card id="ways" title={t('delivery.ways')} className="stack stack-2">
            <ul className="plain sm">
              <li>{t('delivery.way.quick')}</li>
              <li>{t('delivery.way.schedule')}</li>
              <li>{t('delivery.way.off')}</li>
              <li>{t.rich('list.read', { call: EVENTS_CALL, code: (chunks) => <code dir="ltr">{chunks}</code> })}</li>
            </ul>
          </Card>
        </div>
      </div>
    </>
  )
}

function Facts({ delivery: { id, event, url, webhook, failures, next_at } }: { delivery: ShownDelivery }) {
  const t = useText('webhooks')
  const { language } = useLanguage()
  const moment = useMoment()
  return (
    <Card id="about" title={t('delivery.about')} className="stack stack-2">
      <dl className="stack stack-2">
        <div>
          <dt className="sm mute">{t('delivery.webhook')}</dt>
          <dd>
            <a href={pathIn(language, `${DEVELOPERS}/webhooks/${webhook}`)}>
              <bdi dir="ltr">{url}</bdi>
            </a>
          </dd>
        </div>
        <div>
          <dt className="sm mute">{t('delivery.id')}</dt>
          <dd>
            <bdi dir="ltr">{event ?? id}</bdi>
          </dd>
        </div>
        {next_at && (
          <div>
            <dt className="sm mute">{t('deliveries.next')}</dt>
            <dd>{moment(next_at)}</dd>
          </div>
        )}
      </dl>
      {failures > 0 && <p className="sm soft">{t('status.failures', { n: failures })}</p>}
      <p className="sm soft">{t('one.zone')}</p>
    </Card>
  )
}

function Again({ reply }: { reply: FormReply | undefined }) {
  const t = useText('webhooks')
  const form = useReply('again', { reply })
  return (
    <Card id="again-card" title={t('delivery.again')} className="stack stack-2">
      <ErrorSummary id="again-errors" entries={form.summary({})} />
      <p>{t('delivery.againText')}</p>
      <PostForm>
        <SubmitButton className="btn btn-go btn-s">{t('delivery.again')}</SubmitButton>
      </PostForm>
    </Card>
  )
}
