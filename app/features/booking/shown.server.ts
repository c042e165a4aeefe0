import type { z } from 'zod'
import type { AdCard } from '#app/contract/ads.ts'
import { FROM_DAYS } from '#app/rules/constants.ts'
import { rentPrice } from '#app/rules/money/price.ts'
import { sharesOf, usualRental } from '#app/rules/money/price-rules.ts'
import type { Ad, AlternativeCard } from './booking-form.ts'

const SHOWN = [
  'id',
  'category',
  'title',
  'year',
  'colour',
  'picture',
  'photos',
  'views',
  'rating',
  'gearbox',
  'fuel',
  'seats',
  'load_capacity',
  'trust_type',
  'guarantee_amount',
  'about',
  'free_address_fee',
  'extras',
  'excess',
  'deposit_back_days',
  'engine_cc',
  'fuel_rule',
  'mileage_per_day',
  'extra_km_price',
  'late_hour_price',
  'min_driver_age',
  'min_licence_years',
  'tiers',
  'pricing',
] as const satisfies (keyof Ad)[]

/** The facts of the vehicle that the page shows; nothing else is sent to the browser. */
export function shownAd(ad: Ad) {
  const { city, company } = ad
  return {
    ...picked(ad, SHOWN),
    // Only where it is sold: each byte of this page counts.
    ...(ad.flexible && { flexible: ad.flexible }),
    ...(ad.pinned && { pin: ad.pinned_paid ? ('advert' as const) : ('featured' as const) }),
    currency: ad.price.currency,
    from: usualPrice(ad),
    features: ad.properties.map(({ name }) => name),
    city: { name: city.name, zone: city.zone },
    company: {
      ...picked(company, ['slug', 'name', 'verified', 'confirmation', 'free_until_hours', 'half_until_hours']),
      ...(company.logo && { logo: company.logo }),
      ...(company.logo_dark && { logo_dark: company.logo_dark }),
    },
    hasMap: ad.places.some(({ latitude }) => latitude !== null),
    places: ad.places.map((place) =>
      picked(place, ['id', 'name', 'address', 'receive_fee', 'return_fee', 'opens_at', 'closes_at', 'week']),
    ),
  }
}

/** A part of an object: these fields and no others. */
function picked<Of extends object, const Name extends keyof Of>(of: Of, names: readonly Name[]): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<Of, Name>
}

/** The price per day without chosen dates, and the number of days that it is for. */
function usualPrice({ tiers, pricing, price }: Ad): { per_day: number; days: number } {
  const tier = tiers.findLast(({ from_days }) => from_days <= FROM_DAYS)
  if (!pricing) return { per_day: tier?.per_day ?? 0, days: FROM_DAYS }
  const { rules, tiers: prices, currency, rate } = pricing
  const rental = usualRental(rules, { today: new Date().toISOString().slice(0, 10) })
  const shares = sharesOf(rules, rental)
  const { per_day } = rentPrice({ days: rental.days, shares, tiers: prices, from: currency, to: price.currency, rate })
  return { per_day, days: rental.days }
}

/** The facts of another vehicle that its card shows. */
export function shownCard(card: z.infer<typeof AdCard>): AlternativeCard {
  const { id, category, title, year, zone, picture, price, company } = card
  return { id, category, title, year, zone, picture, price, company: company.name }
}
