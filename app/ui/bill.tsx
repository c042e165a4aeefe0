import type { ReactNode } from 'react'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Amount, Money } from './price.tsx'

export interface BillLine {
  label: ReactNode
  /** In the minor unit; negative amounts are green, with a minus. A text for lines without an amount. */
  amount: number | string
}

/** A bill: dotted leaders between labels and amounts, sums in bold below a dashed line. */
export function Bill({
  lines,
  sums = [],
  currency,
}: {
  lines: readonly BillLine[]
  sums?: readonly { label: ReactNode; amount: number }[]
  currency: CurrencyCode
}) {
  return (
    <dl className="bill">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a bill have no other name than their place
        <div key={index} className={typeof line.amount === 'number' && line.amount < 0 ? 'off' : undefined}>
          <dt>{line.label}</dt>
          <dd>{typeof line.amount === 'number' ? <Money amount={line.amount} currency={currency} /> : line.amount}</dd>
        </div>
      ))}
      {sums.map((sum, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <div key={index} className="sum">
          <dt>{sum.label}</dt>
          <dd>
            <Amount amount={sum.amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
