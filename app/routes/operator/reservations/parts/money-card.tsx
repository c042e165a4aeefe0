import { usePurpose } from '#app/features/payment/invoice/purpose.ts'
import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatPercent, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import { Bill } from '#app/ui/bill.tsx'
import { Card } from '#app/ui/card.tsx'
import { useOperatorWork } from '../../use-operator-work.ts'
import type { Managed } from '../managed.server.ts'

/** What was owed, taken, held and given back, and the payments that can be refunded. */
export function MoneyCard({ one }: { one: Managed }) {
  const t = useText('managed')
  const { language } = useLanguage()
  const { currency, paid, refunded, received_at_desk, due_at_desk, deposit_held, commission, refundable } = one
  const percent = formatPercent(commission.percent, language)
  return (
    <Card id="money" title={t('money.title')} className="stack">
      <RentalBill bill={one} />
      <Bill
        currency={currency}
        lines={[
          { label: t('money.paid'), amount: paid },
          ...(refunded > 0 ? [{ label: t('money.refunded'), amount: -refunded }] : []),
          ...(received_at_desk > 0 ? [{ label: t('money.received'), amount: received_at_desk }] : []),
          { label: t('money.due'), amount: due_at_desk },
          ...(deposit_held > 0 ? [{ label: t('money.deposit'), amount: deposit_held }] : []),
          {
            label: t(commission.is_booked ? 'money.commission' : 'money.commissionExpected', { percent }),
            amount: commission.amount,
          },
        ]}
        sums={[{ label: t('money.refundable'), amount: refundable }]}
      />
      <Payments one={one} />
    </Card>
  )
}

function Payments({ one: { payments, refundable } }: { one: Managed }) {
  const t = useText('managed')
  const status = useText('trips')
  const { language } = useLanguage()
  const does = useOperatorWork()
  const purposeOf = usePurpose()
  if (payments.length === 0) return <p className="soft">{t('money.none')}</p>
  return (
    <>
      <h3 className="text-base">{t('money.payments')}</h3>
      <ul className="stack stack-2">
        {payments.map(({ id, number, amount, wallet_amount, currency, ...payment }) => {
          const shown = localDigits(number, language)
          const mayRefund = payment.status === 'PAID' && payment.settled_as === 'RESERVATION' && refundable > 0
          return (
            <li key={id} className="row between">
              <span>
                <a href={pathIn(language, `/operator/payments/${id}`)}>
                  <bdi>{shown}</bdi>
                </a>{' '}
                <span className="num">{formatMoney(wholePayment({ amount, wallet_amount }), currency, language)}</span>{' '}
                <span className="sm mute">
                  {payment.purpose === 'DEPOSIT' && `${purposeOf(payment)} · `}
                  {status(`status.${payment.status}`)}
                </span>
              </span>
              {mayRefund && does('MONEY') && (
                <a className="btn btn-s" href={pathIn(language, `/operator/payments/${id}/refund`)}>
                  {t('money.refund')} <span className="vh">{t('money.refundOf', { number: shown })}</span>
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
