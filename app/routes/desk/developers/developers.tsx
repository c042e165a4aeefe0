import { useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'

export const handle: PageHandle = {
  title: 'developers/title',
  description: 'developers/text',
  areas: ['developers'],
  noJs: true,
  query: [],
}

/** What an owner's own programs need to work with the company. */
export default function Developers() {
  const t = useText('developers')
  return (
    <>
      <DeskHead title={t('title')} text={t('text')} />
      <div className="stack">
        <Documents />
      </div>
    </>
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
