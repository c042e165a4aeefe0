import type { ShownAd, ShownQuote } from '#app/features/booking/booking-form.ts'
import { formatMoney, moneyParts } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import type { Language } from '#app/rules/constants.ts'
import { Bill, type BillLine } from '#app/ui/bill.tsx'

/** The price line by line as the server counted it, what is paid now and what at pick-up. */
export function QuoteBill({ quote }: { quote: ShownQuote }) {
  const t = useText('booking')
  const vehicle = useText('vehicle')
  const { language } = useLanguage()
  const { currency } = quote
  const lines: BillLine[] = quote.lines.map((line) => ({
    label: t.loose(`bill.${line.kind}`, {
      n: line.quantity,
      days: line.days ?? quote.days,
      unit: unitPrice(line.unit, currency, language),
    }),
    amount: line.amount,
  }))
  const guarantee: BillLine = {
    label: t('price.guarantee'),
    amount:
      quote.trust_type === 'DEPOSIT_FREE'
        ? vehicle('trust.DEPOSIT_FREE')
        : formatMoney(quote.guarantee_amount, currency, language),
  }
  return (
    <>
      <Bill currency={currency} lines={lines} sums={[{ label: t('price.total'), amount: quote.total }]} />
      <Bill
        currency={currency}
        lines={[
          { label: t('price.payNow'), amount: quote.payable_now },
          { label: t('price.atDesk'), amount: quote.due_at_desk },
          guarantee,
        ]}
      />
      <p className="sm soft">{t('price.tax')}</p>
    </>
  )
}

/** Day prices by length of rent, where there are no dates yet. */
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
    </>
  )
}

/** A unit that is a word is said once, at the end of the line. */
function unitPrice(amount: number, currency: ShownQuote['currency'], language: Language): string {
  const { sign, number, unit } = moneyParts(amount, currency, language)
  return unit.length > 1 ? sign + number : formatMoney(amount, currency, language)
}
