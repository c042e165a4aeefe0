import { BankForm } from '#app/features/payment/bank-form.tsx'
import { PaymentForm } from '#app/features/payment/payment-form.tsx'
import type { WaitingPayment } from '#app/features/payment/waiting-payment.server.ts'
import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { slotIn } from '#app/i18n/format/slot.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import type { ChangeAnswer, ChangedTrip } from './change-answer.ts'

/** A change that costs more, held until it is paid: what it is, the way to pay, and the way out of it. */
export function WaitingChange({
  trip,
  waiting,
  answer,
  page = 'change',
}: {
  trip: ChangedTrip
  waiting: WaitingPayment
  answer?: ChangeAnswer | undefined
  /** The last part of the page's address. */
  page?: 'change' | 'extension'
}) {
  const t = useText('trips')
  const payment = useText('payment')
  const { language } = useLanguage()
  const { quote } = waiting
  const form = useReply('pay', { reply: answer?.form, initial: { gateway: quote.gateway } })
  const { change } = trip
  if (!change) return null
  return (
    <div className="cols cols-b">
      <div className="stack stack-6">
        <h2>{t('waiting.title')}</h2>
        <p>
          {t('dates', {
            start: slotIn(language, change.start_date, change.start_time),
            end: slotIn(language, change.end_date, change.end_time),
          })}
        </p>
        <ErrorSummary id="pay-errors" entries={form.summary({ gateway: payment('gateway') })} />
        {answer?.bank ? (
          <BankForm bank={answer.bank} currency={quote.currency} />
        ) : (
          <PaymentForm voucher={trip} waiting={waiting} page={`/profile/reservation/${trip.id}/${page}`} form={form} />
        )}
        <PostForm>
          <input type="hidden" name="intent" value="drop" />
          <button type="submit" className="btn">
            {t('waiting.drop')}
          </button>
        </PostForm>
      </div>
      <aside className="side" aria-label={t('change.after')}>
        <section className="card stack" aria-labelledby="after-title">
          <h2 id="after-title">{t('change.after')}</h2>
          <RentalBill
            bill={{ currency: trip.currency, lines: change.lines, total: change.total }}
            sums={[{ label: t('change.more'), amount: change.difference }]}
          />
        </section>
      </aside>
    </div>
  )
}
