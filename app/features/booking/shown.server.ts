import type { z } from 'zod'
import type { AdCard } from '#app/contract/ads.ts'
import { FROM_DAYS } from '#app/rules/constants.ts'
import { rentPrice } from '#app/rules/money/price.ts'
import { sharesOf, usualRental } from '#app/rules/money/price-rules.ts'
import type { Ad, AlternativeCard, ShownAd } from './booking-form.ts'

/** The facts of the vehicle that the page shows. */
export function shownAd(ad: Ad): ShownAd {
  const { id, category, title, year, colour, picture, photos, views, rating, gearbox, fuel, seats, load_capacity } = ad
  const {
    trust_type,
    guarantee_amount,
    pinned,
    pinned_paid,
    about,
    free_address_fee,
    extras,
    excess,
    engine_cc,
    fuel_rule,
  } = ad
  const { mileage_per_day, extra_km_price, min_driver_age, min_licence_years, tiers, pricing, city, company } = ad
  return {
    ...{ id, category, title, year, colour, picture, photos, views, rating, gearbox, fuel, seats, load_capacity },
    ...{
      trust_type,
      guarantee_amount,
      pinned,
      pinned_paid,
      about,
      free_address_fee,
      extras,
      excess,
      engine_cc,
      fuel_rule,
    },
    ...{ mileage_per_day, extra_km_price, min_driver_age, min_licence_years, tiers, pricing },
    currency: ad.price.currency,
    from: usualPrice(ad),
    features: ad.properties.map(({ name }) => name),
    city: { name: city.name, zone: city.zone },
    company: {
      slug: company.slug,
      name: company.name,
      verified: company.verified,
      confirmation: company.confirmation,
      free_until_hours: company.free_until_hours,
      half_until_hours: company.half_until_hours,
    },
    hasMap: ad.places.some(({ latitude }) => latitude !== null),
    places: ad.places.map(({ id, name, address, receive_fee, return_fee, opens_at, closes_at, week }) => {
      return { id, name, address, receive_fee, return_fee, opens_at, closes_at, week }
    }),
  }
}

/** The price per day without chosen dates, and the number of days that it is for. */
function usualPrice({ tiers, pricing, price }: Ad): ShownAd['from'] {
  const tier = tiers.findLast(({ from_days }) => from_days <= FROM_DAYS)
  if (!pricing) return { per_day: tier?.per_day ?? 0, days: FROM_DAYS }
  const { rules, tiers: prices, currency, rate } = pricing
  const rental = usualRental(rules, { today: new Date().toISOString().slice(0, 10) })
  const shares = sharesOf(rules, rental)
  const { per_day } = rentPrice({ days: rental.days, shares, tiers: prices, from: currency, to: price.currency, rate })
  return { per_day, days: rental.days }
}

/** The facts of another vehicle that its card shows. */
export function shownCard({
  id,
  category,
  title,
  year,
  zone,
  picture,
  price,
  company,
}: z.infer<typeof AdCard>): AlternativeCard {
  return { id, category, title, year, zone, picture, price, company: company.name }
}
