import { useText } from '#app/i18n/text/text.tsx'
import {
  type ReservationStatus,
  STATUS_PHASES,
  type StatusPhase,
  UPCOMING,
} from '#app/rules/reservation/reservation-status.ts'
import { Tag } from '#app/ui/tag.tsx'

const KINDS = { pay: 'warn', waiting: 'warn', valid: 'ok', ended: 'bad' } as const satisfies Record<StatusPhase, string>

/** A reservation's status in a word or two. */
export function StatusTag({ status }: { status: ReservationStatus }) {
  const t = useText('voucher')
  const phase = STATUS_PHASES[status]
  // A rental that is over needs nobody's attention.
  const isOver = phase === 'valid' && !UPCOMING.includes(status)
  return <Tag kind={isOver ? undefined : KINDS[phase]}>{t(`status.${status}`)}</Tag>
}
