import { RefundNote } from '#app/features/payment/refund-note.tsx'
import { phaseOf } from '#app/features/reservation/phase.ts'
import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { FlexibleNote } from '#app/features/reservation/rental-terms.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { againHref } from './again-href.ts'
import { type PriceSum, priceSums } from './change/price-sums.ts'
import type { OwnTrip } from './own-trip.server.ts'

/** The price as it was booked, what is paid, and what its owner may do about it. */
export function PriceAside({ trip, today }: { trip: OwnTrip; today: CalendarDate }) {
  const t = useText('trips')
  const booked = useText('voucher')
  const { language } = useLanguage()
  const { id, city, refund_now, paid } = trip
  const at = (instant: string) => formatInstant(new Date(instant), city.zone, language, 'weekday')
  const isFreeToCancel = refund_now !== null && paid > 0 && refund_now === paid
  const labels: Record<PriceSum['key'], string> = {
    paid: t('paid'),
    refunded: t('refunded'),
    toPay: booked('line.paid'),
    rest: t(trip.monthly?.chosen ? 'restParts' : 'rest'),
  }
  const sums = priceSums(trip, phaseOf(trip)).map(({ key, amount }) => ({ label: labels[key], amount }))
  return (
    <aside className="side stack" aria-label={t('price')}>
      <section className="card stack" aria-labelledby="price-title">
        <div className="studio">
          <Picture name={trip.ad.picture} alt="" preset="medium" />
        </div>
        <h2 id="price-title">{t('price')}</h2>
        <RentalBill bill={trip} sums={sums} />
      </section>
      {trip.changeable_until && (
        <>
          <a className="btn" href={pathIn(language, `/profile/reservation/${id}/change`)}>
            {t('change.link')}
          </a>
          <p className="sm soft">{t('change.until', { until: at(trip.changeable_until), city: city.name })}</p>
        </>
      )}
      {trip.extendable_until && (
        <>
          <a className="btn" href={pathIn(language, `/profile/reservation/${id}/extension`)}>
            {t('extension.link')}
          </a>
          <p className="sm soft">{t('extension.until', { until: at(trip.extendable_until), city: city.name })}</p>
        </>
      )}
      {refund_now !== null && (
        <a className="btn btn-bad" href={pathIn(language, `/voucher/${id}/cancel?from=profile`)}>
          {booked('cancelLink')}
        </a>
      )}
      {isFreeToCancel && <p className="sm soft">{t('freeUntil', { until: at(trip.free_until), city: city.name })}</p>}
      {refund_now !== null && <FlexibleNote {...trip} />}
      {refund_now !== null && paid > 0 && <RefundNote />}{' '}
      <a className="btn" href={againHref(language, trip, today)}>
        {t('next.again')}
      </a>{' '}
      <a className="btn" href={pathIn(language, `/profile/ticketing/new?reservation=${id}`)}>
        {t('next.support')}
      </a>
    </aside>
  )
}
