import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CURRENCY_CODES } from '#app/rules/constants.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { ListPage } from '#app/ui/desk/list-page.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/missing'
import { BookedWords } from './bank-parts.tsx'

const MISSING = listAt('/desk/bank/missing', { size: 25, filters: { of: oneOf(CURRENCY_CODES) } })

export const handle: PageHandle = { title: 'bank/missing.title', areas: ['bank'], noJs: true, query: MISSING.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(MISSING, url, ({ of, ...asked }) => apiOf(context).company.money.bank.missing({ ...asked, currency: of }))

/** What the books have and the bank does not. */
export default function Missing({ loaderData }: Route.ComponentProps) {
  const t = useText('bank')
  const { language } = useLanguage()
  const { currency } = loaderData
  return (
    <ListPage
      list={MISSING}
      found={loaderData}
      title={t('missing.title')}
      text={t('missing.text')}
      aside={
        <a className="btn" href={pathIn(language, '/desk/bank')}>
          {t('back')}
        </a>
      }
      empty={t('missing.none')}
      rowKey={({ key }) => key}
      columns={[
        { head: t('books'), whole: true, cell: (item) => <BookedWords item={item} currency={currency} /> },
        { head: t('day'), cell: ({ on }) => formatDate(on, language, 'short') },
        {
          head: t('amount'),
          far: true,
          className: 'n',
          cell: ({ amount }) => <Money amount={amount} currency={currency} />,
        },
      ]}
    />
  )
}
