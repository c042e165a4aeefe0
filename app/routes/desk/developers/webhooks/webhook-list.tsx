import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { DEVELOPERS, EVENTS_CALL, type ListedWebhook, WebhookState } from './webhook-parts.tsx'

/** Where a company's events are sent. */
export function WebhookList({ webhooks }: { webhooks: readonly ListedWebhook[] }) {
  const t = useText('webhooks')
  const { language } = useLanguage()
  return (
    <section className="card stack" id="webhooks" aria-labelledby="webhooks-title">
      <div className="row between">
        <h2 id="webhooks-title">{t('list.title')}</h2>{' '}
        <a className="btn btn-s" href={pathIn(language, `${DEVELOPERS}/webhooks/new`)}>
          {t('list.new')}
        </a>
      </div>
      <p>{t('list.text')}</p>
      {webhooks.length === 0 && <p className="soft">{t('list.none')}</p>}
      {webhooks.length > 0 && (
        <ColumnTable
          label={t('list.title')}
          rows={webhooks}
          rowKey={({ id }) => id}
          columns={[
            {
              head: t('fields.url'),
              whole: true,
              cell: ({ url }) => (
                <bdi className="b" dir="ltr">
                  {url}
                </bdi>
              ),
            },
            {
              head: t('deliveries.event'),
              cell: ({ events }) => (events.length === 0 ? t('list.all') : t('list.count', { n: events.length })),
            },
            { head: t('list.state'), far: true, cell: (webhook) => <WebhookState webhook={webhook} /> },
            {
              head: t('list.action'),
              hidesHead: true,
              far: true,
              cell: ({ id, url }) => (
                <a className="above" href={pathIn(language, `${DEVELOPERS}/webhooks/${id}`)}>
                  {t('list.open')}
                  <span className="vh"> {url}</span>
                </a>
              ),
            },
          ]}
        />
      )}
      <ul className="plain sm soft">
        <li>{t.rich('list.read', { call: EVENTS_CALL, code: (chunks) => <code dir="ltr">{chunks}</code> })}</li>
        <li>
          <a href="/api/docs/webhooks" hrefLang="en">
            {t('list.guide')}
          </a>
        </li>
      </ul>
    </section>
  )
}
