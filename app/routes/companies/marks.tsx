import { formatNumber, formatPercent } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { Rating } from '#app/ui/rating.tsx'
import type { CompanyData } from './company.tsx'
import '../../../styles/reading.css'

/** The distribution of ratings, five stars first: a table whose bars are decoration. */
export function Marks({ rating, marks }: Pick<CompanyData['company'], 'rating' | 'marks'>) {
  const t = useText('companies')
  const { language } = useLanguage()
  const all = marks.reduce((sum, count) => sum + count, 0)
  if (rating.count === 0) {
    return (
      <Card id="ratings" title={t('ratings.title')}>
        <p className="soft">{t('ratings.none')}</p>
      </Card>
    )
  }
  return (
    <Card id="ratings" title={t('ratings.title')} className="stack stack-2">
      <Rating {...rating} />
      {all > 0 && (
        <table className="spread">
          <caption className="sm mute">{t('ratings.spread', { n: all })}</caption>
          <thead className="vh">
            <tr>
              <th scope="col">{t('ratings.mark')}</th>
              <th scope="col">{t('ratings.share')}</th>
              <th scope="col">{t('ratings.count')}</th>
            </tr>
          </thead>
          <tbody>
            {marks
              .map((count, index) => ({ count, mark: index + 1, share: Math.round((count / all) * 100) }))
              .reverse()
              .map(({ count, mark, share }) => (
                <tr key={mark}>
                  <th scope="row">{t('ratings.stars', { n: mark })}</th>
                  <td>
                    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                      <rect width="100" height="8" />
                      <rect className="on" width={share} height="8" />
                    </svg>
                    <span className="vh">{formatPercent(share, language)}</span>
                  </td>
                  <td className="num">{formatNumber(count, language)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
