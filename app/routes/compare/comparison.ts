import { commaOf } from '#app/i18n/format/comma.ts'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatDecimal, formatNumber } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CATEGORY, type CurrencyCode, FROM_DAYS, type Language } from '#app/rules/constants.ts'
import type { ApiClient } from '#app/web/api.server.ts'

type Ad = Awaited<ReturnType<ApiClient['ads']['read']>>

/** One property of the compared vehicles, in the page's language. */
export interface ComparedRow {
  label: string
  cells: string[]
  /** The indexes of the cells with the best value in their row; none if all are equal or no value is better. */
  best: number[]
  /** The label of the best value: the lowest price, the highest rating. */
  bestWord?: string
  differs: boolean
}

/** The comparison table: what each vehicle costs, requires and has. Rows without any value are left out. */
export function comparisonOf(
  ads: readonly Ad[],
  { language, currency }: { language: Language; currency: CurrencyCode },
): ComparedRow[] {
  const t = textFor(language, 'compare')
  const words = textFor(language, 'vehicle')
  const money = (amount: number) => formatMoney(amount, currency, language)
  const number = (value: number) => formatNumber(value, language)
  const row = (label: string, textOf: (ad: Ad) => string): ComparedRow => {
    const cells = ads.map(textOf)
    return { label, cells, best: [], differs: new Set(cells).size > 1 }
  }
  const ranked = (plain: ComparedRow, bestWord: string, markOf: (ad: Ad) => number | null): ComparedRow => {
    const marks = ads.map(markOf)
    const most = Math.max(...marks.map((mark) => mark ?? Number.NEGATIVE_INFINITY))
    const best = plain.differs ? marks.flatMap((mark, place) => (mark === most ? [place] : [])) : []
    return { ...plain, bestWord, best: best.length < ads.length ? best : [] }
  }
  const days = ads[0]?.price.days ?? 0
  const rows = [
    ranked(
      row(t('row.total', { days }), ({ price }) => (price.total === null ? '' : money(price.total))),
      t('lowest'),
      ({ price }) => (price.total === null ? null : -price.total),
    ),
    ranked(
      row(days ? t('row.perDay') : t('row.perDayFor', { days: FROM_DAYS }), ({ price }) => money(price.per_day)),
      t('lowest'),
      ({ price }) => -price.per_day,
    ),
    row(t('row.available'), ({ available }) => (available === null ? '' : t(available ? 'yes' : 'no'))),
    row(t('row.guarantee'), ({ trust_type, guarantee_amount }) =>
      [words(`trust.${trust_type}`), guarantee_amount > 0 && money(guarantee_amount)].filter(Boolean).join(' '),
    ),
    ranked(
      row(t('row.rating'), ({ rating }) =>
        rating.score === null
          ? t('unrated')
          : t('rated', { score: formatDecimal(rating.score, language), n: rating.count }),
      ),
      t('highest'),
      ({ rating }) => rating.score,
    ),
    row(t('row.company'), ({ company }) => company.name),
    row(t('row.city'), ({ city }) => city.name),
    row(t('row.type'), ({ type }) => type.name),
    row(t('row.year'), ({ year, zone }) => formatModelYear(year, zone, language)),
    row(t('row.gearbox'), ({ gearbox }) => words(`gearbox.${gearbox}`)),
    row(t('row.fuel'), ({ fuel }) => words(`fuel.${fuel}`)),
    row(t(ads.some(({ category }) => category === CATEGORY.MOTOR) ? 'row.people' : 'row.seats'), ({ seats }) =>
      number(seats),
    ),
    row(t('row.suitcases'), ({ load_capacity }) => number(load_capacity)),
    row(t('row.mileage'), ({ mileage_per_day: km }) => (km === null ? t('unlimited') : t('km', { n: km }))),
    row(t('row.fuelRule'), ({ fuel_rule }) => words(`fuel_rule.${fuel_rule}`)),
    row(t('row.driverAge'), ({ min_driver_age }) => number(min_driver_age)),
    row(t('row.licence'), ({ min_licence_years: n }) => t('years', { n })),
    row(t('row.properties'), ({ properties }) => properties.map(({ name }) => name).join(commaOf(language))),
  ]
  return rows.filter(({ cells }) => cells.some(Boolean))
}
