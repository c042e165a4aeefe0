import { formatMoney, moneyParts, unitOf } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { TOP_UP } from '#app/rules/money/payment/top-up.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, IdempotencyKey, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { useJudgedFields } from '#app/ui/form/judged-form.live.ts'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { mayTryAgain, type TopUp } from './top-up-note.tsx'

/** What Yekpay wants to know about the payer; the form asks only for what the profile lacks. */
const PAYER = ['fullname', 'email', 'country', 'city', 'address', 'zip_code'] as const

/** Fills the wallet through the bank of its currency. */
export function TopUpForm({
  currency,
  payer,
  topUp,
  idempotencyKey,
  reply,
}: {
  currency: CurrencyCode
  payer: Record<(typeof PAYER)[number], string | null>
  /** The one that somebody came back from: if it was not paid, its amount is there to try again. */
  topUp: TopUp | null
  idempotencyKey: string
  reply?: FormReply | null
}) {
  const t = useText('wallet')
  const { language } = useLanguage()
  // As it is shown, which is one of the ways in which it may be typed.
  const again = topUp && mayTryAgain(topUp) ? moneyParts(topUp.amount, topUp.currency, language).number : undefined
  const sent = useReply('top-up', { reply, initial: { amount: again } })
  const amount = t('topUp.amount', { unit: unitOf(currency, language) })
  const bounds = TOP_UP[currency]
  const form = useJudgedFields(sent, { since: reply, rules: { amount: (typed) => amountError(typed, currency) } })
  const money = (n: number) => formatMoney(n, currency, language)
  const missing = currency === 'EUR' ? PAYER.filter((name) => !payer[name]) : []
  const labels = { amount, ...Object.fromEntries(missing.map((name) => [name, t(`topUp.${name}`)])) }
  return (
    <PostForm {...form.props} action={`/profile/wallet?wallet=${currency}`} className="card stack">
      <h2>{t('topUp.title')}</h2>
      <ErrorSummary id="top-up-errors" entries={form.summary(labels)} />
      <IdempotencyKey value={idempotencyKey} />
      <input type="hidden" name="currency" value={currency} />
      <TextField
        {...form.field('amount')}
        label={amount}
        hint={t('topUp.hint', { min: money(bounds.min), max: money(bounds.max) })}
        inputMode={currency === 'EUR' ? 'decimal' : 'numeric'}
        required
      />
      {missing.length > 0 && <p className="sm soft">{t('topUp.payer')}</p>}
      {missing.length > 0 && (
        <div className="grid2">
          {missing.map((name) => (
            <TextField key={name} {...form.field(name)} label={t(`topUp.${name}`)} optional={name === 'city'} />
          ))}
        </div>
      )}
      <div>
        <SubmitButton className="btn btn-go btn-lg">{t('topUp.submit')}</SubmitButton>
      </div>
    </PostForm>
  )
}

function amountError(typed: string, currency: CurrencyCode) {
  const read = typedAmount(typed, currency)
  return 'fieldError' in read ? { key: read.fieldError } : undefined
}
