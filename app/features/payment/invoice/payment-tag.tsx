import type { z } from 'zod'
import type { PaymentCard } from '#app/contract/shapes/payment-shapes.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { Tag } from '#app/ui/tag.tsx'

export type ShownPayment = z.infer<typeof PaymentCard>

const KINDS: Record<ShownPayment['status'], 'ok' | 'warn' | 'bad' | 'info' | undefined> = {
  CREATED: undefined,
  REDIRECTED: 'info',
  VERIFYING: 'info',
  PAID: 'ok',
  FAILED: 'bad',
  CANCELLED: 'bad',
  EXPIRED: 'bad',
  REVERSED: 'warn',
  REFUNDED: 'warn',
  REVIEW: 'info',
}

/** The status of a payment, in a word or two. */
export function PaymentTag({ payment }: { payment: Pick<ShownPayment, 'status' | 'card_return'> }) {
  const t = useText('trips')
  const { status, card_return } = payment
  if (card_return) return <Tag kind="warn">{t(`cardReturn.${card_return}`)}</Tag>
  return <Tag kind={KINDS[status]}>{t(`status.${status}`)}</Tag>
}
