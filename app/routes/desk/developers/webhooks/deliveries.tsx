import { DELIVERY_STATUSES } from '#app/contract/company/developers/webhooks.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/deliveries'
import { webhookIdOf } from './webhook-actions.server.ts'
import { DEVELOPERS, DeliveryStatus, EventType, useMoment } from './webhook-parts.tsx'

const deliveriesOf = (id: number) =>
  listAt(`${DEVELOPERS}/webhooks/${id}/deliveries`, { size: 25, filters: { status: oneOf(DELIVERY_STATUSES) } })

export const handle: PageHandle = { areas: ['webhooks'], noJs: true, query: deliveriesOf(0).query }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = webhookIdOf(params)
  const { webhooks } = apiOf(context).company.developers
  const [webhook, found] = await Promise.all([
    webhooks.read({ id }),
    readList(deliveriesOf(id), url, (asked) => webhooks.deliveries({ id, ...asked })),
  ])
  const t = textFor(context.get(siteContext).language, 'webhooks')
  return { webhook, found, meta: { title: t('deliveries.title', { host: new URL(webhook.url).host }) } }
}

/** What was sent to an endpoint and what waits. */
export default function Deliveries({ loaderData: { webhook, found, meta: page } }: Route.ComponentProps) {
  const t = useText('webhooks')
  const { language } = useLanguage()
  const moment = useMoment()
  const list = deliveriesOf(webhook.id)
  return (
    <ListPage
      list={list}
      found={found}
      title={page.title}
      text={
        <>
          {t('deliveries.text')} {t('one.zone')}
        </>
      }
      aside={
        <a className="btn btn-s" href={pathIn(language, `${DEVELOPERS}/webhooks/${webhook.id}`)}>
          {t('made.back')}
        </a>
      }
      filters={
        <FilterChips
          list={list}
          found={found}
          name="status"
          label={t('deliveries.filter')}
          choices={[
            { value: undefined, label: t('deliveries.every') },
            ...DELIVERY_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
        />
      }
      empty={t('deliveries.none')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('deliveries.event'),
          whole: true,
          cell: ({ id, type }) => (
            <a className="go" href={pathIn(language, `${DEVELOPERS}/deliveries/${id}`)}>
              <EventType type={type} />
            </a>
          ),
        },
        { head: t('deliveries.when'), cell: ({ created_at }) => moment(created_at) },
        {
          head: t('deliveries.next'),
          labelled: true,
          cell: ({ next_at }) => (next_at ? moment(next_at) : '—'),
        },
        { head: t('list.state'), far: true, cell: ({ status }) => <DeliveryStatus status={status} /> },
      ]}
    />
  )
}
