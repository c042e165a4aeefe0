import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { NO_SHOW, type ReservationStatus } from '#app/rules/reservation/reservation-status.ts'

/** A change of a reservation's status, or of its vehicle, for those who work with it. */
interface ReservationEvent {
  status: ReservationStatus
  actor: string
  reason: string | null
  moved: { from: string; to: string } | null
}

/** What an event of a reservation is called on the desks. */
export function useEventTitle(): (event: ReservationEvent) => string {
  const t = useText('desk')
  const voucher = useText('voucher')
  const { language } = useLanguage()
  const plate = (text: string) => `\u2068${localDigits(text, language)}\u2069`
  return ({ status, reason, moved }) => {
    if (moved) return t('event.moved', { from: plate(moved.from), to: plate(moved.to) })
    if (reason === 'quoted') return t('event.quoted')
    if (reason === 'quote_accepted') return t('event.quoteAccepted')
    if (status === 'AWAITING_PAYMENT') return t('event.reserved')
    if (reason === 'changed') return t('event.changed')
    if (reason === 'extended') return t('event.extended')
    if (reason === 'ended_early') return t('event.endedEarly')
    if (reason === 'undone') return `${t('event.undone')}: ${voucher(`status.${status}`)}`
    if (reason === NO_SHOW) return t('event.noShow')
    return voucher(`status.${status}`)
  }
}

/** Whether its reason is what a person wrote; other reasons are codes. */
export function hasWrittenReason({ actor, reason }: ReservationEvent): boolean {
  return (
    reason !== null &&
    actor !== 'SYSTEM' &&
    !['changed', 'extended', 'ended_early', 'undone', 'quoted', 'quote_accepted', NO_SHOW].includes(reason)
  )
}
