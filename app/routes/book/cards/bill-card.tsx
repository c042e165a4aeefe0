import type { ShownAd, ShownQuote } from '#app/features/booking/booking-form.ts'
import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Bill, type BillLine } from '#app/ui/bill.tsx'
import { DayRules } from './day-rules.tsx'

/** The price line by line as the server computed it, and what is paid now and at pick-up. */
export function QuoteBill({ quote }: { quote: ShownQuote }) {
  const t = useText('booking')
  const bill = useText('bill')
  const vehicle = useText('vehicle')
  const { language } = useLanguage()
  const { currency } = quote
  const guarantee: BillLine = {
    label: t('price.guarantee'),
    amount:
      quote.trust_type === 'DEPOSIT_FREE'
        ? vehicle('trust.DEPOSIT_FREE')
        : formatMoney(quote.guarantee_amount, currency, language),
  }
  return (
    <>
      <RentalBill bill={quote} />
      <Bill
        currency={currency}
        lines={[
          { label: bill('payable_now'), amount: quote.payable_now },
          { label: bill('due_at_desk'), amount: quote.due_at_desk },
          guarantee,
        ]}
      />
      <p className="sm soft">{bill('tax')}</p>
    </>
  )
}

/** Day prices by length of rental, shown before dates are chosen. */
export function TierPrices({ ad }: { ad: ShownAd }) {
  const t = useText('booking')
  const lines = ad.tiers.map(({ from_days: from, to_days: to, per_day }) => ({
    label: to === null ? t('price.tierLast', { from }) : t('price.tier', { from, to }),
    amount: per_day,
  }))
  return (
    <>
      <h3>{t('price.tiers')}</h3>
      <Bill currency={ad.currency} lines={lines} />
      {ad.pricing && <DayRules pricing={ad.pricing} />}
    </>
  )
}
