import type { HandOverMap } from '#app/features/reservation/hand-over-maps.server.ts'
import { HandOverMaps } from '#app/features/reservation/hand-over-maps.tsx'
import { Phone, PlaceFact } from '#app/features/reservation/pass-facts.tsx'
import { Trip } from '#app/features/reservation/trip.tsx'
import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { Card, Facts } from '#app/ui/card.tsx'

/** When, where and with whom, of a reservation that is no voucher. */
export function Details({
  voucher,
  maps,
  isCopy = false,
}: {
  voucher: VoucherFacts
  maps: readonly HandOverMap[]
  /** A copy to be read without a network has small maps. */
  isCopy?: boolean
}) {
  const t = useText('voucher')
  return (
    <Card id="details" title={t('details')} className="stack">
      <Trip
        start={{ date: voucher.start_date, time: voucher.start_time }}
        end={{ date: voucher.end_date, time: voucher.end_time }}
        days={voucher.days}
      />
      <hr />
      <Facts
        facts={[
          { key: 'receive', label: t('fact.receive'), value: <PlaceFact at={voucher.receive} /> },
          { key: 'return', label: t('fact.return'), value: <PlaceFact at={voucher.return} /> },
          { key: 'driver', label: t('fact.driver'), value: voucher.fullname },
          ...(voucher.is_shared
            ? []
            : [{ key: 'driverPhone', label: t('fact.phone'), value: <Phone number={voucher.phone} /> }]),
          { key: 'company', label: t('fact.company'), value: voucher.company.name },
          ...(voucher.company.legal_name && voucher.company.legal_name !== voucher.company.name
            ? [{ key: 'supplier', label: t('fact.supplier'), value: voucher.company.legal_name }]
            : []),
          { key: 'phone', label: t('fact.companyPhone'), value: <Phone number={voucher.company.phone} /> },
        ]}
      />
      <HandOverMaps maps={maps} size={isCopy ? 'message' : 'place'} />
    </Card>
  )
}
