import type { z } from 'zod'
import type { ReservationCard } from '#app/contract/reservations/own-reservations.ts'
import { slotIn } from '#app/i18n/format/slot.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'

type Listed = z.infer<typeof ReservationCard>

/** The trip in the bar: its vehicle, and the time of its next hand-over or return, by the clock of its city. */
export interface TripOfBar {
  id: string
  vehicle: string
  next: 'pickUp' | 'return'
  date: string
  time: string
}

const SOON_MS = 7 * 86_400_000

/** The current trip, or else the confirmed one that begins within a week, of a person's upcoming ones. */
export function tripOfBar(trips: readonly Listed[], now: Date): TripOfBar | undefined {
  const soon = new Date(now.getTime() + SOON_MS).toISOString().slice(0, 10)
  const trip =
    trips.find(({ status }) => status === 'ACTIVE') ??
    trips.find(({ status, start_date }) => status === 'CONFIRMED' && start_date <= soon)
  if (!trip) return undefined
  const { id, status, ad } = trip
  const shown = { id, vehicle: ad.title }
  return status === 'ACTIVE'
    ? { ...shown, next: 'return', date: trip.end_date, time: trip.end_time }
    : { ...shown, next: 'pickUp', date: trip.start_date, time: trip.start_time }
}

/** The current or next trip, with a link to its voucher. */
export function TripBar({ trip: { id, vehicle, next, date, time } }: { trip: TripOfBar }) {
  const t = useText('home')
  const { language } = useLanguage()
  return (
    <section className="held-bar" aria-label={t('trip.label')}>
      <div className="wrap row">
        <Icon name="ticket" />
        <p className="grow">{t(`trip.${next}`, { vehicle, when: slotIn(language, date, time) })}</p>
        <a className="btn btn-go" href={pathIn(language, `/voucher/${id}`)}>
          {t('trip.voucher')}
        </a>
      </div>
    </section>
  )
}
