import type { ReactNode } from 'react'
import { formatMoney } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Bill } from './bill.tsx'

/** The bill of a rental as the API gives it; amounts in the minor unit. */
export interface RentalBillFacts {
  currency: CurrencyCode
  lines: readonly {
    kind:
      | 'rent'
      | 'receive_place'
      | 'return_place'
      | 'child_seat'
      | 'extra_driver'
      | 'internet'
      | 'insurance'
      | 'discount'
    quantity: number
    days?: number
    unit: number
    amount: number
  }[]
  total: number
}

/** The lines of a rental in words, their total, and what follows from it (paid now, due at pick-up). */
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
    label: t.loose(kind, { n: quantity, days: days ?? 1, unit: formatMoney(unit, currency, language) }),
    amount,
  }))
  return <Bill lines={lines} sums={[{ label: t('total'), amount: total }, ...sums]} currency={currency} />
}
