import type { ReactNode } from 'react'
import { commaOf } from '#app/i18n/format/comma.ts'
import { weekdayNames } from '#app/i18n/format/dates.ts'
import { formatMoney, moneyParts } from '#app/i18n/format/money.ts'
import { formatPercent } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import type { BillLine, DayReason } from '#app/rules/money/price.ts'
import { Bill } from '#app/ui/bill.tsx'

/** The bill of a rental from the API; amounts in the minor unit. */
export interface RentalBillFacts {
  currency: CurrencyCode
  lines: readonly BillLine[]
  total: number
}

/** The lines of a rental's bill, their total, and what is paid now and due at pick-up. */
export function RentalBill({
  bill,
  sums = [],
}: {
  bill: RentalBillFacts
  sums?: readonly { label: ReactNode; amount: number }[]
}) {
  const t = useText('bill')
  const { language } = useLanguage()
  const { currency, total } = bill
  const hasDayPrices = bill.lines.filter(({ kind }) => kind === 'rent').length > 1
  const lines = bill.lines.map(({ kind, quantity, days, unit, amount, why }) => {
    const text = t.loose(kind, { n: quantity, days: days ?? 1, unit: unitPrice(unit, currency, language) })
    return { label: hasDayPrices && why ? <Explained {...{ text, why }} /> : text, amount }
  })
  return <Bill lines={lines} sums={[{ label: t('total'), amount: total }, ...sums]} currency={currency} />
}

/** A line of a rent with several day prices, and the seasons and weekdays for which this is the price. */
function Explained({ text, why }: { text: string; why: readonly DayReason[] }) {
  const t = useText('bill')
  const { language } = useLanguage()
  const names = weekdayNames(language)
  const nameOf = (reason: DayReason) =>
    'season' in reason ? reason.season : names.find(({ weekday }) => weekday === reason.weekday)?.long
  const percents = [...new Set(why.map(({ percent }) => percent))]
  return (
    <span>
      {text}
      {percents.map((percent) => {
        // Seasons have their company's language: each name by itself, so that it does not change the order of the line.
        const of = why.filter((reason) => reason.percent === percent).map((reason) => `\u2068${nameOf(reason)}\u2069`)
        const said = percent > 0 ? `+${formatPercent(percent, language)}` : formatPercent(percent, language)
        return (
          <small key={percent} className="block">
            {of.join(commaOf(language))}: <bdi>{said}</bdi>
          </small>
        )
      })}
      {percents.length === 0 && <small className="block">{t('otherDays')}</small>}
    </span>
  )
}

/** The price per day without its unit if that is a word, which appears once, at the end of the line. */
function unitPrice(amount: number, currency: CurrencyCode, language: Language): string {
  const { sign, number, unit } = moneyParts(amount, currency, language)
  return unit.length > 1 ? sign + number : formatMoney(amount, currency, language)
}
