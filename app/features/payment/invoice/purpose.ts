import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { ShownPayment } from './payment-tag.tsx'

/** Says what a payment is for. */
export function usePurpose(): (payment: Pick<ShownPayment, 'purpose' | 'reservation'>) => string {
  const t = useText('trips')
  const { language } = useLanguage()
  return ({ purpose, reservation }) => {
    if (!reservation || purpose === 'TOP_UP') return t('purpose.TOP_UP')
    return t(`purpose.${purpose}`, { number: numberIn(language, reservation.number) })
  }
}
