import type { z } from 'zod'
import type { PriceSettings } from '#app/contract/company/prices/prices.ts'
import { ALL_UNITS, AllUnits } from '#app/features/desk/all-units.tsx'
import { unitOf } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { WHOLE_UNIT } from '#app/rules/constants.ts'
import { lastDayOf, TIERS } from '#app/rules/money/price.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'

type Settings = z.infer<typeof PriceSettings>

const DECIMALS = 2

/** The vehicle's day prices by length of rental. */
export function TiersForm({
  vehicle,
  currency,
  mayChange,
  reply,
}: {
  vehicle: NonNullable<Settings['vehicle']>
  currency: Settings['currency']
  mayChange: boolean
  reply?: FormReply
}) {
  const t = useText('prices')
  const { language } = useLanguage()
  const lengths = useLengths()
  const written = (amount: number) => formatNumber(amount / WHOLE_UNIT[currency], language, DECIMALS)
  const form = useReply('tiers', {
    reply,
    initial: { ...ALL_UNITS, ...Object.fromEntries(TIERS.map(({ tier }) => [tier, written(vehicle[tier])])) },
  })
  const labels = Object.fromEntries(TIERS.map(({ tier, fromDays }) => [tier, lengths(fromDays)]))
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="tiers-title">
      <h2 id="tiers-title">{t('tiers.title', { unit: unitOf(currency, language) })}</h2>
      <ErrorSummary id="tiers-errors" entries={form.summary(labels)} />
      <div className="fields">
        {TIERS.map(({ tier }) => (
          <TextField
            key={tier}
            {...form.field(tier)}
            label={labels[tier]}
            inputMode="decimal"
            maxLength={30}
            required
          />
        ))}
      </div>
      {mayChange && (
        <>
          <AllUnits form={form} units={vehicle.units} />
          <div>
            <SubmitButton name="intent" value="tiers">
              {t('tiers.save')}
            </SubmitButton>
          </div>
        </>
      )}
    </PostForm>
  )
}

/** The lengths of rental with a price of their own, in words, by the number of days from which they apply. */
export function useLengths(): (fromDays: number) => string {
  const t = useText('prices')
  return (fromDays) => {
    const to = lastDayOf(TIERS.findIndex((tier) => tier.fromDays === fromDays))
    return to === null ? t('tier.last', { from: fromDays }) : t('tier.days', { from: fromDays, to })
  }
}
