import { Plate } from '#app/features/desk/plate.tsx'
import { StatusTag } from '#app/features/reservation/status-tag.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { Money } from '#app/ui/price.tsx'
import type { Customer } from './customer.tsx'

/** One person's reservations with the company. */
export function TripsCard({ trips }: Pick<Customer, 'trips'>) {
  const t = useText('customers')
  const { language } = useLanguage()
  return (
    <Card id="trips" title={t('trips', { n: trips.length })} className="stack">
      <ColumnTable
        label={t('rentals')}
        rows={trips}
        rowKey={({ id }) => id}
        columns={[
          {
            head: t('vehicle'),
            whole: true,
            cell: ({ id, title, plate }) => (
              <>
                <a className="go" href={pathIn(language, `/desk/reservations/${id}`)}>
                  {title}
                </a>{' '}
                <Plate text={plate} />
              </>
            ),
          },
          {
            head: t('days'),
            labelled: true,
            cell: ({ start_date, end_date }) =>
              `${formatDate(start_date, language, 'short')} – ${formatDate(end_date, language, 'long')}`,
          },
          {
            head: t('paid'),
            className: 'n',
            labelled: true,
            cell: ({ paid, currency }) => <Money amount={paid} currency={currency} />,
          },
          { head: t('status'), far: true, cell: ({ status }) => <StatusTag status={status} /> },
        ]}
      />
    </Card>
  )
}
