import { PaymentTag } from '#app/features/payment/invoice/payment-tag.tsx'
import { usePurpose } from '#app/features/payment/invoice/purpose.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import { Card } from '#app/ui/card.tsx'
import { Money } from '#app/ui/price.tsx'
import type { OwnTrip } from './own-trip.server.ts'

/** Every payment of the reservation with its number, newest first. */
export function PaymentsCard({ trip: { id, payments, city } }: { trip: OwnTrip }) {
  const t = useText('trips')
  const { language } = useLanguage()
  const purposeOf = usePurpose()
  return (
    <Card id="payments" title={t('payments.title')}>
      {payments.length === 0 && <p className="soft">{t('payments.none')}</p>}
      <ul className="stack">
        {payments.map((payment) => (
          <li key={payment.id} className="stack stack-1">
            <p className="row between row-s">
              <a className="num" href={pathIn(language, `/profile/invoices/${payment.id}`)}>
                {t('invoice.payment', { number: localDigits(payment.number, language) })}
              </a>{' '}
              <PaymentTag payment={payment} />{' '}
              <b>
                <Money amount={wholePayment(payment)} currency={payment.currency} />
              </b>
            </p>
            <p className="sm soft">
              {payment.purpose === 'DEPOSIT' && `${purposeOf(payment)} · `}
              {payment.wallet_amount > 0
                ? t('line.withWallet', { gateway: t(`gateway.${payment.gateway}`) })
                : t(`gateway.${payment.gateway}`)}{' '}
              · {formatInstant(new Date(payment.settled_at ?? payment.created_at), city.zone, language, 'numeric')}
              {payment.settled_as === 'WALLET' && ` · ${t('toWallet')}`}
            </p>
          </li>
        ))}
      </ul>
      <p>
        <a className="sm" href={pathIn(language, `/profile/reservation/${id}/recipient`)}>
          {t('recipient')}
        </a>
      </p>
    </Card>
  )
}
