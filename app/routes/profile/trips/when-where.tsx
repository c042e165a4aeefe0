import type { HandOverMap } from '#app/features/reservation/hand-over-maps.server.ts'
import { HandOverMaps } from '#app/features/reservation/hand-over-maps.tsx'
import { Phone, PlaceFact } from '#app/features/reservation/pass-facts.tsx'
import { Trip } from '#app/features/reservation/trip.tsx'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Facts } from '#app/ui/card.tsx'
import type { OwnTrip } from './own-trip.server.ts'

/** Both ends of the trip, and with whom it is. */
export function WhenWhere({ trip, maps }: { trip: OwnTrip; maps: readonly HandOverMap[] }) {
  const t = useText('trips')
  const voucher = useText('voucher')
  const { language } = useLanguage()
  return (
    <section className="card stack" aria-labelledby="times-title">
      <h2 id="times-title" className="vh">
        {t('times')}
      </h2>
      <Trip
        start={{ date: trip.start_date, time: trip.start_time }}
        end={{ date: trip.end_date, time: trip.end_time }}
        days={trip.days}
      />
      <hr />
      <Facts
        facts={[
          { key: 'receive', label: voucher('fact.receive'), value: <PlaceFact at={trip.receive} /> },
          { key: 'return', label: voucher('fact.return'), value: <PlaceFact at={trip.return} /> },
          { key: 'driver', label: voucher('fact.driver'), value: trip.fullname },
          { key: 'company', label: voucher('fact.company'), value: trip.company.name },
          { key: 'phone', label: voucher('fact.companyPhone'), value: <Phone number={trip.company.phone} /> },
          {
            key: 'number',
            label: t('number'),
            value: <span className="ltr">{localDigits(trip.number, language)}</span>,
          },
        ]}
      />
      <HandOverMaps maps={maps} />
    </section>
  )
}
