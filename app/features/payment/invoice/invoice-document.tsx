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
  brand: string
  seller: Seller
  /** The tax that the amounts contain; undefined prints no line of it. */
  taxPercent: number | undefined
}

/** The invoice of a payment, as it is printed. */
export function InvoiceDocument({ payment, number, issuedAt, brand, seller, taxPercent }: InvoiceDocumentProps) {
  const t = useText('trips')
  const { language } = useLanguage()
  return (
    <article className="card stack stack-6" aria-label={t('meta.invoice', { number })}>
      <header className="row between">
        <div className="logo">
          <Logo name={brand} />
        </div>
        <p className="pass-number">
          <b>{t('invoice.title')}</b> <span className="ltr">{localDigits(number, language)}</span>
        </p>
      </header>
      <Parties payment={payment} seller={seller} issuedAt={issuedAt} />
      <hr />
      {payment.rental && <Rental payment={payment} rental={payment.rental} />}
      <section className="stack stack-2" aria-labelledby="payment-title">
        <div className="row between">
          <h2 id="payment-title">{t('invoice.thisPayment')}</h2>
          <PaymentTag payment={payment} />
        </div>
        <Amounts payment={payment} taxPercent={taxPercent} />
      </section>
      {taxPercent === undefined && <p className="sm soft">{t('invoice.tax')}</p>}
    </article>
  )
}

function Parties({ payment, seller, issuedAt }: Pick<InvoiceDocumentProps, 'payment' | 'seller' | 'issuedAt'>) {
  const t = useText('trips')
  const { language } = useLanguage()
  return <Facts facts={invoiceParties(payment, { seller, issuedAt }, { t, language }).map(shownFact)} />
}

/** A name with its address below it, or a code. */
function shownFact({ key, label, lines: [first, ...further], isCode }: InvoiceFact) {
  const value = (
    <>
      {isCode ? <span className="ltr">{first}</span> : first}
      {further.map((line) => (
        <span key={line} className="sm soft block">
          {line}
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
      <h2 id="rental-title">{t('invoice.rental')}</h2>
      <Facts facts={rentalFacts(rental, { t, language }).map(shownFact)} />
      <RentalBill
        bill={{ currency: payment.currency, lines: rental.lines, total: rental.total }}
        sums={[{ label: t('invoice.prepayment'), amount: rental.payable_now }]}
      />
      <p className="sm soft">{t('invoice.changed')}</p>
    </section>
  )
}

function Amounts({ payment, taxPercent }: Pick<InvoiceDocumentProps, 'payment' | 'taxPercent'>) {
  const t = useText('trips')
  const { language } = useLanguage()
  return <Bill currency={payment.currency} {...invoiceAmounts(payment, taxPercent, { t, language })} />
}
