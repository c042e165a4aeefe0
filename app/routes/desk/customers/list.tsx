import { CUSTOMER_VIEWS } from '#app/contract/company/customers.ts'
import { FindForm } from '#app/features/desk/find-form.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { listAt, oneOf, words } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'

const LONGEST = 80
const CUSTOMERS = listAt('/desk/customers', {
  size: 25,
  filters: { q: words(LONGEST), view: oneOf(CUSTOMER_VIEWS) },
})

export const handle: PageHandle = {
  title: 'customers/title',
  areas: ['customers'],
  noJs: true,
  query: CUSTOMERS.query,
}

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(CUSTOMERS, url, (asked) => apiOf(context).company.customers.list(asked))

type Customer = Route.ComponentProps['loaderData']['results'][number]

export default function Customers({ loaderData }: Route.ComponentProps) {
  const t = useText('customers')
  const { language } = useLanguage()
  const { count, filters } = loaderData
  return (
    <ListPage
      list={CUSTOMERS}
      found={loaderData}
      title={t('title')}
      text={t('text')}
      filters={
        <>
          <FindForm
            find={{ path: CUSTOMERS.path, label: t('find'), longest: LONGEST }}
            id="customer"
            className="seek seek-l"
            value={filters.q}
          />
          <FilterChips
            list={CUSTOMERS}
            found={loaderData}
            name="view"
            label={t('view.label')}
            choices={CUSTOMER_VIEWS.map((value) => ({
              value: value === 'ALL' ? undefined : value,
              label: t(`view.${value}`),
            }))}
          />
        </>
      }
      count={t('found', { n: count })}
      empty={t('none')}
      emptyText={t('noneText')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('customer'),
          whole: true,
          cell: ({ id, fullname }) => (
            <a className="go" href={pathIn(language, `/desk/customers/${id}`)}>
              <bdi>{fullname}</bdi>
            </a>
          ),
        },
        { head: t('phone'), labelled: true, cell: ({ phone }) => phoneIn(language, phone) },
        {
          head: t('rentals'),
          className: 'n',
          labelled: true,
          cell: ({ rentals }) => formatNumber(rentals, language),
        },
        { head: t('last'), labelled: true, cell: ({ last_date }) => formatDate(last_date, language, 'long') },
        { head: t('now'), far: true, cell: (customer) => <CustomerTags of={customer} /> },
      ]}
    />
  )
}

function CustomerTags({ of: { is_out, is_blocked } }: { of: Customer }) {
  const t = useText('customers')
  return (
    <>
      {is_out && <Tag kind="info">{t('out')}</Tag>} {is_blocked && <Tag kind="bad">{t('blocked')}</Tag>}
    </>
  )
}
