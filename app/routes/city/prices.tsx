import { formatDate } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { formatNumber } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { CATEGORY, DEFAULT_TIME } from '#app/rules/constants.ts'
import { FROM_DAYS } from '#app/rules/price.ts'
import { Card } from '#app/ui/card.tsx'
import { Money } from '#app/ui/price.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import type { CityData } from './city.tsx'
import '../../../styles/reading.css'
import '../../../styles/profile.css'

type Guide = CityData['guide']

/** What a day costs by how many there are. */
export function LengthPrices({ guide: { lengths, currency } }: { guide: Guide }) {
  const t = useText('city')
  return (
    <Card id="lengths" title={t('lengths.title')} className="stack stack-2">
      <p className="sm soft">{t('lengths.note')}</p>
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
    </Card>
  )
}

/** What is left, and at what price, in the coming months; each leads to the vehicles of its days. */
export function MonthPrices({ guide: { city, offers, months, currency } }: { guide: Guide }) {
  const t = useText('city')
  const { language } = useLanguage()
  const path = offers[0]?.category === CATEGORY.MOTOR ? '/rent/motor' : '/rent/car'
  const hrefOf = ({ start_date, end_date }: Guide['months'][number]) =>
    pathIn(
      language,
      `${path}?${new URLSearchParams({ city: city.name, start_date, start_time: DEFAULT_TIME, end_date, end_time: DEFAULT_TIME })}`,
    )
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
              <a href={hrefOf(month)} rel="nofollow">
                {formatDate(month.first, language, 'month')}
              </a>
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
