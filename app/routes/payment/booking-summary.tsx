import { CoverTable } from '#app/features/company/cover-table.tsx'
import { KeyTerms, KeyTermsNote } from '#app/features/key-terms/key-terms.tsx'
import { keyTermsOf } from '#app/features/key-terms/of-voucher.ts'
import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { Trip } from '#app/features/reservation/trip.tsx'
import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Picture } from '#app/ui/brand/picture.tsx'
import { Card } from '#app/ui/card.tsx'

/** What is being paid for: the vehicle, the trip, and the bill line by line with what is paid now and later. */
export function BookingSummary({ voucher, now }: { voucher: VoucherFacts; now: string }) {
  const t = useText('payment')
  const bill = useText('bill')
  const terms = useText('terms')
  const cover = useText('cover')
  const { language } = useLanguage()
  const { ad, company } = voucher
  return (
    <aside className="side" aria-label={t('summary')}>
      <div className="card stack">
        <div className="row tight">
          <div className="studio w-28 flex-none">
            <Picture name={ad.picture} alt="" />
          </div>
          <div>
            <b>{ad.title}</b>
            <p className="sm soft">
              {formatModelYear(ad.year, voucher.city.zone, language)} · {company.name}
            </p>
          </div>
        </div>
        <Trip
          start={{ date: voucher.start_date, time: voucher.start_time }}
          end={{ date: voucher.end_date, time: voucher.end_time }}
          days={voucher.days}
        />
        <Places voucher={voucher} />
        <hr />
        <RentalBill
          bill={voucher}
          sums={[
            { label: bill('payable_now'), amount: voucher.payable_now },
            ...(voucher.due_at_desk > 0
              ? [{ label: bill(voucher.monthly?.chosen ? 'later_parts' : 'due_at_desk'), amount: voucher.due_at_desk }]
              : []),
          ]}
        />
        <p className="sm soft">{terms('allIn')}</p>
      </div>
      <Card id="terms" title={terms('title')} className="stack mt-4">
        <KeyTerms facts={keyTermsOf(voucher, now)} />
        <details>
          <summary className="brand b sm">{cover('title')}</summary>
          <div className="pt-2">
            <CoverTable cover={voucher.cover} currency={voucher.currency} />
          </div>
        </details>
        <KeyTermsNote />
      </Card>
    </aside>
  )
}

function Places({ voucher }: { voucher: VoucherFacts }) {
  const t = useText('payment')
  const receive = placeName(voucher.receive)
  const back = placeName(voucher.return)
  const lines =
    receive === back
      ? [t('places.both', { place: receive })]
      : [t('places.receive', { place: receive }), t('places.return', { place: back })]
  return lines.map((line) => (
    <p key={line} className="row row-s tight sm soft">
      <Icon name="pin" size="s" />
      {line}
    </p>
  ))
}

function placeName({ place, address }: VoucherFacts['receive']) {
  return place?.name ?? address
}
