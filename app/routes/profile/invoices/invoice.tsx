import type { RouterContextProvider } from 'react-router'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requirePerson } from '#app/web/session/session.ts'
import type { Route } from './+types/invoice'
import { InvoiceDocument } from './invoice-document.tsx'
import { type InvoiceFacts, invoiceNumber } from './invoice-facts.ts'
import { PaymentTag } from './payment-tag.tsx'

export const handle: PageHandle = {
  areas: ['trips', 'voucher', 'bill'],
  noJs: true,
  private: true,
  noIndex: true,
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language, config, origin } = context.get(siteContext)
  await requirePerson(context)
  const payment = await paymentAt(context, params.id)
  const t = textFor(language, 'trips')
  const { brand, invoices } = config
  const number = payment.invoice && invoiceNumber(payment.invoice.number, invoices.prefix)
  const title = number
    ? t('meta.invoice', { number: numberIn(language, number) })
    : t('invoice.payment', { number: numberIn(language, payment.number) })
  const { company, address, taxNumber, registration } = brand
  return {
    meta: { title, description: t('meta.invoicesText') },
    payment,
    number,
    brand: brand.name[language],
    seller: { name: company, site: new URL(origin).host, address, taxNumber, registration },
    taxPercent: invoices.taxPercent[payment.currency],
  }
}

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
  const t = useText('trips')
  const { language } = useLanguage()
  const { payment, number, brand, seller, taxPercent } = loaderData
  const shown = numberIn(language, number ?? payment.number)
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <Breadcrumbs
          crumbs={[{ label: t('invoices.title'), href: pathIn(language, '/profile/invoices') }, { label: shown }]}
        />
        <div className="page-head no-print">
          <h1>{loaderData.meta.title}</h1>
          {number && <p className="soft sm">{t('invoice.print')}</p>}
        </div>
        {number && payment.invoice ? (
          <InvoiceDocument {...{ payment, number, brand, seller, taxPercent }} issuedAt={payment.invoice.issued_at} />
        ) : (
          <div className="card stack stack-2">
            <PaymentTag payment={payment} />
            <Note kind="warn">{t('invoice.noInvoice')}</Note>
          </div>
        )}
      </div>
    </main>
  )
}

async function paymentAt(context: Readonly<RouterContextProvider>, id: string | undefined): Promise<InvoiceFacts> {
  const known = PublicId.safeParse(id)
  if (!known.success) throw notFound()
  return apiOf(context).payments.read({ id: known.data })
}
