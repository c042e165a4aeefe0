import type { ReactNode } from 'react'
import type { ReservationPhase } from '#app/features/reservation/phase.ts'
import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { slotIn } from '#app/i18n/format/slot.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { StatusLine, type StatusStep } from '#app/ui/page/status-line.tsx'

/** The way of a reservation from booking to return; `action` moves on the step that is now. */
export function WayLine({
  voucher,
  phase,
  action,
}: {
  voucher: VoucherFacts
  phase: ReservationPhase
  action: ReactNode
}) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const { zone } = voucher.city
  const isPaid = phase === 'waiting'
  const steps: StatusStep[] = [
    {
      key: 'reserved',
      state: 'done',
      title: t('line.reserved'),
      detail: formatInstant(new Date(voucher.created_at), zone, language, 'weekday'),
    },
    { key: 'paid', state: isPaid ? 'done' : 'now', title: t('line.paid'), action },
    { key: 'confirmed', state: isPaid ? 'now' : 'todo', title: t('line.confirmed'), detail: voucher.company.name },
    {
      key: 'pickUp',
      state: 'todo',
      title: t('line.pickUp'),
      detail: slotIn(language, voucher.start_date, voucher.start_time),
    },
    {
      key: 'return',
      state: 'todo',
      title: t('line.return'),
      detail: slotIn(language, voucher.end_date, voucher.end_time),
    },
  ]
  return <StatusLine label={t('line.label')} steps={steps} />
}
