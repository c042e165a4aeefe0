import { data, isRouteErrorResponse, type RouterContextProvider, redirect, useRouteError } from 'react-router'
import { ErrorPage } from '#app/features/frame/error-page.tsx'
import { TripKeeper } from '#app/features/offline/trip-keeper.tsx'
import { BankForm } from '#app/features/payment/bank-form.tsx'
import { answerPayForm } from '#app/features/payment/pay.server.ts'
import { PaymentForm } from '#app/features/payment/payment-form.tsx'
import { waitingPayment } from '#app/features/payment/waiting-payment.server.ts'
import { WalletOffer } from '#app/features/payment/wallet-offer.tsx'
import { NotNotified } from '#app/features/reservation/not-notified.tsx'
import { PhoneCheck } from '#app/features/reservation/phone-check.tsx'
import { RentalTerms } from '#app/features/reservation/rental-terms.tsx'
import { voucherAt } from '#app/features/reservation/voucher.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { MAYBE_PAID, UNSUCCESSFUL } from '#app/rules/money/payment/payment-status.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Progress } from '#app/ui/page/status-line.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/payment'
import { AskingBank } from './asking-bank.tsx'
import { askBank, isAtBank } from './at-bank.server.ts'
import { BookingSummary } from './booking-summary.tsx'
import { ExpiredHold } from './expired-hold.tsx'
import { MonthlyChoice } from './monthly-choice.tsx'
import { UnknownPayment } from './unknown-payment.tsx'

export const handle: PageHandle = {
  areas: ['payment', 'bill', 'terms', 'vehicle', 'asked', 'monthly', 'cover'],
  private: true,
  noIndex: true,
  eager: true,
}

export async function loader({ context, url }: Route.LoaderArgs) {
  if (!url.searchParams.get('id')) throw leadToPayments(context)
  const found = await voucherAt(context, url.searchParams.get('id'))
  // Who says that nothing was paid there may pay; everybody else is not invited to pay twice.
  const mayPay = url.searchParams.has('unpaid')
  const voucher = mayPay ? found : await askBank(context, found)
  const t = textFor(context.get(siteContext).language, 'payment')
  const meta = { title: t('meta.title'), description: t('meta.description') }
  if (voucher.status === 'EXPIRED' && !hasMoney(voucher)) {
    return data({ meta, voucher, held: null }, { status: 410 })
  }
  // Paid, cancelled, or the money is being looked for: that page knows more than this one.
  const waiting = voucher.payable ? await waitingPayment(context, voucher.id, url.searchParams) : undefined
  if (!waiting) throw redirect(`/voucher/${voucher.id}`)
  const last = UNSUCCESSFUL.find((end) => end === voucher.payment?.status)
  const isAsking = !mayPay && isAtBank(voucher)
  const isVisitor = viewerOf(context) === undefined
  return data({ meta, voucher, held: { waiting, last, isAsking, mayPay, isVisitor, now: new Date().toISOString() } })
}

export async function action({ context, request, url }: Route.ActionArgs) {
  // Paid or expired meanwhile: the page itself says which.
  const fields = await request.formData()
  if (fields.get('intent') === 'monthly') return chooseParts(context, url, fields)
  return answerPayForm(context, fields, (id) => ({ paid: `/voucher/${id}`, notPayable: `/payment?id=${id}` }))
}

/** Comes back to the page, which shows what is paid now; where nothing can be chosen any more, it says why. */
async function chooseParts(context: Readonly<RouterContextProvider>, url: URL, fields: FormData) {
  const { id } = await voucherAt(context, url.searchParams.get('id'))
  try {
    await apiOf(context).reservations.monthly.choose({ id, monthly: fields.get('monthly') === 'on' })
  } catch (error) {
    if (!isCallError(error, 'NOT_PAYABLE')) throw error
  }
  return redirect(`/payment?id=${id}`, 303)
}

export default function Payment({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('payment')
  const { language } = useLanguage()
  const { voucher, held } = loaderData
  const bank = actionData && 'bank' in actionData ? actionData.bank : undefined
  const form = useReply('pay', { reply: actionData?.form, initial: { gateway: held?.waiting.quote.gateway } })
  if (!held) return <ExpiredHold voucher={voucher} />
  const page = `/payment?id=${voucher.id}${held.mayPay ? '&unpaid' : ''}`
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <TripKeeper isSignedIn={!held.isVisitor} mayKeep />
        <div className="pt-6 pb-4">
          <Progress
            label={t('steps.label')}
            steps={[t('steps.choose'), t('steps.details'), t('steps.pay'), t('steps.voucher')]}
            at={2}
          />
        </div>
        <div className="cols cols-b">
          <div className="stack stack-6">
            <div>
              <h1>{t('title')}</h1>
              <p className="soft">{t('number', { number: numberIn(language, voucher.number) })}</p>
            </div>
            <NotNotified voucher={voucher} />
            <PhoneCheck voucher={voucher} />
            <ErrorSummary id="pay-errors" entries={form.summary({ gateway: t('gateway') })} />
            {held.last && !actionData && (
              <Note kind="warn" role="status">
                {t(`last.${held.last}`)}
              </Note>
            )}
            {!bank && voucher.monthly?.choosable && (
              <MonthlyChoice monthly={voucher.monthly} currency={voucher.currency} page={page} />
            )}
            {bank ? (
              <BankForm bank={bank} currency={voucher.currency} />
            ) : held.isAsking && !actionData ? (
              <AskingBank page={pathIn(language, page)} />
            ) : (
              <PaymentForm voucher={voucher} waiting={held.waiting} page={page} form={form}>
                <p className="sm">{t('contract', { company: voucher.company.name })}</p>
                <RentalTerms {...voucher} zone={voucher.city.zone} now={held.now} />
              </PaymentForm>
            )}
            {held.isVisitor && !bank && <WalletOffer page={page} />}
          </div>
          <BookingSummary voucher={voucher} now={held.now} />
        </div>
      </div>
    </main>
  )
}

/** An address without a known payment. */
export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <UnknownPayment />
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
}

/** A return from the bank without a known payment: to one's payments, or to the reservation by its number. */
function leadToPayments(context: Readonly<RouterContextProvider>) {
  const t = textFor(context.get(siteContext).language, 'payment')
  return goOn(context, viewerOf(context) ? '/profile/invoices' : '/voucher', t('unknown.unnamed'), 'info')
}

/** Whether a payment came that the voucher's page has to account for. */
function hasMoney({ payment }: { payment: { status: string } | null }) {
  return MAYBE_PAID.some((status) => status === payment?.status)
}
