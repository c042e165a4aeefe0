import { useText } from '#app/i18n/text/text.tsx'
import type { ReservationStatus } from '#app/rules/reservation/reservation-status.ts'
import { Tag } from '#app/ui/tag.tsx'

const KINDS: Record<ReservationStatus, 'ok' | 'warn' | 'bad' | 'info' | undefined> = {
  AWAITING_PAYMENT: 'warn',
  AWAITING_CONFIRMATION: 'warn',
  CONFIRMED: 'ok',
  ACTIVE: 'ok',
  COMPLETED: undefined,
  REJECTED: 'bad',
  CANCELLED: 'bad',
  EXPIRED: 'bad',
}

/** A reservation's status in a word or two. */
export function StatusTag({ status }: { status: ReservationStatus }) {
  const t = useText('voucher')
  return <Tag kind={KINDS[status]}>{t(`status.${status}`)}</Tag>
}
