import { formatDate } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { dateIn } from '#app/rules/rental-time.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/context.ts'
import type { PageHandle } from '#app/web/page-handle.ts'
import { pageMeta } from '#app/web/page-meta.ts'
import type { Route } from './+types/list'
import { PaymentTag, type ShownPayment } from './payment-tag.tsx'
import { usePurpose } from './purpose.ts'

const PATH = '/profile/invoices'
const COLUMNS = ['number', 'date', 'amount', 'status', 'for', 'gateway', 'reference'] as const
const ZONE = 'Asia/Tehran'

export const handle: PageHandle = { areas: ['trips'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'trips')
  const asked = Number(url.searchParams.get('page') ?? 1)
  const { page, pages, results } = await apiOf(context).payments.list({ page: asked })
  return { meta: { title: t('meta.invoices'), description: t('meta.invoicesText') }, page, pages, payments: results }
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section className="card scroll-x" tabIndex={0} aria-label={t('invoices.list')}>
          <table className="tbl">
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col">
                    {t(`invoices.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {payments.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} />
              ))}
            </tbody>
          </table>
        </section>
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
  const date = dateIn(ZONE, new Date(payment.settled_at ?? payment.created_at))
  return (
    <tr>
      <td>
        <a
          className="num"
          href={pathIn(language, `${PATH}/${id}`)}
          aria-label={t('invoices.open', { number: localDigits(number, language) })}
        >
          {localDigits(number, language)}
        </a>
      </td>
      <td>
        <time dateTime={date}>{formatDate(date, language, 'long')}</time>
      </td>
      <td className="b">
        <Money amount={amount + wallet_amount} currency={currency} />
      </td>
      <td>
        <PaymentTag payment={payment} />
      </td>
      <td>
        {reservation ? (
          <a href={pathIn(language, `/profile/reservation/${reservation.id}`)}>{purposeOf(payment)}</a>
        ) : (
          purposeOf(payment)
        )}
      </td>
      <td>
        {wallet_amount > 0 ? t('line.withWallet', { gateway: t(`gateway.${gateway}`) }) : t(`gateway.${gateway}`)}
      </td>
      <td>{reference ? <span className="ltr">{localDigits(payment.trace ?? reference, language)}</span> : '—'}</td>
    </tr>
  )
}
