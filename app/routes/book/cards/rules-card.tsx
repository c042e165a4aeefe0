import type { ShownAd, ShownQuote } from '#app/features/booking/booking-form.ts'
import { HelpLinks } from '#app/features/help/help-links.tsx'
import { KeyTerms } from '#app/features/key-terms/key-terms.tsx'
import { Term } from '#app/features/reservation/rental-terms.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { CATEGORY } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'

/** The key terms, whose cancellation is to the minute once there are dates, and how the company confirms. */
export function RulesCard({ ad, quote }: { ad: ShownAd; quote: ShownQuote | null }) {
  const t = useText('booking')
  const terms = useText('terms')
  const refunds = useText('refunds')
  const { company, extras } = ad
  return (
    <Card id="rules" title={terms('title')} className="stack">
      <KeyTerms facts={{ ...ad, extra_driver: extras.extra_driver, cancellation: quote ?? company }} />
      <Term>{`${t('rules.confirmation')}: ${t(`rules.${company.confirmation}`)}`}</Term>
      {/* `RefundNote`, without another script for it. */}
      <p className="sm soft">{refunds('way')}</p>
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
