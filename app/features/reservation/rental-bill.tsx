import type { ReactNode } from 'react'
import { formatMoney, moneyParts } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import type { BillLine } from '#app/rules/money/price.ts'
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
  const lines = bill.lines.map(({ kind, quantity, days, unit, amount }) => ({
    label: t.loose(kind, { n: quantity, days: days ?? 1, unit: unitPrice(unit, currency, language) }),
    amount,
  }))
  return <Bill lines={lines} sums={[{ label: t('total'), amount: total }, ...sums]} currency={currency} />
}

/** The price per day without its unit if that is a word, which appears once, at the end of the line. */
function unitPrice(amount: number, currency: CurrencyCode, language: Language): string {
  const { sign, number, unit } = moneyParts(amount, currency, language)
  return unit.length > 1 ? sign + number : formatMoney(amount, currency, language)
}
