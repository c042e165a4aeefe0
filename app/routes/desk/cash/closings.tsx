import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { listAt } from '#app/rules/search/list-address.ts'
import { ListPage } from '#app/ui/desk/list-page.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/closings'

const CLOSINGS = listAt('/desk/cash/closings', { size: 25 })

export const handle: PageHandle = { title: 'cash/closings.title', areas: ['cash'], noJs: true, query: CLOSINGS.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(CLOSINGS, url, (asked) => apiOf(context).company.money.cash.closings(asked))

/** The closed days of the till. */
export default function Closings({ loaderData }: Route.ComponentProps) {
  const t = useText('cash')
  const { language } = useLanguage()
  return (
    <ListPage
      list={CLOSINGS}
      found={loaderData}
      title={t('closings.title')}
      text={t('closings.text')}
      aside={
        <a className="btn" href={pathIn(language, '/desk/cash')}>
          {t('closings.today')}
        </a>
      }
      empty={t('closings.none')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('day'),
          whole: true,
          cell: ({ id, on, by }) => (
            <a className="go" href={pathIn(language, `${CLOSINGS.path}/${id}`)}>
              {formatDate(on, language, 'weekday')} {by && <bdi className="sm soft">{by}</bdi>}
            </a>
          ),
        },
        {
          head: t('expected'),
          className: 'n',
          labelled: true,
          cell: ({ expected, currency }) => <Money amount={expected} currency={currency} />,
        },
        {
          head: t('counted'),
          className: 'n',
          labelled: true,
          cell: ({ counted, currency }) => <Money amount={counted} currency={currency} />,
        },
        {
          head: t('difference'),
          far: true,
          cell: ({ difference, currency }) =>
            difference === 0 ? (
              <Tag kind="ok">{t('same')}</Tag>
            ) : (
              <Tag kind="bad">
                <Money amount={difference} currency={currency} />
              </Tag>
            ),
        },
      ]}
    />
  )
}
