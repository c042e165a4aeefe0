import type { z } from 'zod'
import type { ReservationCard } from '#app/contract/reservations/own-reservations.ts'
import { StatusTag } from '#app/features/reservation/status-tag.tsx'
import { formatInstant, formatRange } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { slotIn } from '#app/i18n/format/slot.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { Money } from '#app/ui/price.tsx'
import { againHref } from './again-href.ts'
import '../../../../styles/profile.css'

type ListedTrip = z.infer<typeof ReservationCard>

/** A reservation as its card shows it; `today` is the day that it is in its city. */
export type ShownTrip = Pick<
  ListedTrip,
  | 'id'
  | 'number'
  | 'status'
  | 'ad'
  | 'company'
  | 'city'
  | 'currency'
  | 'total'
  | 'hold_until'
  | 'confirm_by'
  | 'is_open_quote'
  | 'start_date'
  | 'start_time'
  | 'end_date'
  | 'end_time'
> & { today: CalendarDate }

/** One reservation of the list: what, when, how much, and what comes next. */
export function TripCard({ trip }: { trip: ShownTrip }) {
  const t = useText('trips')
  const { language } = useLanguage()
  const { ad, city } = trip
  const { start, end } = formatRange({ start: trip.start_date, end: trip.end_date }, language)
  return (
    <li className="card item">
      <div className="row tight">
        <div className="w-20 sm:w-28 flex-none">
          <div className="studio">
            <Picture name={ad.picture} alt="" lazy />
          </div>
        </div>
        <div className="grow stack stack-1">
          <div className="row between row-s">
            <h3 className="text-base">
              <a href={pathIn(language, `/profile/reservation/${trip.id}`)}>{ad.title}</a>
            </h3>
            <StatusTag status={trip.status} />
          </div>
          <p className="soft sm">
            {city.name} · {t('dates', { start, end })}
          </p>
          <p className="row between row-s sm">
            <span className="mute ltr">{localDigits(trip.number, language)}</span>{' '}
            <b>
              <Money amount={trip.total} currency={trip.currency} />
            </b>
          </p>
        </div>
      </div>
      <NextStep trip={trip} />
    </li>
  )
}

/** What its owner does next, or waits for. */
function NextStep({ trip }: { trip: ShownTrip }) {
  const t = useText('trips')
  const { language } = useLanguage()
  const { id, status, city, hold_until, confirm_by, is_open_quote } = trip
  const at = (instant: string) => formatInstant(new Date(instant), city.zone, language, 'weekday')
  if (status === 'AWAITING_PAYMENT' && hold_until) {
    const [path, label] = is_open_quote
      ? ([`/quote/${id}`, 'next.quote'] as const)
      : ([`/payment?id=${id}`, 'next.pay'] as const)
    return <Step href={pathIn(language, path)} label={t(label, { until: at(hold_until) })} isFirst />
  }
  if (status === 'AWAITING_CONFIRMATION' && confirm_by) {
    return <p className="sm soft">{t('next.confirm', { until: at(confirm_by) })}</p>
  }
  if (status === 'CONFIRMED' || status === 'ACTIVE') {
    const when =
      status === 'CONFIRMED'
        ? t('next.pickUp', { when: slotIn(language, trip.start_date, trip.start_time) })
        : t('next.return', { when: slotIn(language, trip.end_date, trip.end_time) })
    return <Step text={when} href={pathIn(language, `/voucher/${id}`)} label={t('next.voucher')} />
  }
  return <Step href={againHref(language, trip, trip.today)} label={t('next.again')} />
}

function Step({ text, href, label, isFirst }: { text?: string; href: string; label: string; isFirst?: boolean }) {
  return (
    <p className="row between row-s sm">
      <span className="soft">{text}</span>
      <a className={isFirst ? 'btn btn-s btn-go' : 'btn btn-s'} href={href}>
        {label}
      </a>
    </p>
  )
}
