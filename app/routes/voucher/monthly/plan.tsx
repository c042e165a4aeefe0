import { data } from 'react-router'
import { PlanLine, PlanSum } from '#app/features/monthly/plan-line.tsx'
import { BankForm } from '#app/features/payment/bank-form.tsx'
import { answerPayForm } from '#app/features/payment/pay.server.ts'
import { PaymentForm } from '#app/features/payment/payment-form.tsx'
import { waitingPayment } from '#app/features/payment/waiting-payment.server.ts'
import { voucherAt } from '#app/features/reservation/voucher.server.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { slotIn } from '#app/i18n/format/slot.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/plan'

export const handle: PageHandle = {
  areas: ['monthly', 'payment', 'bill', 'asked', 'errors', 'voucher'],
  private: true,
  noIndex: true,
  eager: true,
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const voucher = await voucherAt(context, params.id)
  if (voucher.is_shared) throw notFound()
  const { language } = context.get(siteContext)
  const { id, number, ad, city, end_date, end_time, company } = voucher
  const plan = await apiOf(context).reservations.monthly.read({ id })
  const next = plan.parts.find(({ position }) => position === plan.next)
  const t = textFor(language, 'monthly')
  return data({
    meta: { title: t('meta', { number: numberIn(language, number) }), description: t('metaText') },
    trip: { id, number, title: ad.title, city, end_date, end_time, company: company.name },
    plan,
    waiting: next ? ((await waitingPayment(context, next.id, url.searchParams)) ?? null) : null,
  })
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const page = `/voucher/${params.id}/plan`
  return answerPayForm(context, request, () => ({ paid: page, notPayable: page }))
}

/** The monthly parts of a rental: what is paid, due and late, and the payment of the next one. For whoever has its address. */
export default function Plan({ loaderData: { trip, plan, waiting }, actionData }: Route.ComponentProps) {
  const t = useText('monthly')
  const pay = useText('payment')
  const voucher = useText('voucher')
  const { language } = useLanguage()
  const form = useReply('pay', { reply: actionData?.form, initial: { gateway: waiting?.quote.gateway } })
  const bank = actionData && 'bank' in actionData ? actionData.bank : undefined
  const page = `/voucher/${trip.id}/plan`
  const next = plan.parts.find(({ position }) => position === plan.next)
  const invoice = (payment: string) => <a href={pathIn(language, `/profile/invoices/${payment}`)}>{t('invoice')}</a>
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <div className="page-head">
          <h1>{t('title')}</h1>
          <p className="soft">
            {voucher('reservation', { number: numberIn(language, trip.number) })} · {trip.title}
            {plan.day !== null && <> · {t('day', { day: plan.day, n: plan.days })}</>}
          </p>
        </div>
        <div className="cols cols-b">
          <div className="stack stack-6">
            <ErrorSummary id="pay-errors" entries={form.summary({ gateway: pay('gateway') })} />
            {next?.state === 'LATE' && plan.grace_until && (
              <Note kind="warn">
                {t('grace', { date: formatDate(plan.grace_until, language, 'weekday'), company: trip.company })}
              </Note>
            )}
            <Card id="plan" title={t('plan')} className="stack">
              <PlanSum plan={plan} />
              <PlanLine plan={plan} zone={trip.city.zone} invoice={invoice} />
              <p className="sm soft">{t('returns', { until: slotIn(language, trip.end_date, trip.end_time) })}</p>
            </Card>
            {bank ? (
              <BankForm bank={bank} currency={plan.currency} />
            ) : (
              next &&
              waiting && (
                <section className="stack" aria-labelledby="pay-title">
                  <h2 id="pay-title">{t('payPart', { n: next.position })}</h2>
                  <PaymentForm voucher={trip} waiting={waiting} page={page} form={form} />
                </section>
              )
            )}
          </div>
          <aside className="side stack">
            <Card id="rules" title={t('rules')} className="stack">
              <p className="sm soft">{t('reminders')}</p>
              <p className="sm soft">{t('graceRule', { n: plan.grace_days })}</p>
              {plan.ends && (
                <>
                  <p className="sm soft">{t('endRule', { n: plan.notice_days })}</p>
                  <div>
                    <a className="btn" href={pathIn(language, `/voucher/${trip.id}/end`)}>
                      {t('end.link')}
                    </a>
                  </div>
                </>
              )}
              <div>
                <a className="btn" href={pathIn(language, `/voucher/${trip.id}`)}>
                  {t('toVoucher')}
                </a>
              </div>
            </Card>
          </aside>
        </div>
      </div>
    </main>
  )
}
