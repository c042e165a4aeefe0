import type { ReactNode } from 'react'
import { HelpLinks } from '#app/features/help/help-links.tsx'
import { formatTime } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { FieldErrors } from '#app/ui/form/field.tsx'
import { IdempotencyKey, type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { HoldCountdown } from './hold-countdown.live.tsx'
import type { WaitingPayment } from './waiting-payment.server.ts'
import { paymentPage, WalletCard } from './wallet-card.tsx'

/** The payment form: how long the vehicle is held, the wallet, and the button that leads to the bank or pays at once. */
export function PaymentForm({
  voucher,
  waiting,
  page,
  form,
  children,
}: {
  voucher: { city: { name: string; zone: string } }
  waiting: WaitingPayment
  /** The page that contains and answers the form, without the query for the wallet. */
  page: string
  form: ReplyForm
  /** What is said beside the button: with whom one makes a contract, and on which terms. */
  children?: ReactNode
}) {
  const t = useText('payment')
  const { language } = useLanguage()
  const { quote, usesWallet } = waiting
  const { currency, wallet_used, left } = quote
  const money = (amount: number) => formatMoney(amount, currency, language)
  const isByWalletAlone = left === 0
  return (
    <>
      {quote.hold_until && <Held until={quote.hold_until} city={voucher.city} leftMs={waiting.leftMs} />}
      <WalletCard waiting={waiting} page={page} />
      <PostForm {...form.props} className="card stack" action={paymentPage(page, usesWallet)}>
        <input type="hidden" name="transaction_id" value={quote.transaction_id} />
        <IdempotencyKey value={waiting.idempotencyKey} />
        {usesWallet && <input type="hidden" name="use_wallet" value="on" />}
        {isByWalletAlone ? (
          <input type="hidden" name="gateway" value={quote.gateway} />
        ) : (
          <GatewayField waiting={waiting} form={form} />
        )}
        <div>
          <SubmitButton className="btn btn-go btn-lg">
            {isByWalletAlone ? t('payByWallet', { amount: money(wallet_used) }) : t('pay', { amount: money(left) })}
          </SubmitButton>
        </div>
        <p className="row row-s tight sm soft">
          <Icon name="shield" size="s" className="ok" />
          {t(isByWalletAlone ? 'atOnce' : 'secure')}
        </p>
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

/** Names the currency's bank, so that people know where they are going. */
function GatewayField({ waiting: { quote }, form }: { waiting: WaitingPayment; form: ReplyForm }) {
  const t = useText('payment')
  const { gateway, wallet_used } = quote
  return (
    <fieldset className="stack stack-2" id="pay-gateway" tabIndex={-1}>
      <legend>{t(wallet_used > 0 ? 'gatewayOfRest' : 'gateway')}</legend>
      <OptionCard
        name="gateway"
        value={gateway}
        checked
        required
        title={t(`gateways.${gateway}.name`)}
        detail={t(`gateways.${gateway}.detail`)}
        end={<Icon name="card" size="l" className="brand" />}
      />
      <FieldErrors id="pay-gateway" fieldErrors={form.fieldErrors('gateway')} />
    </fieldset>
  )
}
