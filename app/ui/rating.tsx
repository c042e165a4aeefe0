import { formatDecimal, formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from './brand/icon.tsx'

const MOST_STARS = 5

/** The average score of a vehicle or company, and the number of ratings; nothing without ratings. */
export function Rating({ score, count }: { score: number | null; count: number }) {
  const t = useText('common')
  const { language } = useLanguage()
  if (score === null || count === 0) return null
  return (
    <span className="row row-s tight num sm">
      <Icon name="star" size="s" className="star" />
      <span className="vh">{`${t('rating.label')} `}</span>
      <b>{formatDecimal(score, language)}</b>{' '}
      <span className="mute">
        {`(${formatNumber(count, language)}`}
        <span className="vh">{` ${t('rating.reviews', { n: count })}`}</span>)
      </span>
    </span>
  )
}

/** The score that one person gave, in stars. */
export function Stars({ score }: { score: number }) {
  const t = useText('common')
  const { language } = useLanguage()
  const text = t('rating.outOf', { score: formatNumber(score, language), max: formatNumber(MOST_STARS, language) })
  return (
    <span className="row row-s tight star">
      <span className="vh">{text}</span>
      {Array.from({ length: score }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars are alike
        <Icon key={index} name="star" size="s" />
      ))}
    </span>
  )
}
