import type { ShownAd, ShownQuote } from '#app/features/booking/booking-form.ts'
import { HelpLinks } from '#app/features/help/help-links.tsx'
import { RefundNote } from '#app/features/payment/refund-note.tsx'
import { Term } from '#app/features/reservation/rental-terms.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CATEGORY } from '#app/rules/constants.ts'
import { Card, Facts } from '#app/ui/card.tsx'

/** The company's requirements, and until when a cancellation is refunded: to the minute once there are dates. */
export function RulesCard({
  ad,
  quote,
  isFreeToCancel,
}: {
  ad: ShownAd
  quote: ShownQuote | null
  isFreeToCancel: boolean
}) {
  const t = useText('booking')
  const vehicle = useText('vehicle')
  const { language } = useLanguage()
  const amount = formatMoney(ad.guarantee_amount, ad.currency, language)
  const kind = vehicle(`trust.${ad.trust_type}`)
  const facts = [
    { key: 'licence', label: t('rules.licence'), value: t('rules.licenceValue', { n: ad.min_licence_years }) },
    { key: 'fuel', label: t('rules.fuel'), value: vehicle(`fuel_rule.${ad.fuel_rule}`) },
    {
      key: 'guarantee',
      label: t('rules.guarantee'),
      value: ad.trust_type === 'DEPOSIT_FREE' ? kind : t('rules.guaranteeValue', { kind, amount }),
    },
    { key: 'confirmation', label: t('rules.confirmation'), value: t(`rules.${ad.company.confirmation}`) },
  ]
  // Converted to a whole unit, a small price may become zero: then it is not mentioned.
  if (ad.extra_km_price) {
    const value = formatMoney(ad.extra_km_price, ad.currency, language)
    facts.push({ key: 'extraKm', label: t('rules.extraKm'), value })
  }
  return (
    <Card id="rules" title={t('rules.title')} className="stack">
      <Facts facts={facts} />
      <ul className="stack stack-1">
        <Terms ad={ad} quote={quote} isFreeToCancel={isFreeToCancel} />
      </ul>
      <RefundNote />
      <p className="sm mute">{t('rules.cityTime', { city: ad.city.name })}</p>
      <HelpLinks
        entries={[
          ad.trust_type === 'DEPOSIT_FREE' ? 'deposit-free' : 'deposit',
          ad.category === CATEGORY.MOTOR ? 'motorbike' : 'licence',
          'cancel',
        ]}
      />
    </Card>
  )
}

function Terms({ ad, quote, isFreeToCancel }: { ad: ShownAd; quote: ShownQuote | null; isFreeToCancel: boolean }) {
  const t = useText('booking')
  const bill = useText('bill')
  const { language } = useLanguage()
  if (!quote) {
    return (
      <>
        <li>
          <Term>{t('rules.freeHours', { n: ad.company.free_until_hours })}</Term>
        </li>
        <li>
          <Term>{t('rules.halfHours', { n: ad.company.half_until_hours })}</Term>
        </li>
      </>
    )
  }
  const at = (instant: string) => formatInstant(new Date(instant), quote.zone, language, 'weekday')
  const isHalfLeft = quote.half_until > quote.now
  return (
    <>
      {isFreeToCancel && (
        <li>
          <Term>{bill('terms.freeUntil', { time: at(quote.free_until) })}</Term>
        </li>
      )}
      <li>
        <Term>{isHalfLeft ? t('rules.halfUntil', { time: at(quote.half_until) }) : bill('terms.noneLeft')}</Term>
      </li>
    </>
  )
}
