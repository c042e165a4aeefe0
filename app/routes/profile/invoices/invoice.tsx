import { invoiceAt } from '#app/features/payment/invoice/invoice.server.ts'
import { InvoiceOf } from '#app/features/payment/invoice/invoice-of.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requirePerson } from '#app/web/session/session.ts'
import type { Route } from './+types/invoice'

export const handle: PageHandle = {
  areas: ['trips', 'voucher', 'bill'],
  noJs: true,
  private: true,
  noIndex: true,
  query: ['invoice', 'credit'],
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  await requirePerson(context)
  const { title, ...invoice } = await invoiceAt(context, params.id, url)
  const t = textFor(context.get(siteContext).language, 'trips')
  return { ...invoice, query: url.search, meta: { title, description: t('meta.invoicesText') } }
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
  const t = useText('trips')
  const { language } = useLanguage()
  const { payment, number, query, meta, ...document } = loaderData
  const path = `/profile/invoices/${payment.id}`
  const shown = numberIn(language, number ?? payment.number)
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <Breadcrumbs
          crumbs={[{ label: t('invoices.title'), href: pathIn(language, '/profile/invoices') }, { label: shown }]}
        />
        <div className="page-head no-print">
          <h1>{meta.title}</h1>
          {number && <p className="soft sm">{t('invoice.print')}</p>}
          <p className="row row-s">
            {number && (
              <>
                <a className="btn btn-s" href={pathIn(language, `${path}/invoice.pdf${query}`)}>
                  {t(payment.credit ? 'credit.pdf' : 'invoice.pdf')}
                </a>{' '}
              </>
            )}
            {payment.reservation && payment.purpose !== 'DEPOSIT' && (
              <a
                className="btn btn-s"
                href={pathIn(language, `/profile/reservation/${payment.reservation.id}/recipient`)}
              >
                {t('recipient')}
              </a>
            )}
          </p>
        </div>
        <InvoiceOf payment={payment} number={number} path={path} {...document} />
      </div>
    </main>
  )
}
