import type { ReactNode } from 'react'
import { billLineText, dayReasonTexts } from '#app/i18n/format/bill-line.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
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
  const lines = bill.lines.map((line) => {
    const text = billLineText(line, currency, { t, language })
    return { label: hasDayPrices && line.why ? <Explained {...{ text, why: line.why }} /> : text, amount: line.amount }
  })
  return <Bill lines={lines} sums={[{ label: t('total'), amount: total }, ...sums]} currency={currency} />
}

/** A line of a rent with several day prices, and the seasons and weekdays for which this is the price. */
function Explained({ text, why }: { text: string; why: readonly DayReason[] }) {
  const t = useText('bill')
  const { language } = useLanguage()
  return (
    <span>
      {text}
      {dayReasonTexts(why, { t, language }).map((reason) => (
        <small key={reason} className="block">
          {reason}
        </small>
      ))}
    </span>
  )
}
