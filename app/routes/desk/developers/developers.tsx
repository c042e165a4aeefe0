import { KeyList } from '#app/features/api-keys/key-list.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/developers'
import { WebhookList } from './webhooks/webhook-list.tsx'

export const handle: PageHandle = {
  title: 'developers/title',
  description: 'developers/text',
  areas: ['developers', 'webhooks'],
  noJs: true,
  query: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  const { keys, webhooks } = apiOf(context).company.developers
  const [ofKeys, ofWebhooks] = await Promise.all([keys.list({}), webhooks.list({})])
  return { ...ofKeys, ...ofWebhooks }
}

/** What an owner's own programs need to work with the company. */
export default function Developers({ loaderData: { keys, has_test_mode, webhooks } }: Route.ComponentProps) {
  const t = useText('developers')
  return (
    <>
      <DeskHead title={t('title')} text={t('text')} />
      <div className="stack">
        <KeyList keys={keys} path="/desk/developers/keys" />
        <WebhookList webhooks={webhooks} />
        {has_test_mode && <TestMode />}
        <Documents />
      </div>
    </>
  )
}

function TestMode() {
  const t = useText('developers')
  return (
    <Card id="test-mode" title={t('test.title')} className="stack stack-2">
      <p>{t('test.text')}</p>
      <p className="soft">{t('test.safe')}</p>
      <p>
        <a href="/api/docs/test-mode" hrefLang="en">
          {t('test.guide')}
        </a>
      </p>
    </Card>
  )
}

function Documents() {
  const t = useText('developers')
  return (
    <Card id="documents" title={t('documents.title')} className="stack stack-2">
      <p>{t('documents.text')}</p>
      <p className="row row-s">
        <a className="btn btn-s" href="/api/docs/company" hrefLang="en">
          {t('documents.reference')}
        </a>{' '}
        <a className="btn btn-s" href="/api/company/openapi.json" hrefLang="en">
          {t('documents.file')}
        </a>
      </p>
    </Card>
  )
}
