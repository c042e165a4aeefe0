import type { z } from 'zod'
import type { PaymentCard } from '#app/contract/shapes/payment-shapes.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Note } from '#app/ui/page/note.tsx'

/** The top-up that somebody just came back from. */
export type TopUp = Pick<z.infer<typeof PaymentCard>, 'status' | 'amount' | 'currency'>

const ENDS = {
  CREATED: 'open',
  REDIRECTED: 'open',
  VERIFYING: 'open',
  REVIEW: 'open',
  PAID: 'done',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
  EXPIRED: 'failed',
  REVERSED: 'reversed',
  REFUNDED: 'reversed',
} as const
const KINDS = { done: 'ok', open: 'info', cancelled: 'warn', failed: 'warn', reversed: 'warn' } as const

/** Shows the result of a top-up, as long as one stays at its address; the form below has its amount again to try. */
export function TopUpNote({ topUp, balance }: { topUp: TopUp; balance: number }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const end = ENDS[topUp.status]
  const money = (amount: number) => formatMoney(amount, topUp.currency, language)
  return (
    <Note kind={KINDS[end]} role="status">
      <p>{t(`topUpEnd.${end}`, { amount: money(topUp.amount), balance: money(balance) })}</p>
      {mayTryAgain(topUp) && (
        <p>
          <a href="#top-up-amount">{t('topUpEnd.again')}</a>
        </p>
      )}
    </Note>
  )
}

/** Whether it brought nothing, and another may be made in its place. */
export function mayTryAgain({ status }: TopUp): boolean {
  return ENDS[status] === 'cancelled' || ENDS[status] === 'failed'
}
