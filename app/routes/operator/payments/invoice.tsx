import { invoiceAt } from '#app/features/payment/invoice/invoice.server.ts'
import { InvoiceOf } from '#app/features/payment/invoice/invoice-of.tsx'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/invoice'

export const handle: PageHandle = { areas: ['trips', 'voucher', 'bill'], query: ['invoice', 'credit'] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { title, ...invoice } = await invoiceAt(context, params.id, url)
  return { ...invoice, query: url.search, meta: { title } }
}

/** An invoice or a credit note of a payment, as its payer sees it. */
export default function OperatorInvoice({ loaderData }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const { payment, number, query, meta, ...document } = loaderData
  const path = `/operator/payments/${payment.id}/invoice`
  const tripText = useText('trips')
  return (
    <>
      <DeskHead title={meta.title}>
        <a className="btn btn-s no-print" href={pathIn(language, `/operator/payments/${payment.id}`)}>
          {t('payment.title', { number: localDigits(payment.number, language) })}
        </a>
        {number && (
          <a className="btn btn-s no-print" href={pathIn(language, `${path}.pdf${query}`)}>
            {tripText(payment.credit ? 'credit.pdf' : 'invoice.pdf')}
          </a>
        )}
      </DeskHead>
      <InvoiceOf payment={payment} number={number} path={path} {...document} />
    </>
  )
}
