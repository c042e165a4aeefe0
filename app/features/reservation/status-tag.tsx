import { useText } from '#app/i18n/text/text.tsx'
import { type ReservationStatus, STATUS_PHASES, UPCOMING } from '#app/rules/reservation/reservation-status.ts'
import { Tag } from '#app/ui/tag.tsx'
import type { ReservationPhase } from './phase.ts'

const KINDS = { pay: 'warn', checking: 'info', waiting: 'warn', valid: 'ok', ended: 'bad' } as const satisfies Record<
  ReservationPhase,
  string
>

/**
 * A reservation's status in a word or two.
 * @param phase where the payment is known, too: one that is being checked is said instead of the status
 */
export function StatusTag({
  status,
  phase = STATUS_PHASES[status],
}: {
  status: ReservationStatus
  phase?: ReservationPhase
}) {
  const t = useText('voucher')
  // A rental that is over needs nobody's attention.
  const isOver = phase === 'valid' && !UPCOMING.includes(status)
  return (
    <Tag kind={isOver ? undefined : KINDS[phase]}>
      {t(phase === 'checking' ? 'status.CHECKING' : `status.${status}`)}
    </Tag>
  )
}
