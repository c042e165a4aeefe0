import { formatDate } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { HOME_ZONE, PAGE_SIZE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { dateIn } from '#app/rules/rental-time.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Money } from '#app/ui/price.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/list'
import { PaymentTag, type ShownPayment } from './payment-tag.tsx'
import { usePurpose } from './purpose.ts'

const PATH = '/profile/invoices'
const COLUMNS = ['number', 'date', 'amount', 'status', 'for', 'gateway', 'reference'] as const

export const handle: PageHandle = { areas: ['trips'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'trips')
  const requested = { page: Number(url.searchParams.get('page') ?? 1), size: PAGE_SIZE }
  const found = await apiOf(context).payments.list(requested)
  return {
    meta: { title: t('meta.invoices'), description: t('meta.invoicesText') },
    ...pageAt(found, requested),
    payments: found.results,
  }
}

export default function InvoicesPage({ loaderData: { page, pages, payments } }: Route.ComponentProps) {
  const t = useText('trips')
  const { language } = useLanguage()
  const hrefOf = (number: number) => pathIn(language, number > 1 ? `${PATH}?page=${number}` : PATH)
  return (
    <>
      <h1>{t('invoices.title')}</h1>
      {payments.length === 0 ? (
        <EmptyState title={t('invoices.empty')}>
          <a className="btn btn-go" href={pathIn(language, '/rent/car')}>
            {t('empty.search')}
          </a>
        </EmptyState>
      ) : (
        <div className="card">
          <RowTable label={t('invoices.list')} head={COLUMNS.map((column) => t(`invoices.${column}`))}>
            {payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} />
            ))}
          </RowTable>
        </div>
      )}
      <Pagination page={page} pages={pages} href={hrefOf} />
    </>
  )
}

function PaymentRow({ payment }: { payment: ShownPayment }) {
  const t = useText('trips')
  const { language } = useLanguage()
  const purposeOf = usePurpose()
  const { id, number, reservation, gateway, wallet_amount, amount, currency, reference } = payment
  const date = dateIn(HOME_ZONE, new Date(payment.settled_at ?? payment.created_at))
  return (
    <Row>
      <Cell>
        <a
          className="num"
          href={pathIn(language, `${PATH}/${id}`)}
          aria-label={t('invoice.payment', { number: localDigits(number, language) })}
        >
          {localDigits(number, language)}
        </a>
      </Cell>
      <Cell second className="mute">
        <time dateTime={date}>{formatDate(date, language, 'long')}</time>
      </Cell>
      <Cell far className="b">
        <Money amount={amount + wallet_amount} currency={currency} />
      </Cell>
      <Cell far>
        <PaymentTag payment={payment} />
      </Cell>
      <Cell>
        {reservation ? (
          <a href={pathIn(language, `/profile/reservation/${reservation.id}`)}>{purposeOf(payment)}</a>
        ) : (
          purposeOf(payment)
        )}
      </Cell>
      <Cell far>
        {wallet_amount > 0 ? t('line.withWallet', { gateway: t(`gateway.${gateway}`) }) : t(`gateway.${gateway}`)}
      </Cell>
      <Cell whole label={t('invoices.reference')}>
        {reference ? <span className="ltr">{localDigits(payment.trace ?? reference, language)}</span> : '—'}
      </Cell>
    </Row>
  )
}
