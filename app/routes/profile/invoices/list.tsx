import { PaymentTag, type ShownPayment } from '#app/features/payment/invoice/payment-tag.tsx'
import { usePurpose } from '#app/features/payment/invoice/purpose.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { invoiceNumber } from '#app/i18n/format/invoice-lines.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE, PAGE_SIZE } from '#app/rules/constants.ts'
import { wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import { listAt } from '#app/rules/search/list-address.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { ListPages } from '#app/ui/desk/list-page.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'

const PAYMENTS = listAt('/profile/invoices', { size: PAGE_SIZE })

export const handle: PageHandle = {
  title: 'trips/meta.invoices',
  description: 'trips/meta.invoicesText',
  areas: ['trips'],
  noJs: true,
  query: PAYMENTS.query,
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { creditPrefix } = context.get(siteContext).config.invoices
  return { ...(await readList(PAYMENTS, url, (asked) => apiOf(context).payments.list(asked))), creditPrefix }
}

type Data = Route.ComponentProps['loaderData']

export default function InvoicesPage({ loaderData }: Route.ComponentProps) {
  const t = useText('trips')
  const { language } = useLanguage()
  return (
    <>
      <h1>{t('invoices.title')}</h1>
      {loaderData.results.length === 0 ? (
        <EmptyState title={t('invoices.empty')}>
          <a className="btn btn-go" href={pathIn(language, '/rent/car')}>
            {t('empty.search')}
          </a>
        </EmptyState>
      ) : (
        <div className="card">
          <PaymentTable payments={loaderData.results} creditPrefix={loaderData.creditPrefix} />
        </div>
      )}
      <ListPages list={PAYMENTS} found={loaderData} />
    </>
  )
}

function PaymentTable({ payments, creditPrefix }: { payments: Data['results']; creditPrefix: string }) {
  const t = useText('trips')
  const { language } = useLanguage()
  const purposeOf = usePurpose()
  return (
    <ColumnTable
      label={t('invoices.list')}
      rows={payments}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('invoices.number'),
          cell: ({ id, number }) => (
            <a
              className="num"
              href={pathIn(language, `${PAYMENTS.path}/${id}`)}
              aria-label={t('invoice.payment', { number: localDigits(number, language) })}
            >
              {localDigits(number, language)}
            </a>
          ),
        },
        { head: t('invoices.date'), second: true, className: 'mute', cell: (payment) => <PaidOn payment={payment} /> },
        {
          head: t('invoices.amount'),
          far: true,
          className: 'b',
          cell: (payment) => <Money amount={wholePayment(payment)} currency={payment.currency} />,
        },
        { head: t('invoices.status'), far: true, cell: (payment) => <PaymentTag payment={payment} /> },
        {
          head: t('invoices.for'),
          cell: (payment) =>
            payment.reservation ? (
              <a href={pathIn(language, `/profile/reservation/${payment.reservation.id}`)}>{purposeOf(payment)}</a>
            ) : (
              purposeOf(payment)
            ),
        },
        {
          head: t('invoices.gateway'),
          far: true,
          cell: ({ gateway, wallet_amount }) =>
            wallet_amount > 0 ? t('line.withWallet', { gateway: t(`gateway.${gateway}`) }) : t(`gateway.${gateway}`),
        },
        {
          head: t('invoices.reference'),
          whole: true,
          labelled: true,
          cell: ({ reference, trace }) =>
            reference ? <span className="ltr">{localDigits(trace ?? reference, language)}</span> : '—',
        },
        {
          head: t('invoices.creditNotes'),
          whole: true,
          labelled: true,
          cell: ({ id, credit_notes, currency }) =>
            credit_notes.length === 0 ? (
              '—'
            ) : (
              <ul className="stack stack-1">
                {credit_notes.map(({ number, amount }) => (
                  <li key={number}>
                    <a href={pathIn(language, `${PAYMENTS.path}/${id}?credit=${number}`)}>
                      {numberIn(language, invoiceNumber(number, creditPrefix))}
                    </a>{' '}
                    <Money amount={-amount} currency={currency} />
                  </li>
                ))}
              </ul>
            ),
        },
      ]}
    />
  )
}

function PaidOn({ payment: { settled_at, created_at } }: { payment: ShownPayment }) {
  const { language } = useLanguage()
  const date = dateIn(HOME_ZONE, new Date(settled_at ?? created_at))
  return <time dateTime={date}>{formatDate(date, language, 'numeric')}</time>
}
