import type { z } from 'zod'
import type { CompanyAccount as Account } from '#app/contract/company/money/account.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { Bill } from '#app/ui/bill.tsx'

const PARTS = ['shares', 'charges', 'refunds', 'corrections', 'payouts'] as const

/** The lines of a company's account and its balance. Lines of zero are left out, except for the shares. */
export function CompanyAccount({ account }: { account: z.infer<typeof Account> }) {
  const t = useText('payouts')
  const lines = PARTS.filter((part) => part === 'shares' || account[part] !== 0)
  return (
    <Bill
      currency={account.currency}
      lines={lines.map((part) => ({ label: t(`statement.parts.${part}`), amount: account[part] }))}
      sums={[{ label: t('statement.balance'), amount: account.balance }]}
    />
  )
}
