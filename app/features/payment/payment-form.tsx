import type { ReactNode } from 'react'
import { HelpLinks } from '#app/features/help/help-links.tsx'
import { formatTime } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { IdempotencyKey, type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { HoldCountdown } from './hold-countdown.live.tsx'
import { PayWays } from './pay-ways.tsx'
import type { WaitingPayment } from './waiting-payment.server.ts'

/** The payment form: how long the vehicle is held, how to pay, and the button that leads to the bank or pays at once. */
export function PaymentForm({
  voucher,
  waiting,
  page,
  form,
  children,
}: {
  voucher: { city: { name: string; zone: string } }
  waiting: WaitingPayment
  /** The page that contains and answers the form. */
  page: string
  form: ReplyForm
  /** What is said beside the button: with whom one makes a contract, and on which terms. */
  children?: ReactNode
}) {
  const t = useText('payment')
  const { language } = useLanguage()
  const { quote } = waiting
  const amount = formatMoney(quote.wallet_used + quote.left, quote.currency, language)
  return (
    <>
      {quote.hold_until && <Held until={quote.hold_until} city={voucher.city} leftMs={waiting.leftMs} />}
      <PostForm {...form.props} className="card stack" action={page}>
        <input type="hidden" name="transaction_id" value={quote.transaction_id} />
        <input type="hidden" name="gateway" value={quote.gateway} />
        <IdempotencyKey value={waiting.idempotencyKey} />
        <PayWays waiting={waiting} form={form} />
        <div>
          <SubmitButton className="btn btn-go btn-lg">{t('pay', { amount })}</SubmitButton>
        </div>
        {/* Below the button, which is on a phone's first screen. */}
        <p className="sm mute">{t('secure')}</p>
        {children}
        <HelpLinks entries={quote.hold_until ? ['prepayment', 'payment-failed'] : ['payment-failed']} />
      </PostForm>
    </>
  )
}

/** Until when the vehicle is held. Charges after a return hold nothing. */
function Held({ until, city, leftMs }: { until: string; city: { name: string; zone: string }; leftMs: number }) {
  const t = useText('payment')
  const { language } = useLanguage()
  return (
    <div className="note">
      <Icon name="clock" />
      <div>
        <p>{t('held', { until: formatTime(localOf(new Date(until), city.zone).time, language), city: city.name })}</p>
        <HoldCountdown ms={leftMs} />
      </div>
    </div>
  )
}
