import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/status'

export const handle: PageHandle = {
  title: 'status/title',
  description: 'status/description',
  areas: ['status'],
  noJs: true,
  noIndex: true,
  query: [],
}

const KINDS = { OK: 'ok', LATE: 'warn', DOWN: 'bad' } as const

export function loader({ context }: Route.LoaderArgs) {
  return apiOf(context).site.status()
}

/** What of the site works now. While the database is away, every page says that instead (503), this one too. */
export default function StatusPage({ loaderData: { checked_at, services, incident } }: Route.ComponentProps) {
  const t = useText('status')
  const common = useText('common')
  const { language } = useLanguage()
  const worst = (['DOWN', 'LATE'] as const).find((state) => services.some((service) => service.state === state)) ?? 'OK'
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs crumbs={[{ label: common('nav.search'), href: pathIn(language, '/') }, { label: t('title') }]} />
        <div className="narrow stack stack-6 py-6">
          <h1>{t('title')}</h1>
          <p className="soft">{t(`all.${worst}`)}</p>
          <dl className="card stack stack-4">
            {services.map(({ service, state }) => (
              <div key={service} className="row between">
                <dt>{t(`service.${service}`)}</dt>
                <dd>
                  <Tag kind={KINDS[state]}>{t(`state.${state}`)}</Tag>
                </dd>
              </div>
            ))}
          </dl>
          {incident && (
            <p>
              <a href={pathIn(language, `/pages/${incident}`)}>{t('incident')}</a>
            </p>
          )}
          <p className="sm mute">
            {t('checked', { time: formatInstant(new Date(checked_at), HOME_ZONE, language, 'long') })}
          </p>
        </div>
      </div>
    </main>
  )
}
