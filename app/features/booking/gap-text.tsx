import { formatInstant } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOUR_MINUTES } from '#app/rules/time/durations.ts'
import type { ShownQuote } from './booking-form.ts'

/** Why a vehicle that nobody has in the chosen time is not available then, and the nearest time at which it is. */
export function GapText({ gap, zone }: { gap: NonNullable<ShownQuote['gap']>; zone: string }) {
  const t = useText('booking')
  const { language } = useLanguage()
  const { minutes, from, until } = gap
  const length =
    minutes % HOUR_MINUTES === 0 ? t('taken.hours', { n: minutes / HOUR_MINUTES }) : t('taken.minutes', { n: minutes })
  const at = (instant: string) => formatInstant(new Date(instant), zone, language, 'weekday')
  return (
    <p>
      {t('taken.gap', { length })} {from && t('taken.from', { from: at(from) })}{' '}
      {until && t('taken.until', { until: at(until) })}
    </p>
  )
}
