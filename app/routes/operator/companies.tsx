import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { FindForm } from '#app/features/desk/find-form.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { formatNumber, formatPercent } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { pageAt } from '#app/rules/pagination.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/companies'
import { deskMeta, deskText } from './operator-page.server.ts'

const PATH = '/operator/companies'
const SIZE = 25
const LONGEST = 100

export const handle: PageHandle = { query: ['page', 'q'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = Number(url.searchParams.get('page') ?? 1)
  const q = (url.searchParams.get('q') ?? '').trim().slice(0, LONGEST)
  const found = await apiOf(context).operator.companies({ page, size: SIZE, q })
  return {
    q,
    companies: found.results,
    ...pageAt(found, { page, size: SIZE }),
    meta: deskMeta(context, deskText(context)('nav.companies')),
  }
}

export default function Companies({ loaderData: { q, companies, page, pages } }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const head = ['name', 'city', 'vehicles', 'open', 'commission', 'balance'] as const
  return (
    <>
      <DeskHead title={t('nav.companies')} />
      <div className="stack">
        <FindForm find={{ path: PATH, label: t('companies.search') }} id="find" value={q} className="seek" />
        {companies.length === 0 && <EmptyState title={t('companies.none')} />}
        {companies.length > 0 && (
          <div className="card">
            <RowTable label={t('nav.companies')} head={head.map((name) => t(`companies.${name}`))}>
              {companies.map((company) => (
                <Row key={company.id}>
                  <Cell>
                    <a href={pathIn(language, `${PATH}/${company.id}`)}>{company.name}</a>
                  </Cell>
                  <Cell>{company.city}</Cell>
                  <Cell far label={t('companies.vehicles')}>
                    {formatNumber(company.vehicles, language)}
                  </Cell>
                  <Cell second label={t('companies.open')}>
                    {formatNumber(company.open_reservations, language)}
                  </Cell>
                  <Cell label={t('companies.commission')}>{formatPercent(company.commission_percent, language)}</Cell>
                  <Cell far label={t('companies.balance')}>
                    {company.balance
                      .filter(({ amount }) => amount !== 0)
                      .map(({ amount, currency }) => formatMoney(amount, currency, language))
                      .join(' · ') || '—'}
                  </Cell>
                </Row>
              ))}
            </RowTable>
          </div>
        )}
        <Pagination
          page={page}
          pages={pages}
          href={(n) => pathIn(language, `${PATH}?${new URLSearchParams({ ...(q && { q }), page: String(n) })}`)}
        />
      </div>
    </>
  )
}
