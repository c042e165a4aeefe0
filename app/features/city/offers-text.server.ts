import { kindOf } from '#app/features/booking/book-address.ts'
import { monthGrid } from '#app/i18n/format/calendar.ts'
import { calendarOf, formatDate, formatRange, monthNames } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatPercent } from '#app/i18n/format/numerals.ts'
import { formatStartingPrice } from '#app/i18n/format/starting-price.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { FROM_DAYS, type Language } from '#app/rules/constants.ts'
import { middlePrice, percentOver } from '#app/rules/money/price-level.ts'
import { partsIn } from '#app/rules/time/calendar-date.ts'
import { daylightHours } from '#app/rules/time/daylight.ts'
import { seasonsIn } from '#app/rules/time/driving-seasons.ts'
import type { Guide } from './questions.server.ts'

type Month = Guide['months'][number]

/** Prices that differ less, in per cent, are about the same. */
const SAME_PERCENT = 3

/** A few sentences about a city's vehicles of a category: how many there are, their prices and the rental conditions. */
export function aboutOffers(guide: Guide, language: Language): string[] {
  const t = textFor(language, 'offers')
  const city = textFor(language, 'city')
  const { lengths, companies, guarantees, months, licence_years: licence } = guide
  const { money, starting, count, offer } = wordsOf(guide, language)
  const longest = lengths.at(-1)
  const free = guarantees.find(({ trust_type }) => trust_type === 'DEPOSIT_FREE')
  const range = rangeOf(months)
  const sentences = [
    offer &&
      t('lead', {
        count: count(offer.ads),
        companies: city('companiesCount', { n: companies.length }),
        days: FROM_DAYS,
        from: starting(offer.price_from),
        usual: money(offer.price_usual),
      }),
    longest && t('long', { days: longest.from_days, from: starting(longest.price_from) }),
    range &&
      t('range', { low: formatDate(range.low, language, 'month'), high: formatDate(range.high, language, 'month') }),
    free ? t('noDeposit', { count: count(free.ads) }) : t('deposit'),
    licence && t('licence', { years: city('documents.years', { n: licence.from }) }),
  ]
  return sentences.filter((sentence) => typeof sentence === 'string')
}

/** A few sentences about the same vehicles in a coming month: availability, prices, the season and the hours of daylight. */
export function aboutMonth(guide: Guide, month: Month, language: Language): string[] {
  const t = textFor(language, 'offers')
  const { money, starting, count } = wordsOf(guide, language)
  const { city, months } = guide
  const name = monthNames(language)[month.month - 1] ?? ''
  const days = formatRange({ start: month.start_date, end: month.end_date }, language)
  const calendar = monthGrid(partsIn(month.first, calendarOf(language)), language)
  const level = levelOf(month, months)
  const { price_from: from, price_usual: usual } = month
  const seasons = seasonsIn({ country: city.country.code, latitude: city.latitude }, calendar)
  const sentences = [
    from !== null && usual !== null
      ? t('free', { ...days, count: count(month.free), from: starting(from), usual: money(usual) })
      : t('taken', { ...days, month: name }),
    level !== undefined &&
      t(`level.${Math.abs(level) < SAME_PERCENT ? 'same' : level > 0 ? 'above' : 'below'}`, {
        month: name,
        percent: formatPercent(Math.abs(level), language),
      }),
    ...seasons.map((season) => t(`seasons.${season}`)),
    t('daylight', {
      month: name,
      city: city.name,
      hours: Math.round(daylightHours(city.latitude, month.start_date)),
    }),
  ]
  return sentences.filter((sentence) => typeof sentence === 'string')
}

function wordsOf({ offers, category, currency }: Guide, language: Language) {
  const t = textFor(language, 'offers')
  return {
    offer: offers.find((offer) => offer.category === category),
    money: (amount: number) => formatMoney(amount, currency, language),
    starting: (amount: number) => formatStartingPrice(amount, currency, language),
    count: (n: number) => t(`${kindOf(category)}.count`, { n }),
  }
}

/** The months with the lowest and the highest usual price; undefined where all are about the same. */
function rangeOf(months: readonly Month[]): { low: string; high: string } | undefined {
  const priced = months.flatMap(({ first, price_usual }) => (price_usual === null ? [] : [{ first, price_usual }]))
  const [low] = priced.toSorted((one, other) => one.price_usual - other.price_usual)
  const [high] = priced.toSorted((one, other) => other.price_usual - one.price_usual)
  if (!low || !high || percentOver(high.price_usual, low.price_usual) < SAME_PERCENT) return undefined
  return { low: low.first, high: high.first }
}

/** By how many per cent a month's usual price is above the median of all months; undefined when nothing is free in it. */
function levelOf({ price_usual }: Month, months: readonly Month[]): number | undefined {
  const middle = middlePrice(months.flatMap((month) => month.price_usual ?? []))
  return price_usual !== null && middle ? percentOver(price_usual, middle) : undefined
}
