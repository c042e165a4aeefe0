import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'

/** The form that a bank expects; `amount` is what the bank charges, in the minor unit. */
export interface BankEntrance {
  url: string
  fields: Record<string, string>
  amount: number
}

/** The form that leads to a bank, with a visible button, so that it works without JavaScript. */
export function BankForm({ bank, currency }: { bank: BankEntrance; currency: CurrencyCode }) {
  const t = useText('payment')
  const { language } = useLanguage()
  const amount = formatMoney(bank.amount, currency, language)
  return (
    <form className="card stack" method="post" action={bank.url}>
      <h2>{t('bank.title')}</h2>
      <p>{t('bank.text', { amount })}</p>
      {Object.entries(bank.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div>
        <button type="submit" className="btn btn-go btn-lg">
          {t('bank.go')}
        </button>
      </div>
    </form>
  )
}
