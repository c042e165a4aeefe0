import { formatMoney, moneyParts } from '#app/i18n/format/money.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'

export interface MoneyProps {
  /** In the minor unit: whole toman, cents. */
  amount: number
  currency: CurrencyCode
}

/** An amount in running text, without line breaks. */
export function Money({ amount, currency }: MoneyProps) {
  const { language } = useLanguage()
  return <span className="num">{formatMoney(amount, currency, language)}</span>
}

/** The price on a card or a bill: a large number and its unit, which is small if it is a word. */
export function Price({ amount, currency }: MoneyProps) {
  return (
    <span className="price">
      <Amount amount={amount} currency={currency} />
    </span>
  )
}

/** The number and its unit without a size of their own. */
export function Amount({ amount, currency }: MoneyProps) {
  const { language } = useLanguage()
  const { sign, number, unit, unitFirst, gap } = moneyParts(amount, currency, language)
  if (unitFirst) return `${sign}${unit}${gap}${number}`
  return (
    <>
      {sign}
      {number}
      {gap}
      <small>{unit}</small>
    </>
  )
}
