import { useText } from '#app/i18n/text/text.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { invoiceAt } from './invoice.server.ts'
import { InvoiceDocument } from './invoice-document.tsx'
import { PaymentTag } from './payment-tag.tsx'

type Shown = Omit<Awaited<ReturnType<typeof invoiceAt>>, 'title'>

/** A payment's invoice, or that there is none yet. */
export function InvoiceOf({ payment, number, brand, seller, taxPercent }: Shown) {
  const t = useText('trips')
  if (number && payment.invoice)
    return <InvoiceDocument {...{ payment, number, brand, seller, taxPercent }} issuedAt={payment.invoice.issued_at} />
  return (
    <div className="card stack stack-2">
      <PaymentTag payment={payment} />
      <Note kind="warn">{t('invoice.noInvoice')}</Note>
    </div>
  )
}
