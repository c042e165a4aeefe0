import type { ReactNode } from 'react'
import { HelpLinks } from '#app/features/help/help-links.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CHILD_SEATS_MAX } from '#app/rules/constants.ts'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { type ShownAd, SWITCHED_EXTRAS } from './booking-form.ts'

const ASKED_OF_EXTRAS = ['insurance', 'children'] as const
const COUNTS = Array.from({ length: CHILD_SEATS_MAX + 1 }, (_, count) => count)

/** The extras that the company offers, with their prices. */
export function ExtrasCard({ form, ad, children }: { form: ReplyForm; ad: ShownAd; children?: ReactNode }) {
  const t = useText('booking')
  const { language } = useLanguage()
  const { extras, currency } = ad
  const amountOf = (amount: number) => formatMoney(amount, currency, language)
  const offered = SWITCHED_EXTRAS.flatMap((name) => {
    const amount = extras[name]
    return amount === null ? [] : [{ name, amount: amountOf(amount) }]
  })
  return (
    <section className="card" aria-labelledby="extras-title">
      <h2 id="extras-title">{t('extras.title')}</h2>
      {offered.length === 0 && extras.child_seat === null && <p className="soft">{t('extras.none')}</p>}
      {offered.map(({ name, amount }) => {
        const { id, fieldErrors } = form.field(name)
        return (
          <div key={name}>
            <Checkbox
              id={id}
              name={name}
              checked={form.isChosen(name)}
              fieldErrors={fieldErrors}
              end={name === 'extra_driver' ? t('extras.perRental', { amount }) : t('extras.perDay', { amount })}
            >
              {t(`extras.${name}`)}
            </Checkbox>
          </div>
        )
      })}
      {children}
      {extras.child_seat !== null && (
        <div className="grid2 pt-2">
          <SelectField
            {...form.field('child_seat_count')}
            label={t('extras.child_seat')}
            hint={t('extras.perDay', { amount: amountOf(extras.child_seat) })}
            options={seatOptions(form.value('child_seat_count'), language)}
          />
        </div>
      )}
      <HelpLinks
        entries={ASKED_OF_EXTRAS.filter((entry) => entry !== 'children' || extras.child_seat !== null)}
        elsewhere={{ insurance: `/companies/${ad.company.slug}#cover` }}
      />
    </section>
  )
}

/** The numbers of child seats on offer, and an invalid one that was sent, so that it stays beside its error. */
function seatOptions(sent: string | undefined, language: Parameters<typeof formatNumber>[1]) {
  const options = COUNTS.map((count) => ({ value: String(count), label: formatNumber(count, language) }))
  const isOffered = !sent || options.some(({ value }) => value === sent)
  return isOffered ? options : [...options, { value: sent, label: sent }]
}
