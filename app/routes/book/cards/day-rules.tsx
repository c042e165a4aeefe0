import type { ShownAd } from '#app/features/booking/booking-form.ts'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatRange, weekdayNames } from '#app/i18n/format/dates.ts'
import { formatPercent } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

/** How the day price depends on the day and the time of booking, and the limits of length and lead time. */
export function DayRules({ pricing }: { pricing: NonNullable<ShownAd['pricing']> }) {
  const t = useText('booking')
  const lines = useLines(pricing.rules)
  if (lines.length === 0) return null
  return (
    <>
      <h3>{t('dayRules.rules')}</h3>
      <ul className="sm soft">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

function useLines(rules: NonNullable<ShownAd['pricing']>['rules']): string[] {
  const t = useText('booking')
  const { language } = useLanguage()
  const percentOf = (percent: number) =>
    percent > 0 ? `+${formatPercent(percent, language)}` : formatPercent(percent, language)
  const daysAt = (percent: number) =>
    weekdayNames(language)
      .filter(({ weekday }) => rules.weekdays?.[(weekday + 6) % 7] === percent)
      .map(({ long }) => long)
      .join(commaOf(language))
  const { min_days, max_days, lead_hours, last_minute, early } = rules
  const percents = [...new Set(rules.weekdays ?? [])].filter((percent) => percent !== 0)
  return [
    ...percents.map((percent) => t('dayRules.weekday', { days: daysAt(percent), percent: percentOf(percent) })),
    ...rules.seasons.map(({ name, starts_on, ends_on, percent, min_days: n }) => {
      const { start: from, end: to } = formatRange({ start: starts_on, end: ends_on }, language)
      // In the company's language, and isolated, so that it does not change the order of the line.
      const said = { name: `\u2068${name}\u2069`, from, to, percent: percentOf(percent) }
      return n === null ? t('dayRules.season', said) : t('dayRules.seasonMin', { ...said, n })
    }),
    ...(min_days && min_days > 1 ? [t('dayRules.min', { n: min_days })] : []),
    ...(max_days ? [t('dayRules.max', { n: max_days })] : []),
    ...(lead_hours ? [t('dayRules.leadTime', { n: lead_hours })] : []),
    ...(last_minute?.percent
      ? [t('dayRules.lastMinute', { n: last_minute.days, percent: formatPercent(last_minute.percent, language) })]
      : []),
    ...(early?.percent
      ? [t('dayRules.early', { n: early.days, percent: formatPercent(early.percent, language) })]
      : []),
  ]
}
