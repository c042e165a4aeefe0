import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { listAt, words } from '#app/rules/search/list-address.ts'
import { ListPage } from '#app/ui/desk/list-page.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/audit'

const AUDIT = listAt('/operator/audit', { size: 50, filters: { subject: words(60), key: words(60) } })

export const handle: PageHandle = { title: 'operator/nav.audit', query: AUDIT.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(AUDIT, url, (asked) => apiOf(context).operator.audit.list(asked))

type Entry = Route.ComponentProps['loaderData']['results'][number]

export default function Audit({ loaderData }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const { subject, key = '' } = loaderData.filters
  return (
    <ListPage
      list={AUDIT}
      found={loaderData}
      title={t('nav.audit')}
      text={subject && t('audit.filtered', { subject, key })}
      aside={
        subject && (
          <a className="btn btn-s" href={pathIn(language, AUDIT.path)}>
            {t('audit.all')}
          </a>
        )
      }
      empty={t('audit.none')}
      rowKey={({ id }) => id}
      columns={[
        { head: t('audit.at'), cell: ({ at }) => formatInstant(new Date(at), HOME_ZONE, language, 'long') },
        { head: t('audit.who'), far: true, cell: ({ actor }) => <bdi>{actor.name}</bdi> },
        { head: t('audit.what'), whole: true, cell: (entry) => <What entry={entry} /> },
        { head: t('audit.changes'), whole: true, cell: (entry) => <Changes entry={entry} /> },
      ]}
    />
  )
}

function What({ entry: { subject, key, action, call } }: { entry: Entry }) {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <>
      {t(`audit.action.${action}`)}{' '}
      <a href={pathIn(language, AUDIT.href({ subject, key }))}>
        <bdi dir="ltr">
          {subject} {key.slice(0, 8)}
        </bdi>
      </a>
      <br />
      <bdi className="xs mute" dir="ltr">
        {call}
      </bdi>
    </>
  )
}

function Changes({ entry: { reason, changes } }: { entry: Entry }) {
  const t = useText('operator')
  return (
    <>
      {reason && <p>{t('audit.because', { reason })}</p>}
      {changes.map(({ name, before, after }) => (
        <p key={name} className="sm" dir="ltr">
          {name}: {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
        </p>
      ))}
    </>
  )
}
