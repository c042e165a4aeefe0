import { askedDocument, shownInvoice } from '#app/features/payment/invoice/invoice.server.ts'
import { InvoiceOf } from '#app/features/payment/invoice/invoice-of.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { SUCCESSFUL } from '#app/rules/reservation/reservation-status.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/invoices'
import { deskReservation } from './own.server.ts'
import { ReservationHead } from './reservation-head.tsx'

export const handle: PageHandle = { areas: ['trips', 'voucher', 'bill'], noJs: true, query: ['invoice', 'credit'] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const one = await deskReservation(context, params.id)
  const payment = await apiOf(context).company.reservations.invoices.read({ id: one.id, ...askedDocument(url) })
  const shown = payment && shownInvoice(context, payment)
  const title = shown?.title ?? textFor(language, 'trips')('documents')
  return { one, shown, query: url.search, meta: { title: `${title} · ${numberIn(language, one.number)}` } }
}

/** The invoices and credit notes of a reservation. */
export default function DeskInvoices({ loaderData: { one, shown, query } }: Route.ComponentProps) {
  const t = useText('trips')
  const desk = useText('desk')
  const { language } = useLanguage()
  const path = `/desk/reservations/${one.id}/invoices`
  return (
    <>
      <ReservationHead reservation={one} crumb={t('documents')} title={shown?.title ?? t('documents')} />
      {knowsCustomer(one) && (
        <p className="no-print pb-5">
          <a className="btn btn-s" href={pathIn(language, `/desk/reservations/${one.id}/recipient`)}>
            {t('recipient')}
          </a>
        </p>
      )}
      {shown ? (
        <div className="stack">
          <p className="no-print">
            <a className="btn btn-s" href={pathIn(language, `${path}.pdf${query}`)}>
              {t(shown.payment.credit ? 'credit.pdf' : 'invoice.pdf')}
            </a>
          </p>
          <InvoiceOf {...shown} path={path} />
        </div>
      ) : (
        <p className="soft">{desk('one.noInvoices')}</p>
      )}
    </>
  )
}

/** Until it accepts a booking of the site, a company learns of no business; staff's own bookings are accepted. */
function knowsCustomer({ source, status }: Awaited<ReturnType<typeof deskReservation>>): boolean {
  return source !== 'SITE' || status === 'CANCELLED' || SUCCESSFUL.includes(status)
}
