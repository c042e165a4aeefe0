import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { Invoice } from '#app/contract/payments.ts'
import { PublicId } from '#app/contract/shapes.ts'
import { formatDate, formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/ltr-text.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { formatPhone } from '#app/rules/phone.ts'
import { Bill } from '#app/ui/bill.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Facts } from '#app/ui/card.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { Note } from '#app/ui/note.tsx'
import { RentalBill } from '#app/ui/rental-bill.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { requirePerson } from '#app/web/session/session.ts'
import type { Route } from './+types/invoice'
import { PaymentTag } from './payment-tag.tsx'
import { usePurpose } from './purpose.ts'

type InvoiceFacts = z.infer<typeof Invoice>

/** Statuses of money that came, whatever became of it later. */
const RECEIVED = ['PAID', 'REVERSED', 'REFUNDED']
const ZONE = 'Asia/Tehran'

export const handle: PageHandle = {
  areas: ['trips', 'voucher', 'bill'],
  noJs: true,
  private: true,
  noIndex: true,
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language, config, origin } = context.get(siteContext)
  await requirePerson(context)
  const invoice = await invoiceAt(context, params.id)
  const t = textFor(language, 'trips')
  const title = t('meta.invoice', { number: numberIn(language, invoice.number) })
  return {
    meta: { title, description: t('meta.invoicesText') },
    invoice,
    brand: config.brand.name[language],
    site: new URL(origin).host,
  }
}

export default function InvoicePage({ loaderData: { invoice, brand, site } }: Route.ComponentProps) {
  const t = useText('trips')
  const voucher = useText('voucher')
  const { language } = useLanguage()
  const number = numberIn(language, invoice.number)
  const isInvoice = RECEIVED.includes(invoice.status)
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <Breadcrumbs
          crumbs={[{ label: t('invoices.title'), href: pathIn(language, '/profile/invoices') }, { label: number }]}
        />
        <div className="page-head no-print">
          <h1>{isInvoice ? t('meta.invoice', { number }) : t('invoice.receipt')}</h1>
          <p className="soft sm">{voucher('printHint')}</p>
        </div>
        {!isInvoice && <Note kind="warn">{t('invoice.unpaid')}</Note>}
        <article className="card stack stack-6" aria-label={t('meta.invoice', { number })}>
          <header className="row between">
            <div className="logo">
              <Logo name={brand} />
            </div>
            <p className="pass-number">
              <b>{t(isInvoice ? 'invoice.title' : 'invoice.receipt')}</b>{' '}
              <span className="ltr">{localDigits(invoice.number, language)}</span>
            </p>
          </header>
          <Parties invoice={invoice} seller={`${brand} (${site})`} />
          <hr />
          {invoice.rental && <Rental invoice={invoice} rental={invoice.rental} />}
          <section className="stack stack-2" aria-labelledby="payment-title">
            <div className="row between">
              <h2 id="payment-title">{t('invoice.payment')}</h2>
              <PaymentTag payment={invoice} />
            </div>
            <Amounts invoice={invoice} isInvoice={isInvoice} />
          </section>
          <p className="sm soft">{t('invoice.tax')}</p>
        </article>
      </div>
    </main>
  )
}

function Parties({ invoice, seller }: { invoice: InvoiceFacts; seller: string }) {
  const t = useText('trips')
  const { language } = useLanguage()
  const purposeOf = usePurpose()
  const { payer, trace, reference, card } = invoice
  const code = trace ?? reference
  const ltr = (text: string) => <span className="ltr">{localDigits(text, language)}</span>
  const when = new Date(invoice.settled_at ?? invoice.created_at)
  return (
    <Facts
      facts={[
        { key: 'seller', label: t('invoice.seller'), value: seller },
        {
          key: 'buyer',
          label: t('invoice.buyer'),
          value: (
            <>
              {payer.fullname} {payer.address && <span className="sm soft block">{payer.address}</span>}
            </>
          ),
        },
        { key: 'phone', label: t('invoice.phone'), value: ltr(formatPhone(payer.phone)) },
        ...(payer.email
          ? [{ key: 'email', label: t('invoice.email'), value: <span className="ltr">{payer.email}</span> }]
          : []),
        { key: 'date', label: t('invoice.issued'), value: formatInstant(when, ZONE, language, 'long') },
        { key: 'for', label: t('invoice.for'), value: purposeOf(invoice) },
        ...(code ? [{ key: 'code', label: t('invoice.trace'), value: ltr(code) }] : []),
        ...(card ? [{ key: 'card', label: t('invoice.card'), value: ltr(card) }] : []),
      ]}
    />
  )
}

function Rental({ invoice, rental }: { invoice: InvoiceFacts; rental: NonNullable<InvoiceFacts['rental']> }) {
  const t = useText('trips')
  const { language } = useLanguage()
  const start = formatDate(rental.start_date, language, 'short')
  const end = formatDate(rental.end_date, language, 'long')
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
        bill={{ currency: invoice.currency, lines: rental.lines, total: rental.total }}
        sums={[{ label: t('invoice.prepayment'), amount: rental.payable_now }]}
      />
      <p className="sm soft">{t('invoice.changed')}</p>
    </section>
  )
}

/** What came by which way; a payment by the wallet alone has all of it as its amount. */
function Amounts({ invoice, isInvoice }: { invoice: InvoiceFacts; isInvoice: boolean }) {
  const t = useText('trips')
  const { amount, wallet_amount, currency, gateway } = invoice
  const lines = [
    { label: t('invoice.byGateway', { gateway: t(`gateway.${gateway}`) }), amount },
    ...(wallet_amount > 0 ? [{ label: t('invoice.fromWallet'), amount: wallet_amount }] : []),
  ]
  const sum = { label: t(isInvoice ? 'invoice.sum' : 'invoice.sumUnpaid'), amount: amount + wallet_amount }
  return <Bill currency={currency} lines={lines} sums={[sum]} />
}

async function invoiceAt(context: Readonly<RouterContextProvider>, id: string | undefined): Promise<InvoiceFacts> {
  const known = PublicId.safeParse(id)
  if (!known.success) throw notFound()
  return apiOf(context).payments.read({ id: known.data })
}
