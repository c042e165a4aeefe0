import type { ShownAd } from '#app/features/booking/booking-form.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatPercent } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'

/** Flexible cancellation, where the company sells it. It is bought with the booking, and not by a later change. */
export function FlexibleOption({ form, ad: { flexible, currency } }: { form: ReplyForm; ad: ShownAd }) {
  const t = useText('booking')
  const { language } = useLanguage()
  if (!flexible) return null
  const { percent, per_day, until_hours } = flexible
  const { id, fieldErrors } = form.field('flexible')
  return (
    <div>
      <Checkbox
        id={id}
        name="flexible"
        checked={form.isChosen('flexible')}
        fieldErrors={fieldErrors}
        end={
          per_day === null
            ? t('extras.ofRent', { percent: formatPercent(percent ?? 0, language) })
            : t('extras.perDay', { amount: formatMoney(per_day, currency, language) })
        }
      >
        {t('extras.flexible', { n: until_hours })}
      </Checkbox>
    </div>
  )
}
