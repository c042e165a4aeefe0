import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { formatNumber } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { Chip } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta } from '../operator-page.server.ts'
import type { Route } from './+types/list'

const PATH = '/operator/partners'
const SIZE = 25
const FILTERS = { SENT: 'operator.waiting', APPROVED: 'operator.approved', REJECTED: 'operator.rejected' } as const
type Filter = keyof typeof FILTERS

export const handle: PageHandle = { areas: ['partner'], query: ['page', 'status'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = Number(url.searchParams.get('page') ?? 1)
  const names = Object.keys(FILTERS) as Filter[]
  const status = names.find((name) => name === url.searchParams.get('status')) ?? 'SENT'
  const found = await apiOf(context).operator.partnerApplications({ status, page, size: SIZE })
  const title = textFor(context.get(siteContext).language, 'partner')('operator.title')
  return {
    status,
    applications: found.results,
    ...pageAt(found, { page, size: SIZE }),
    meta: deskMeta(context, title),
  }
}

/** Those who want to become partners: first what waits. */
export default function PartnerApplications({ loaderData }: Route.ComponentProps) {
  const { status, applications, page, pages } = loaderData
  const t = useText('partner')
  const { language } = useLanguage()
  const head = [t('step.company'), t('field.city'), t('field.vehicles'), t('operator.sent')]
  return (
    <>
      <DeskHead title={t('operator.title')}>
        <nav className="row row-s" aria-label={t('operator.filter')}>
          {(Object.keys(FILTERS) as Filter[]).map((name) => (
            <Chip key={name} href={pathIn(language, `${PATH}?status=${name}`)} isCurrent={name === status}>
              {t(FILTERS[name])}
            </Chip>
          ))}
        </nav>
      </DeskHead>
      <div className="stack">
        {applications.length === 0 && <EmptyState title={t('operator.none')} />}
        {applications.length > 0 && (
          <div className="card">
            <RowTable label={t('operator.title')} head={head}>
              {applications.map(({ id, company_name, city_name, vehicles, sent_at }) => (
                <Row key={id}>
                  <Cell>
                    <a href={pathIn(language, `${PATH}/${id}`)}>{company_name}</a>
                  </Cell>
                  <Cell>{city_name}</Cell>
                  <Cell far label={t('field.vehicles')}>
                    {formatNumber(vehicles, language)}
                  </Cell>
                  <Cell second label={t('operator.sent')}>
                    {formatInstant(new Date(sent_at), HOME_ZONE, language, 'long')}
                  </Cell>
                </Row>
              ))}
            </RowTable>
          </div>
        )}
        <Pagination page={page} pages={pages} href={(n) => pathIn(language, `${PATH}?status=${status}&page=${n}`)} />
      </div>
    </>
  )
}
