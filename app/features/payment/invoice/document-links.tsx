import { formatDate } from '#app/i18n/format/dates.ts'
import { invoiceNumber, type NumberPrefixes } from '#app/i18n/format/invoice-lines.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type CurrencyCode, HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { Card } from '#app/ui/card.tsx'
import { Money } from '#app/ui/price.tsx'
import type { InvoiceFacts } from './invoice-facts.ts'

interface DocumentLinksProps {
  documents: InvoiceFacts['documents']
  currency: CurrencyCode
  /** The path that shows one of them, by its query. */
  path: string
  prefixes: NumberPrefixes
}

/** Links to the invoices and credit notes of a payment, or of a reservation. */
export function DocumentLinks({ documents, currency, path, prefixes }: DocumentLinksProps) {
  const t = useText('trips')
  const { language } = useLanguage()
  return (
    <Card id="documents" title={t('documents')} className="stack stack-2 no-print">
      <ul className="stack stack-1">
        {documents.map(({ kind, number, issued_at, amount }) => {
          const isCredit = kind === 'CREDIT'
          const shown = numberIn(language, invoiceNumber(number, isCredit ? prefixes.creditPrefix : prefixes.prefix))
          const on = dateIn(HOME_ZONE, new Date(issued_at))
          return (
            <li key={`${kind} ${number}`} className="row between row-s">
              <a href={pathIn(language, `${path}?${isCredit ? 'credit' : 'invoice'}=${number}`)}>
                {t(isCredit ? 'meta.credit' : 'meta.invoice', { number: shown })}
              </a>{' '}
              <time className="sm soft" dateTime={on}>
                {formatDate(on, language, 'numeric')}
              </time>{' '}
              <Money amount={isCredit ? -amount : amount} currency={currency} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
