import type { z } from 'zod'
import type { AdCard } from '#app/contract/ads.ts'
import type { FoundAd } from '#app/db/ad-search/search.ts'
import type { Catalogue } from '#app/db/catalogue.ts'
import type { RentalPlan } from '#app/db/prices/rental-plans.ts'
import { nameOf, vehicleTitle, wordingIn } from '#app/i18n/format/names.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import { convertUnit, rentPrice } from '#app/rules/money/price.ts'
import { ratingOf } from '#app/rules/search/rating.ts'

export type ListedCard = z.infer<typeof AdCard>
export type Shown = {
  catalogue: Catalogue
  language: Language
  currency: CurrencyCode
  /** For the requested dates; null without dates. */
  days: number | null
  /** The effect of price rules on that rental, or on a usual one. */
  plan: RentalPlan | null
}

/** A found vehicle as lists show it. Throws if the cached catalogue lacks its parts. */
export function cardOf(ad: FoundAd, { catalogue, language, currency, days, plan }: Shown): ListedCard {
  const brand = known(catalogue.brands.get(ad.brand_id))
  const model = known(catalogue.models.get(ad.model_id))
  const trim = ad.trim_id === null ? null : known(catalogue.trims.get(ad.trim_id))
  const type = known(catalogue.types.get(ad.type_id))
  const company = known(catalogue.companies.get(ad.company_id))
  const priced = { tiers: ad, shares: plan?.shares, from: company.currency, to: currency, rate: catalogue.rate }
  const total = days === null ? null : rentPrice({ ...priced, days }).total
  const city = known(catalogue.cities.get(ad.city_id))
  const place = catalogue.mainPlaces.get(`${company.id} ${city.id}`)
  const names = [nameOf(brand, language), nameOf(model, language), trim && nameOf(trim, language)]
  return {
    id: ad.id,
    category: ad.category,
    title: vehicleTitle([brand, model, trim], language),
    brand: names[0] ?? '',
    model: names[1] ?? '',
    trim: names[2] ?? null,
    type: { slug: type.slug, name: wordingIn(language, type.name) },
    year: ad.year,
    colour: wordFor(language, 'colour', ad.colour),
    zone: city.zone,
    picture: ad.picture,
    company: { id: company.id, name: wordingIn(language, company.name), verified: company.verified },
    rating: ratingOf(ad),
    gearbox: ad.gearbox,
    fuel: ad.fuel,
    seats: ad.seats,
    load_capacity: ad.load_capacity,
    trust_type: ad.trust,
    guarantee_amount: convertUnit(ad.guarantee_amount, company.currency, currency, catalogue.rate),
    units: ad.units,
    pinned: ad.pinned,
    pinned_paid: ad.pinned_paid,
    terms: {
      city: nameOf(city, language),
      place: place ? wordingIn(language, place) : null,
      mileage_per_day: ad.mileage_per_day,
      fuel_rule: ad.fuel_rule,
      excess: company.excess === null ? null : convertUnit(company.excess, company.currency, currency, catalogue.rate),
      free_until_hours: company.free_until_hours,
      confirmation: company.confirmation,
    },
    price: { per_day: ad.shown, days, total, currency },
  }
}

/** The word in `locales/<language>/vehicle.json` for a stored code; the code itself for a company's own value. */
export function wordFor(language: Language, kind: 'colour' | 'property', code: string): string {
  const text = textFor(language, 'vehicle')
  const key = `${kind}.${code}`
  return text.has(key) ? text.loose(key) : code
}

function known<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('an ad refers to what the catalogue does not hold')
  return thing
}

/** Whether the cached catalogue has all parts of a found vehicle: a company or model may be newer than the cache. */
export function isNamed(ad: FoundAd, catalogue: Catalogue): boolean {
  return (
    catalogue.cities.has(ad.city_id) &&
    catalogue.brands.has(ad.brand_id) &&
    catalogue.models.has(ad.model_id) &&
    (ad.trim_id === null || catalogue.trims.has(ad.trim_id)) &&
    catalogue.types.has(ad.type_id) &&
    catalogue.companies.has(ad.company_id)
  )
}
