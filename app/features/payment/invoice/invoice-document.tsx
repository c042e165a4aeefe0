import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import { includedTax } from '#app/rules/money/tax.ts'
import { Bill } from '#app/ui/bill.tsx'
import { Logo } from '#app/ui/brand/logo.tsx'
import { Facts } from '#app/ui/card.tsx'
import '../../../../styles/pass.css'
import type { InvoiceFacts, Seller } from './invoice-facts.ts'
import { PaymentTag } from './payment-tag.tsx'
import { usePurpose } from './purpose.ts'

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
  const purposeOf = usePurpose()
  const timeAt = useTimeAt(payment)
  const { payer, rental, trace, reference, card } = payment
  const code = trace ?? reference
  const ltr = (text: string) => <span className="ltr">{localDigits(text, language)}</span>
  const fact = (
    key: 'legalId' | 'supplierTax' | 'taxNumber' | 'registration' | 'email' | 'trace' | 'card',
    value: string | null | undefined,
  ) =>
    value
      ? [
          {
            key,
            label: t(`invoice.${key}`),
            value: key === 'email' ? <span className="ltr">{value}</span> : ltr(value),
          },
        ]
      : []
  return (
    <Facts
      facts={[
        ...(rental
          ? [
              {
                key: 'supplier',
                label: t('invoice.supplier'),
                value: <Party lines={[rental.supplier.legal_name ?? rental.company, rental.supplier.address]} />,
              },
              ...fact('legalId', rental.supplier.legal_id),
              ...fact('supplierTax', rental.supplier.tax_number),
            ]
          : []),
        {
          key: 'seller',
          label: t(rental ? 'invoice.onBehalf' : 'invoice.seller'),
          value: <Party lines={[`${seller.name} (${seller.site})`, seller.address]} />,
        },
        ...fact('taxNumber', seller.taxNumber),
        ...fact('registration', seller.registration),
        {
          key: 'buyer',
          label: t('invoice.buyer'),
          value: (
            <Party
              lines={[
                payer.fullname,
                payer.address,
                [payer.zip_code && localDigits(payer.zip_code, language), payer.city].filter(Boolean).join(' '),
                payer.country,
              ]}
            />
          ),
        },
        { key: 'phone', label: t('invoice.phone'), value: ltr(formatPhone(payer.phone)) },
        ...fact('email', payer.email),
        { key: 'date', label: t('invoice.issued'), value: timeAt(issuedAt) },
        { key: 'number', label: t('invoice.paymentNumber'), value: ltr(payment.number) },
        { key: 'for', label: t('invoice.for'), value: purposeOf(payment) },
        ...fact('trace', code),
        ...fact('card', card),
      ]}
    />
  )
}

/** A name with its address below it. */
function Party({ lines: [name, ...address] }: { lines: (string | null | undefined)[] }) {
  return (
    <>
      {name}
      {address.filter(Boolean).map((line) => (
        <span key={line} className="sm soft block">
          {line}
        </span>
      ))}
    </>
  )
}

function Rental({ payment, rental }: { payment: InvoiceFacts; rental: NonNullable<InvoiceFacts['rental']> }) {
  const t = useText('trips')
  const { language } = useLanguage()
  const start = formatDate(rental.start_date, language, 'numeric')
  const end = formatDate(rental.end_date, language, 'numeric')
  return (
    <section className="stack stack-2" aria-labelledby="rental-title">
      <h2 id="rental-title">{t('invoice.rental')}</h2>
      <Facts
        facts={[
          { key: 'vehicle', label: t('invoice.vehicle'), value: rental.title },
          { key: 'company', label: t('invoice.company'), value: rental.company },
          { key: 'city', label: t('invoice.city'), value: rental.city },
          {
            key: 'period',
            label: t('invoice.period'),
            value: `${t('dates', { start, end })} (${t('invoice.days', { n: rental.days })})`,
          },
        ]}
      />
      <RentalBill
        bill={{ currency: payment.currency, lines: rental.lines, total: rental.total }}
        sums={[{ label: t('invoice.prepayment'), amount: rental.payable_now }]}
      />
      <p className="sm soft">{t('invoice.changed')}</p>
    </section>
  )
}

/** What came by which way, and the tax in it; a payment by the wallet alone has all of it as its amount. */
function Amounts({ payment, taxPercent }: Pick<InvoiceDocumentProps, 'payment' | 'taxPercent'>) {
  const t = useText('trips')
  const { language } = useLanguage()
  const { amount, wallet_amount, currency, gateway } = payment
  const lines = [
    { label: t('invoice.byGateway', { gateway: t(`gateway.${gateway}`) }), amount },
    ...(wallet_amount > 0 ? [{ label: t('invoice.fromWallet'), amount: wallet_amount }] : []),
  ]
  const sum = wholePayment(payment)
  const sums = [{ label: t('invoice.sum'), amount: sum }]
  if (taxPercent !== undefined) {
    const tax = includedTax(sum, taxPercent)
    const percent = localDigits(String(taxPercent), language)
    sums.push({ label: t('invoice.net'), amount: sum - tax }, { label: t('invoice.taxLine', { percent }), amount: tax })
  }
  return <Bill currency={currency} lines={lines} sums={sums} />
}

/** Writes an instant in the zone of the payment's place and names it; a wallet has Tehran's for toman, UTC for euro. */
function useTimeAt({ zone, rental, currency }: InvoiceFacts) {
  const t = useText('trips')
  const { language } = useLanguage()
  const [shownZone, place] =
    zone && rental ? [zone, rental.city] : currency === 'IRT' ? [HOME_ZONE, t('invoice.tehran')] : ['UTC', 'UTC']
  return (instant: string) =>
    t('invoice.at', { when: formatInstant(new Date(instant), shownZone, language, 'numeric'), place })
}
