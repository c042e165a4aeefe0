import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import { Note } from '#app/ui/page/note.tsx'
import { DocumentLinks } from './document-links.tsx'
import type { shownInvoice } from './invoice.server.ts'
import { InvoiceDocument } from './invoice-document.tsx'
import { PaymentTag } from './payment-tag.tsx'

type Shown = Omit<ReturnType<typeof shownInvoice>, 'title'> & {
  /** The page's path, which takes `invoice` or `credit` as its query. */
  path: string
}

/** A payment's invoice or credit note with links to its others, or that there is none yet. */
export function InvoiceOf({ path, creditPrefix, number, ...shown }: Shown) {
  const t = useText('trips')
  const { language } = useLanguage()
  const { payment, prefix } = shown
  const isDeposit = payment.settled_as === 'DEPOSIT'
  if (number)
    return (
      <div className="stack">
        <InvoiceDocument {...shown} number={number} />
        {payment.documents.length > 1 && (
          <DocumentLinks
            documents={payment.documents}
            currency={payment.currency}
            path={path}
            prefixes={{ prefix, creditPrefix }}
          />
        )}
      </div>
    )
  return (
    <div className="card stack stack-2">
      <PaymentTag payment={payment} />
      {isDeposit ? (
        <Note>
          {t('invoice.noneOfDeposit', { amount: formatMoney(wholePayment(payment), payment.currency, language) })}
        </Note>
      ) : (
        <Note kind="warn">{t('invoice.noInvoice')}</Note>
      )}
    </div>
  )
}
