import type { output } from 'zod'
import type { cash } from '#app/contract/company/money/cash.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { Money } from '#app/ui/price.tsx'

type Item = output<NonNullable<(typeof cash.closing)['~orpc']['outputSchema']>>['items'][number]

/** What came into the till and went out of it. */
export function CashItems({
  items,
  count,
  currency,
  zone,
}: {
  items: readonly Item[]
  /** Of all, of which these are the latest. */
  count: number
  currency: CurrencyCode
  zone: string
}) {
  const t = useText('cash')
  const { language } = useLanguage()
  if (items.length === 0) return <p className="soft">{t('noItems')}</p>
  return (
    <>
      <ColumnTable
        label={t('inBook')}
        rows={items}
        rowKey={(_, index) => index}
        columns={[
          {
            head: t('what'),
            whole: true,
            cell: ({ kind, is_undone, name, reservation }) => (
              <a className="go" href={pathIn(language, `/desk/reservations/${reservation.id}`)}>
                {t(`kind.${kind}`)} {is_undone && t('undone')}{' '}
                <bdi>{name ?? localDigits(reservation.number, language)}</bdi>
              </a>
            ),
          },
          { head: t('when'), cell: ({ at }) => formatInstant(new Date(at), zone, language, 'short') },
          {
            head: t('amount'),
            far: true,
            className: 'n',
            cell: ({ amount }) => <Money amount={amount} currency={currency} />,
          },
        ]}
      />
      {count > items.length && <p className="soft">{t('more', { n: count - items.length })}</p>}
    </>
  )
}
