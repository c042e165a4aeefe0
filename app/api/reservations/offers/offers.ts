import type { z } from 'zod'
import { cardOf, type ListedCard } from '#app/api/ads/card.ts'
import { cityOf, find } from '#app/api/ads/search.ts'
import { api } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { choiceErrors, type RentalChoice } from '#app/api/reservations/reserve/choice.ts'
import { type QuotedRental, quoteRental } from '#app/api/reservations/reserve/quote.ts'
import { type Rentable, readRentables } from '#app/api/reservations/reserve/rentable.ts'
import { AdFilters } from '#app/contract/ads.ts'
import type { RentalOffer } from '#app/contract/reservations/offers.ts'
import { planOf } from '#app/db/prices/rental-plans.ts'
import { pathIn } from '#app/i18n/language.ts'
import { CATEGORY, CURRENCY_IDS, type CurrencyCode, type Language } from '#app/rules/constants.ts'
import { acrissOf } from '#app/rules/fleet/acriss.ts'
import { agreedTerms } from '#app/rules/reservation/agreed-terms.ts'
import { openPlaces } from '#app/rules/reservation/open-places.ts'
import { type ListedFacts, readListedFacts } from './listed-facts.ts'
import { nearestCity } from './nearest-city.ts'

type Time = Pick<RentalChoice, 'start_date' | 'start_time' | 'end_date' | 'end_time'>
type Offer = z.infer<typeof RentalOffer>

/**
 * The vehicles that are free for the dates, each with the bill that its page shows for them. Throws INVALID_FIELDS for an unknown
 * place and for a time that is past or ends before it begins. Source: issue 20, C.
 */
export const offers = api.reservations.offers.handler(async ({ input, context }) => {
  const { page, size, latitude, longitude, category, company, currency: requested, ...rest } = input
  const { start_date, start_time, end_date, end_time } = rest
  const time = { start_date, start_time, end_date, end_time }
  const { deps, language } = context
  const { db } = deps
  const near = latitude === undefined || longitude === undefined ? undefined : { lat: latitude, lng: longitude }
  const place = rest.city ?? (near && (await nearestCity(db, near)))
  if (!place) throw invalidFields({ city: [near ? 'unknown_city' : 'required'] })
  const body = AdFilters.parse({
    ...time,
    city: place,
    categories: category,
    company: company === undefined ? [] : [company],
  })
  const query = { page, size, ordering: 'cheapest' as const, ...(requested && { currency: requested }) }
  const { found, catalogue, city, days, currency, plans } = await find(query, body, context)
  if (!city) throw invalidFields({ city: ['unknown_city'] })
  const ids = found.rows.map(({ id }) => id)
  const now = deps.now()
  const [rentables, facts] = await Promise.all([readRentables(db, { ids, now }), readListedFacts(db, ids)])
  const rentableOf = new Map(rentables.map((ad) => [ad.id, ad]))
  const results: Offer[] = []
  for (const row of found.rows) {
    const ad = rentableOf.get(row.id)
    const listed = facts.get(row.id)
    const choice = ad && firstChoice(ad, time)
    if (!ad || !listed || !choice || Object.keys(choiceErrors(ad, choice, { now })).length > 0) continue
    const quoted = await quoteRental(db, { ad, choice, currency, now })
    const card = cardOf(row, { catalogue, language, currency, days, plan: planOf(plans, row) })
    results.push(offerOf({ card, listed, quoted, time, currency, language, origin: deps.settings.origin }))
  }
  return { count: found.total, results, city: cityOf(city, language) }
})

/** What the vehicle's page chooses for these dates before anybody chose; undefined where there is no place. */
function firstChoice(ad: Rentable, time: Time): RentalChoice | undefined {
  const { start_date: start, start_time: startTime, end_date: end, end_time: endTime } = time
  const places = openPlaces(ad.places, { start, startTime, end, endTime })
  if (places.receive === undefined) return undefined
  return {
    ...{ id: ad.id, ...time, child_seat_count: 0, extra_driver: false, internet: false, supplemental_insurance: false },
    receive_address: { id: places.receive },
    ...(places.return !== undefined && { return_address: { id: places.return } }),
  }
}

function offerOf(of: {
  card: ListedCard
  listed: ListedFacts
  quoted: QuotedRental
  time: Time
  currency: CurrencyCode
  language: Language
  origin: string
}): Offer {
  const { card, listed, quoted, currency, origin } = of
  const { ad, bill, chosen } = quoted
  const { id, category, title, year, type, gearbox, fuel, seats, load_capacity, rating, company, terms } = card
  const amount = (value: number) => ({ amount: value, currency })
  const { properties } = listed
  const { km, included } = agreedTerms(ad, { from: ad.currency, to: currency, rate: ad.rate })
  const extra_km = included.mileage_per_day === null ? null : amount(km)
  return {
    vehicle: {
      ...{ id, category, title, year, gearbox, fuel, seats, load_capacity, rating },
      type: type.slug,
      acriss: acrissOf({ ...listed, ...{ category, gearbox, fuel, seats, load_capacity }, body: type.slug }),
      air_conditioning: properties.includes('air_conditioning'),
      picture: `${origin}/pictures/${card.picture}-large.webp`,
    },
    company: { ...company, confirmation: terms.confirmation },
    receive_place: chosen.receive.place?.id ?? 0,
    return_place: chosen.return.place?.id ?? 0,
    days: bill.days,
    total: amount(bill.total),
    lines: bill.lines,
    payable_now: amount(bill.payable_now),
    due_at_desk: amount(bill.due_at_desk),
    deposit: { ...amount(quoted.guarantee_amount), trust_type: ad.trust },
    mileage: { per_day: terms.mileage_per_day, extra_km },
    cancellation: { free_until: quoted.freeUntil.toISOString(), half_until: quoted.halfUntil.toISOString() },
    driver: { min_age: ad.min_driver_age, min_licence_years: listed.min_licence_years },
    link: linkOf(of),
  }
}

/** The address of the vehicle's page that shows the same bill. */
function linkOf({ card, time, currency, language, origin }: Parameters<typeof offerOf>[0]): string {
  const { start_date, start_time, end_date, end_time } = time
  const kind = card.category === CATEGORY.MOTOR ? 'motor' : 'car'
  const query = new URLSearchParams({ currency: String(CURRENCY_IDS[currency]), start_time, end_time })
  return origin + pathIn(language, `/book/${kind}/${card.id}/${start_date}/${end_date}?${query}`)
}
