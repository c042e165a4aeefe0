import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { currencyRequested } from '#app/api/books/money.ts'
import { api } from '#app/api/call/context.ts'
import { citiesByCompany, companyCard, companyRows, servedIn } from '#app/api/companies/company.ts'
import { placeOf, placeRows } from '#app/api/companies/place.ts'
import type { CompanyCard } from '#app/contract/companies.ts'
import { adsByCompany } from '#app/db/ad-summary.ts'
import { catalogueOf, findCity } from '#app/db/catalogue.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { cityPrices, lengthPrices } from '#app/db/prices/city-prices.ts'
import { addMonths, monthOf } from '#app/i18n/format/calendar.ts'
import { calendarOf } from '#app/i18n/format/dates.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import { FROM_DAYS, type Language } from '#app/rules/constants.ts'
import { kilometresBetween } from '#app/rules/map/mercator.ts'
import { lastDayOf, TIERS } from '#app/rules/money/price.ts'
import { addDays, type CalendarDate, dateOf } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { listCities } from './cities.ts'

const MONTHS = 12
/** The day that represents a month. */
const MIDDLE = 12

/**
 * The guide to a city. Throws NOT_FOUND if there is none of that name with vehicles on offer, or none of the category.
 */
export const cityGuide = api.places.cityGuide.handler(async ({ input, context: { deps, language }, errors }) => {
  const { db } = deps
  const currency = currencyRequested(input.currency, language)
  const found = await findCity(db, input.city)
  const city = found && (await listCities(db, { language, currency })).find(({ id }) => id === found.id)
  if (!city || city.ads === 0) throw errors.NOT_FOUND()
  const months = comingMonths(dateIn(city.zone, deps.now()), language)
  const start_date = months.find(({ month }) => month === input.month)?.start_date
  const [prices, places, companies, { rate, types }] = await Promise.all([
    cityPrices(db, { city: city.id, zone: city.zone, currency, category: input.category, months }),
    placeRows(db).where('place.city_id', '=', city.id).where('place.paused_at', 'is', null).execute(),
    companiesIn(db, city.id, language),
    catalogueOf(db),
  ])
  if (!prices) throw errors.NOT_FOUND()
  const { category } = prices
  const lengths = await lengthPrices(db, { city: city.id, currency, category, start_date })
  const companyOf = new Map(companies.map((company) => [company.id, company]))
  const { offers, guarantees, driver_age, licence_years } = prices
  return {
    ...{ city, currency, offers, category, guarantees, driver_age, licence_years, companies },
    types: prices.types.flatMap(({ type, ads, price_from }) => {
      const known = types.get(type)
      return known ? [{ slug: known.slug, name: wordingIn(language, known.name), ads, price_from }] : []
    }),
    lengths: lengths.map(({ tier, ...price }) => {
      const index = TIERS.findIndex((one) => one.tier === tier)
      return { ...price, from_days: TIERS[index]?.fromDays ?? 1, to_days: lastDayOf(index) }
    }),
    months: prices.months.flatMap((price, index) => (months[index] ? [{ ...months[index], ...price }] : [])),
    offices: places.flatMap((place) => {
      const company = companyOf.get(place.company_id)
      if (place.kind !== 'OFFICE' || !company) return []
      const { slug, name } = company
      return [{ ...placeOf(place, { language, currency, rate }), company: { slug, name } }]
    }),
    airports: airportsOf(places, city, language),
  }
})

/** The months whose middle is in the future, in the language's calendar, each with three days in its middle. */
function comingMonths(today: CalendarDate, language: Language) {
  const calendar = calendarOf(language)
  const middleOf = (month: { year: number; month: number }) => dateOf({ ...month, day: MIDDLE }, calendar)
  const current = monthOf(today, language)
  const first = middleOf(current) > today ? current : addMonths(current, 1)
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = addMonths(first, index)
    const start_date = middleOf(month)
    const firstDay = dateOf({ ...month, day: 1 }, calendar)
    return { month: month.month, first: firstDay, start_date, end_date: addDays(start_date, FROM_DAYS) }
  })
}

async function companiesIn(db: Kysely<DB>, city: number, language: Language): Promise<z.infer<typeof CompanyCard>[]> {
  const rows = await companyRows(db).where(servedIn(city)).where('company.suspended_at', 'is', null).execute()
  const [adsOf, citiesOf] = await Promise.all([
    adsByCompany(db),
    citiesByCompany(
      db,
      rows.map(({ id }) => id),
      language,
    ),
  ])
  const cards = rows.map((row) => companyCard(row, { ads: adsOf(row.id), cities: citiesOf(row.id), language }))
  return cards.sort((a, b) => (b.rating.score ?? 0) - (a.rating.score ?? 0) || b.ads - a.ads || a.id - b.id)
}

type PlaceRow = Awaited<ReturnType<ReturnType<typeof placeRows>['execute']>>[number]

/** Companies share an airport, so each name counts once. */
function airportsOf(places: PlaceRow[], city: { latitude: number; longitude: number }, language: Language) {
  const centre = { lat: city.latitude, lng: city.longitude }
  const airports = new Map<string, { name: string; kilometres: number }>()
  for (const { kind, name: names, latitude: lat, longitude: lng } of places) {
    const name = wordingIn(language, names)
    if (kind !== 'AIRPORT' || lat === null || lng === null || airports.has(name)) continue
    airports.set(name, { name, kilometres: Math.round(kilometresBetween(centre, { lat, lng })) })
  }
  return [...airports.values()].sort((a, b) => a.kilometres - b.kilometres)
}
