import { redirect } from 'react-router'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { type NeededField, nextStep, STEP_NAMES } from '#app/rules/text/partner-application.ts'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/status'

export const handle: PageHandle = {
  title: 'partner/status.title',
  description: 'partner/desk.text',
  areas: ['partner'],
  noJs: true,
  private: true,
  noIndex: true,
  query: [],
}

/** Who has not begun is led to the first step. */
export async function loader({ context }: Route.LoaderArgs) {
  const { application, is_staff } = await apiOf(context).partners.application()
  if (!application && !is_staff) throw redirect(`/partner/apply/${STEP_NAMES[0]}`, 303)
  return { application, is_staff }
}

type Own = Route.ComponentProps['loaderData']

/** Where the own application stands. */
export default function PartnerStatus({ loaderData: { application, is_staff } }: Route.ComponentProps) {
  const t = useText('partner')
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read stack">
        <div className="page-head">
          <h1>{t('status.title')}</h1>
        </div>
        {is_staff && (
          <>
            <Note>{t('apply.staff')}</Note>
            <p>
              <a className="btn btn-go" href={pathIn(language, '/desk')}>
                {t('toDesk')}
              </a>
            </p>
          </>
        )}
        {!is_staff && application && <ApplicationStatus application={application} />}
      </div>
    </main>
  )
}

function ApplicationStatus({ application }: { application: NonNullable<Own['application']> }) {
  const t = useText('partner')
  const { language } = useLanguage()
  const { status, company_name, sent_at, reason, missing } = application
  const company = company_name ?? ''
  if (status === 'SENT') {
    const when = formatInstant(new Date(sent_at ?? 0), HOME_ZONE, language, 'long')
    return <Note kind="ok">{t('status.SENT', { company, when })}</Note>
  }
  // Who was approved and works for the company no more may begin anew.
  const isOver = status === 'REJECTED' || status === 'APPROVED'
  const step = isOver ? STEP_NAMES[0] : nextStep(missing as NeededField[])
  return (
    <section className="card stack" aria-label={t('status.title')}>
      {status === 'REJECTED' && <p>{t('status.REJECTED', { company })}</p>}
      {(status === 'REJECTED' || status === 'DRAFT') && reason && (
        <div>
          <h2>{t(status === 'DRAFT' ? 'status.asked' : 'status.reason')}</h2>
          <p>{reason}</p>
        </div>
      )}
      {status === 'DRAFT' && <p>{t('status.DRAFT')}</p>}
      <p className="row">
        <a className="btn btn-go" href={pathIn(language, `/partner/apply/${step}`)}>
          {t(status === 'REJECTED' ? 'status.again' : isOver ? 'begin' : 'status.goOn')}
        </a>
        {status === 'DRAFT' && reason && (
          <a className="btn" href={pathIn(language, '/partner/apply/documents')}>
            {t('status.addDocuments')}
          </a>
        )}
      </p>
    </section>
  )
}
