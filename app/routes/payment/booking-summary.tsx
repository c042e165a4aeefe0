import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { Trip } from '#app/features/reservation/trip.tsx'
import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Picture } from '#app/ui/brand/picture.tsx'

/** What is being paid for: the vehicle, the trip, and the bill line by line with what is paid now and later. */
export function BookingSummary({ voucher }: { voucher: VoucherFacts }) {
  const t = useText('payment')
  const bill = useText('bill')
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
            ...(voucher.due_at_desk > 0 ? [{ label: bill('due_at_desk'), amount: voucher.due_at_desk }] : []),
          ]}
        />
        <Guarantee voucher={voucher} />
        <p className="sm soft">{bill('tax')}</p>
      </div>
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

function Guarantee({ voucher }: { voucher: VoucherFacts }) {
  const t = useText('payment')
  const words = useText('vehicle')
  const { language } = useLanguage()
  const { trust_type, guarantee_amount, currency } = voucher
  if (trust_type === 'DEPOSIT_FREE') return <p className="sm ok">{words('trust.DEPOSIT_FREE')}</p>
  const type = words(`trust.${trust_type}`)
  return (
    <p className="sm soft">{t('guarantee', { type, amount: formatMoney(guarantee_amount, currency, language) })}</p>
  )
}

function placeName({ place, address }: VoucherFacts['receive']) {
  return place?.name ?? address
}
