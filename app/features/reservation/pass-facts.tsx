import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { Facts } from '#app/ui/card.tsx'
import { Money } from '#app/ui/price.tsx'

/** The facts that the company's staff and the traveller need: who, where, when and how much. */
export function PassFacts({ voucher }: { voucher: VoucherFacts }) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const { currency, city, payment } = voucher
  const deadline = (instant: string) =>
    t('cityTime', { time: formatInstant(new Date(instant), city.zone, language, 'weekday'), city: city.name })
  const code = payment?.trace ?? payment?.reference
  const facts = [
    { key: 'driver', value: voucher.fullname },
    ...(voucher.is_shared
      ? []
      : ([
          { key: 'phone', value: <Phone number={voucher.phone} /> },
          // Of a booking that the company made, it may only be seen at the hand-over.
          ...(voucher.national_id
            ? ([
                { key: 'identity', value: <span className="ltr">{localDigits(voucher.national_id, language)}</span> },
              ] as const)
            : []),
        ] as const)),
    ...(code
      ? [{ key: 'transaction', value: <span className="ltr">{localDigits(code, language)}</span> } as const]
      : []),
    { key: 'receive', value: <PlaceFact at={voucher.receive} /> },
    { key: 'return', value: <PlaceFact at={voucher.return} /> },
    { key: 'companyPhone', value: <Phone number={voucher.company.phone} /> },
    { key: 'paid', value: <Money amount={voucher.paid} currency={currency} /> },
    {
      key: voucher.monthly?.chosen ? 'parts' : 'due',
      value: <Money amount={voucher.due_at_desk} currency={currency} />,
    },
    { key: 'guarantee', value: <Guarantee voucher={voucher} /> },
    { key: 'cancellation', value: deadline(voucher.free_until) },
    { key: 'half', value: deadline(voucher.half_until) },
    { key: 'extras', value: <Extras voucher={voucher} /> },
  ] as const
  return <Facts facts={facts.map((fact) => ({ ...fact, label: t(`fact.${fact.key}`) }))} />
}

/** A phone number grouped for reading, as a `tel:` link. */
export function Phone({ number }: { number: string }) {
  const { language } = useLanguage()
  return (
    <a className="ltr" href={`tel:${number}`}>
      {localDigits(formatPhone(number), language)}
    </a>
  )
}

/** Where a vehicle is handed over: the place, its address and its phone. */
export function PlaceFact({ at: { place, address } }: { at: VoucherFacts['receive'] }) {
  return (
    <>
      {place?.name} {address && <span className={place ? 'soft sm block' : undefined}>{address}</span>}{' '}
      {place?.phone && (
        <span className="sm block">
          <Phone number={place.phone} />
        </span>
      )}
    </>
  )
}

function Guarantee({ voucher: { trust_type, guarantee_amount, currency } }: { voucher: VoucherFacts }) {
  const words = useText('vehicle')
  const { language } = useLanguage()
  const type = words(`trust.${trust_type}`)
  if (trust_type === 'DEPOSIT_FREE') return type
  return `${type}: ${formatMoney(guarantee_amount, currency, language)}`
}

function Extras({ voucher }: { voucher: VoucherFacts }) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const chosen = [
    voucher.child_seat_count > 0 && t('extra.child_seat', { n: voucher.child_seat_count }),
    voucher.extra_driver && t('extra.extra_driver'),
    voucher.internet && t('extra.internet'),
    voucher.supplemental_insurance && t('extra.insurance'),
  ].filter((extra) => extra !== false)
  return chosen.length > 0 ? chosen.join(commaOf(language)) : t('extra.none')
}
