import { formatTime } from '#app/i18n/dates.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import type { CurrencyCode, Gateway } from '#app/rules/constants.ts'
import { localOf } from '#app/rules/rental-time.ts'
import { Choice } from '#app/ui/choice.tsx'
import { FieldFaults } from '#app/ui/field.tsx'
import { IdempotencyKey, type ReplyForm, SubmitButton } from '#app/ui/form.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { HoldCountdown } from './hold-countdown.live.tsx'

interface Quote {
  transaction_id: string
  currency: CurrencyCode
  gateway: Gateway
  wallet_balance: number
  left: number
  hold_until: string
}

/** How long the vehicle is held, where to pay, and the button that leads to the bank. */
export function PaymentForm({
  voucher,
  quote,
  leftMs,
  idempotencyKey,
  form,
  action = `/payment?id=${voucher.id}`,
}: {
  voucher: { id: string; city: { name: string; zone: string } }
  quote: Quote
  leftMs: number
  idempotencyKey: string
  form: ReplyForm
  /** The page that answers it. */
  action?: string
}) {
  const t = useText('payment')
  const { language } = useLanguage()
  const { currency, gateway, left, wallet_balance } = quote
  const rest = Math.max(0, left - wallet_balance)
  const until = formatTime(localOf(new Date(quote.hold_until), voucher.city.zone).time, language)
  return (
    <>
      <div className="note">
        <Icon name="clock" />
        <div>
          <p>{t('held', { until, city: voucher.city.name })}</p>
          <HoldCountdown ms={leftMs} />
        </div>
      </div>
      <PostForm {...form.props} className="card stack" action={action}>
        <input type="hidden" name="transaction_id" value={quote.transaction_id} />
        <IdempotencyKey value={idempotencyKey} />
        {wallet_balance > 0 && (
          <Choice
            type="switch"
            name="use_wallet"
            value="on"
            checked={form.isChosen('use_wallet')}
            title={t('wallet')}
            detail={
              <>
                {t('balance', { amount: formatMoney(wallet_balance, currency, language) })} ·{' '}
                {rest > 0 ? t('walletRest', { rest: formatMoney(rest, currency, language) }) : t('walletAll')}
              </>
            }
          />
        )}
        <fieldset className="stack stack-2" id="pay-gateway" tabIndex={-1}>
          <legend>{t('gateway')}</legend>
          <Choice
            name="gateway"
            value={gateway}
            checked
            required
            title={t(`gateways.${gateway}.name`)}
            detail={t(`gateways.${gateway}.detail`)}
            end={<Icon name="card" size="l" className="brand" />}
          />
          <FieldFaults id="pay-gateway" faults={form.faults('gateway')} />
        </fieldset>
        <div>
          <SubmitButton className="btn btn-go btn-lg">
            {t('pay', { amount: formatMoney(left, currency, language) })}
          </SubmitButton>
        </div>
        <p className="row row-s tight sm soft">
          <Icon name="shield" size="s" className="ok" />
          {t('secure')}
        </p>
      </PostForm>
    </>
  )
}
