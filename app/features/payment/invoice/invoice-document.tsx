import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import {
  type InvoiceFact,
  invoiceAmounts,
  invoiceParties,
  rentalFacts,
  type Seller,
} from '#app/i18n/format/invoice-lines.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Bill } from '#app/ui/bill.tsx'
import { Logo } from '#app/ui/brand/logo.tsx'
import { Facts } from '#app/ui/card.tsx'
import '../../../../styles/pass.css'
import type { InvoiceFacts } from './invoice-facts.ts'
import { PaymentTag } from './payment-tag.tsx'

interface InvoiceDocumentProps {
  payment: InvoiceFacts
  number: string
  issuedAt: string
  /** Of the numbers of invoices. */
  prefix: string
  brand: string
  seller: Seller
  /** The tax that the amounts contain; undefined prints no line of it. */
  taxPercent: number | undefined
}

/** The invoice of a payment, or a credit note of it, as it is printed. */
export function InvoiceDocument({ payment, number, brand, taxPercent, ...issued }: InvoiceDocumentProps) {
  const t = useText('trips')
  const { language } = useLanguage()
  return (
    <article className="card stack stack-6" aria-label={t(payment.credit ? 'meta.credit' : 'meta.invoice', { number })}>
      <header className="row between">
        <div className="logo">
          <Logo name={brand} />
        </div>
        <p className="pass-number">
          <b>{t(payment.credit ? 'credit.title' : 'invoice.title')}</b>{' '}
          <span className="ltr">{localDigits(number, language)}</span>
        </p>
      </header>
      <Parties payment={payment} {...issued} />
      <hr />
      {payment.rental && <Rental payment={payment} rental={payment.rental} />}
      <section className="stack stack-2" aria-labelledby="payment-title">
        <div className="row between">
          <h2 id="payment-title">{t(payment.credit ? 'credit.amounts' : 'invoice.thisPayment')}</h2>
          {!payment.credit && <PaymentTag payment={payment} />}
        </div>
        <Amounts payment={payment} taxPercent={taxPercent} />
      </section>
      {taxPercent === undefined && <p className="sm soft">{t('invoice.tax')}</p>}
    </article>
  )
}

function Parties({ payment, ...issued }: Pick<InvoiceDocumentProps, 'payment' | 'seller' | 'issuedAt' | 'prefix'>) {
  const t = useText('trips')
  const { language } = useLanguage()
  return <Facts facts={invoiceParties(payment, issued, { t, language }).map(shownFact)} />
}

/** A name with its address below it, or a code. */
function shownFact({ key, label, lines: [first, ...further], isCode }: InvoiceFact) {
  const value = (
    <>
      {isCode ? <span className="ltr">{first}</span> : <bdi>{first}</bdi>}
      {further.map((line) => (
        <span key={line} className="sm soft block">
          <bdi>{line}</bdi>
        </span>
      ))}
    </>
  )
  return { key, label, value }
}

function Rental({ payment, rental }: { payment: InvoiceFacts; rental: NonNullable<InvoiceFacts['rental']> }) {
  const t = useText('trips')
  const { language } = useLanguage()
  return (
    <section className="stack stack-2" aria-labelledby="rental-title">
      <h2 id="rental-title">{t(payment.credit ? 'credit.rental' : 'invoice.rental')}</h2>
      <Facts facts={rentalFacts(rental, { t, language }).map(shownFact)} />
      {!payment.credit && (
        <RentalBill
          bill={{ currency: payment.currency, lines: rental.lines, total: rental.total }}
          sums={[{ label: t('invoice.prepayment'), amount: rental.payable_now }]}
        />
      )}
      {!payment.credit && rental.is_current && <p className="sm soft">{t('invoice.changed')}</p>}
    </section>
  )
}

function Amounts({ payment, taxPercent }: Pick<InvoiceDocumentProps, 'payment' | 'taxPercent'>) {
  const t = useText('trips')
  const { language } = useLanguage()
  return <Bill currency={payment.currency} {...invoiceAmounts(payment, taxPercent, { t, language })} />
}
