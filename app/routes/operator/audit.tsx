import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/audit'
import { deskMeta, deskText } from './operator-page.server.ts'

const PATH = '/operator/audit'
const SIZE = 50
const LONGEST = 60

export const handle: PageHandle = { query: ['page', 'subject', 'key'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const given = (name: string) => (url.searchParams.get(name) ?? '').trim().slice(0, LONGEST)
  const page = Number(url.searchParams.get('page') ?? 1)
  const about = { subject: given('subject'), key: given('key') }
  const found = await apiOf(context).operator.auditLog({ ...about, page, size: SIZE })
  return {
    about,
    entries: found.results,
    ...pageAt(found, { page, size: SIZE }),
    meta: deskMeta(context, deskText(context)('nav.audit')),
  }
}

export default function Audit({ loaderData: { about, entries, page, pages } }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const kept = Object.fromEntries(Object.entries(about).filter(([, value]) => value))
  return (
    <>
      <DeskHead title={t('nav.audit')} text={about.subject && t('audit.filtered', about)}>
        {about.subject && (
          <a className="btn btn-s" href={pathIn(language, PATH)}>
            {t('audit.all')}
          </a>
        )}
      </DeskHead>
      <div className="stack">
        {entries.length === 0 && <EmptyState title={t('audit.none')} />}
        {entries.length > 0 && (
          <div className="card">
            <RowTable
              label={t('nav.audit')}
              head={(['at', 'who', 'what', 'changes'] as const).map((name) => t(`audit.${name}`))}
            >
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </RowTable>
          </div>
        )}
        <Pagination
          page={page}
          pages={pages}
          href={(n) => pathIn(language, `${PATH}?${new URLSearchParams({ ...kept, page: String(n) })}`)}
        />
      </div>
    </>
  )
}

function Entry({ entry }: { entry: Route.ComponentProps['loaderData']['entries'][number] }) {
  const { at, actor, subject, key, action, call, reason, changes } = entry
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <Row>
      <Cell>{formatInstant(new Date(at), HOME_ZONE, language, 'long')}</Cell>
      <Cell far>
        <bdi>{actor.name}</bdi>
      </Cell>
      <Cell whole>
        {t(`audit.action.${action}`)}{' '}
        <a href={pathIn(language, `${PATH}?${new URLSearchParams({ subject, key })}`)}>
          <bdi dir="ltr">
            {subject} {key.slice(0, 8)}
          </bdi>
        </a>
        <br />
        <bdi className="xs mute" dir="ltr">
          {call}
        </bdi>
      </Cell>
      <Cell whole>
        {reason && <p>{t('audit.because', { reason })}</p>}
        {changes.map(({ name, before, after }) => (
          <p key={name} className="sm" dir="ltr">
            {name}: {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
          </p>
        ))}
      </Cell>
    </Row>
  )
}
