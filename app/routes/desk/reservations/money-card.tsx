import { formatPercent } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { Bill } from '#app/ui/bill.tsx'
import { Card } from '#app/ui/card.tsx'
import { RentalBill } from '#app/ui/rental-bill.tsx'
import type { DeskOne } from './own.server.ts'

/** The bill, what has come in and what is to be collected; for owners what is left to the company. */
export function MoneyCard({ one }: { one: DeskOne }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { currency, paid, due_at_desk, refunded, guarantee_amount, earnings } = one
  return (
    <Card id="money" title={t('one.money')} className="stack">
      <RentalBill bill={one} />
      <Bill
        currency={currency}
        lines={[
          { label: t('one.paid'), amount: paid },
          ...(refunded > 0 ? [{ label: t('one.refunded'), amount: -refunded }] : []),
          { label: t('one.dueAtDesk'), amount: due_at_desk },
          ...(guarantee_amount > 0 ? [{ label: t('one.guaranteeLine'), amount: guarantee_amount }] : []),
        ]}
      />
      {earnings && (
        <>
          <hr />
          <Bill
            currency={currency}
            lines={[
              {
                label: t('one.commission', { percent: formatPercent(earnings.commission_percent, language) }),
                amount: -earnings.commission,
              },
            ]}
            sums={[{ label: t('one.share'), amount: earnings.share }]}
          />
        </>
      )}
    </Card>
  )
}
