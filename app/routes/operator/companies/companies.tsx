import { FindForm } from '#app/features/desk/find-form.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatNumber, formatPercent } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { listAt, words } from '#app/rules/search/list-address.ts'
import { ListPage } from '#app/ui/desk/list-page.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/companies'

const COMPANIES = listAt('/operator/companies', { size: 25, filters: { q: words(100) } })

export const handle: PageHandle = { title: 'operator/nav.companies', query: COMPANIES.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(COMPANIES, url, (asked) => apiOf(context).operator.companies.list(asked))

type Company = Route.ComponentProps['loaderData']['results'][number]

export default function Companies({ loaderData }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const { q } = loaderData.filters
  const balanceOf = ({ balance }: Company) =>
    balance
      .filter(({ amount }) => amount !== 0)
      .map(({ amount, currency }) => formatMoney(amount, currency, language))
      .join(' · ') || '—'
  return (
    <ListPage
      list={COMPANIES}
      found={loaderData}
      title={t('nav.companies')}
      filters={
        <FindForm
          find={{ path: COMPANIES.path, label: t('companies.search') }}
          id="find"
          value={q}
          className="seek seek-l"
        />
      }
      empty={t('companies.none')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('companies.name'),
          cell: ({ id, name }) => <a href={pathIn(language, `${COMPANIES.path}/${id}`)}>{name}</a>,
        },
        { head: t('companies.city'), cell: ({ city }) => city },
        {
          head: t('companies.vehicles'),
          far: true,
          labelled: true,
          cell: ({ vehicles }) => formatNumber(vehicles, language),
        },
        {
          head: t('companies.open'),
          second: true,
          labelled: true,
          cell: ({ open_reservations }) => formatNumber(open_reservations, language),
        },
        {
          head: t('companies.commission'),
          labelled: true,
          cell: ({ commission_percent }) => formatPercent(commission_percent, language),
        },
        { head: t('companies.balance'), far: true, labelled: true, cell: balanceOf },
      ]}
    />
  )
}
