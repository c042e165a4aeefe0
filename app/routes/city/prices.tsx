import { kindOf } from '#app/features/booking/book-address.ts'
import { offersPath } from '#app/features/city/offers-address.ts'
import type { Guide } from '#app/features/city/questions.server.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { FROM_DAYS } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'
import { Money } from '#app/ui/price.tsx'
import '../../../styles/reading.css'
import '../../../styles/profile.css'

/** The day price by length of rental: the usual one, or for rentals in a month, as title and note then say. */
export function LengthPrices({
  guide: { lengths, currency },
  title,
  note,
}: {
  guide: Guide
  title?: string
  note?: string
}) {
  const t = useText('city')
  return (
    <Card id="lengths" title={title ?? t('lengths.title')} className="stack stack-2">
      <p className="sm soft">{note ?? t('lengths.note')}</p>
      {/* biome-ignore lint/a11y: with large text it scrolls sideways, and must then be reachable by keyboard */}
      <div className="scroll-x" role="group" tabIndex={0} aria-labelledby="lengths-title">
        <table className="tbl tbl-fit">
          <thead>
            <tr>
              <th scope="col">{t('lengths.days')}</th>
              <th scope="col">{t('price.from')}</th>
              <th scope="col">{t('price.usual')}</th>
            </tr>
          </thead>
          <tbody>
            {lengths.map(({ from_days: from, to_days: to, price_from, price_usual }) => (
              <tr key={from}>
                <th scope="row">{to === null ? t('lengths.last', { from }) : t('lengths.tier', { from, to })}</th>
                <td>
                  <Money amount={price_from} currency={currency} />
                </td>
                <td>
                  <Money amount={price_usual} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** How many vehicles are free in each coming month, and at what price; each links to its own page. */
export function MonthPrices({ guide, shown }: { guide: Guide; shown: number }) {
  const t = useText('city')
  const { language } = useLanguage()
  const { city, category, currency } = guide
  const months = guide.months.slice(0, shown)
  const hrefOf = ({ month }: Guide['months'][number]) =>
    pathIn(language, offersPath({ city: city.name, kind: kindOf(category), month }, language))
  return (
    <Card id="months" title={t('months.title')} className="stack stack-2">
      <p className="sm soft">{t('months.note', { n: FROM_DAYS })}</p>
      <RowTable
        label={t('months.title')}
        head={[t('months.month'), t('months.free'), t('price.from'), t('price.usual')]}
      >
        {months.map((month) => (
          <Row key={month.first}>
            <Cell className="b">
              <a href={hrefOf(month)}>{formatDate(month.first, language, 'month')}</a>
            </Cell>
            <Cell far label={t('months.free')}>
              {month.free > 0 ? formatNumber(month.free, language) : t('months.none')}
            </Cell>
            <Cell second label={t('price.from')}>
              {month.price_from !== null && <Money amount={month.price_from} currency={currency} />}
            </Cell>
            <Cell far label={t('price.usual')}>
              {month.price_usual !== null && <Money amount={month.price_usual} currency={currency} />}
            </Cell>
          </Row>
        ))}
      </RowTable>
    </Card>
  )
}
