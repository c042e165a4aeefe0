import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { walletPart } from '#app/rules/money/payment/payment-parts.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { FieldErrors } from '#app/ui/form/field.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import type { WaitingPayment } from './waiting-payment.server.ts'

/**
 * The ways to pay, of which one is chosen: all at the bank, or from the wallet first. Each says what it takes from where, so that one
 * button with the whole amount is right for both, without JavaScript, too.
 */
export function PayWays({ waiting: { quote, usesWallet }, form }: { waiting: WaitingPayment; form: ReplyForm }) {
  const t = useText('payment')
  const { language } = useLanguage()
  const { currency, gateway, wallet_balance, wallet_used, left } = quote
  const money = (amount: number) => formatMoney(amount, currency, language)
  const total = wallet_used + left
  const used = walletPart(total, { balance: wallet_balance, currency })
  const bank = t(`gateways.${gateway}.name`)
  const isWallet = usesWallet || form.isChosen('use_wallet', 'on')
  return (
    <fieldset className="stack stack-2" id="pay-gateway" tabIndex={-1}>
      <legend>{t('gateway')}</legend>
      <OptionCard
        name="use_wallet"
        value="off"
        checked={!isWallet}
        title={bank}
        detail={t(`gateways.${gateway}.detail`)}
        end={<Icon name="card" size="l" className="brand" />}
      />
      {used > 0 && (
        <OptionCard
          name="use_wallet"
          value="on"
          checked={isWallet}
          title={used < total ? t('wallet.and', { gateway: bank }) : t('wallet.title')}
          detail={
            <>
              {t('wallet.balance', { amount: money(wallet_balance) })}{' '}
              <span className="block">
                {used < total ? t('wallet.split', { used: money(used), rest: money(total - used) }) : t('atOnce')}
              </span>
            </>
          }
          end={<Icon name="wallet" size="l" className="brand" />}
        />
      )}
      <FieldErrors id="pay-gateway" fieldErrors={form.fieldErrors('gateway')} />
    </fieldset>
  )
}
