import { wholeList } from '#app/api/call/lists.ts'
import { offersByCity } from '#app/db/ad-summary.ts'
import { CURRENCY_CODES, HOME_ZONE } from '#app/rules/constants.ts'
import { askedTime } from './ads/rental-time.ts'
import { currencyRequested } from './books/money.ts'
import { api, exactApi } from './call/context.ts'
import { listCities } from './places/cities.ts'
import { cityGuide } from './places/city-guide.ts'
import { listCountries } from './places/countries.ts'
import { mapOf } from './places/map.ts'
import { byName, countryNamed, named } from './places/named.ts'

const rentCities = exactApi.places.rentCities.handler(async ({ input, context: { deps, language } }) => {
  const currency = currencyRequested(input.currency, language)
  const time = askedTime(input, { zone: HOME_ZONE, now: deps.now() }) ?? undefined
  const cities = (await listCities(deps.db, { language, currency })).filter(({ ads }) => ads > 0)
  if (input.category === undefined && !time) return { ...wholeList(cities), next: null, previous: null }
  const offerIn = await offersByCity(deps.db, { currency, category: input.category, time })
  const results = cities.map((city) => ({ ...city, ...offerIn(city.id) }))
  return { ...wholeList(results), next: null, previous: null }
})

const dynamicCities = api.places.dynamicCities.handler(async ({ input, context: { deps, language } }) => {
  const currency = currencyRequested(input.currency, language)
  return wholeList(await listCities(deps.db, { language, currency, search: input.search }))
})

const locations = api.places.locations.handler(async ({ context: { deps, language } }) => {
  const { countries, provinces, cities } = await mapOf(deps.db)
  const sorted = byName(language)
  const provincesOf = (country: number) => provinces.filter(({ country_id }) => country_id === country)
  const citiesOf = (province: number) => cities.filter(({ province_id }) => province_id === province)
  const results = countries.map((country) => ({
    ...countryNamed(country, language),
    dial_code: country.dial_code,
    provinces: provincesOf(country.id)
      .map((province) => ({
        ...named(province, language),
        cities: citiesOf(province.id)
          .map((city) => named(city, language))
          .sort(sorted),
      }))
      .sort(sorted),
  }))
  return wholeList(results.sort(sorted))
})

const provinces = api.places.provinces.handler(async ({ input: { country }, context: { deps, language } }) => {
  const { provinces } = await mapOf(deps.db)
  const results = provinces
    .filter(({ country_id }) => country === undefined || country_id === country)
    .map((province) => ({ ...named(province, language), country: province.country_id }))
  return wholeList(results.sort(byName(language)))
})

const cities = api.places.cities.handler(async ({ input: { province }, context: { deps, language } }) => {
  const { cities } = await mapOf(deps.db)
  const results = cities
    .filter(({ province_id }) => province === undefined || province_id === province)
    .map((city) => ({ ...named(city, language), province: city.province_id, country: city.country_id }))
  return wholeList(results.sort(byName(language)))
})

const countries = api.places.countries.handler(async ({ context: { deps, language } }) => {
  const { countries } = await mapOf(deps.db)
  return wholeList(listCountries(countries, language))
})

/** The default currency first (§3); `data` and `results` are one list for the two kinds of client. */
const currencies = api.places.currencies.handler(async ({ context: { deps, language } }) => {
  const rows = await deps.db.selectFrom('currency').selectAll().execute()
  const results = CURRENCY_CODES.flatMap((code) => rows.filter((row) => row.code === code)).map((row) => ({
    ...named(row, language),
    code: row.code,
    symbol: row.symbol,
    rate: row.irt_per_unit,
  }))
  return { ...wholeList(results), data: results }
})

export const places = { cityGuide, rentCities, dynamicCities, locations, provinces, cities, countries, currencies }
