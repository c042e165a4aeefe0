import { purposeText } from '#app/i18n/format/invoice-lines.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { ShownPayment } from './payment-tag.tsx'

/** Says what a payment is for. */
export function usePurpose(): (payment: Pick<ShownPayment, 'purpose' | 'reservation'>) => string {
  const t = useText('trips')
  const { language } = useLanguage()
  return (payment) => purposeText(payment, { t, language })
}
