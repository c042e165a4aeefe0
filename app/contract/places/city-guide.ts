import { z } from 'zod'
import { publicRead } from '#app/contract/call/base.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CurrencyCode, CurrencyId, IsoDate, Money, RowId, TrustType } from '#app/contract/shapes/shapes.ts'
import { Text } from '#app/contract/shapes/text.ts'
import { CompanyCard, Place } from '../companies.ts'
import { City } from './places.ts'

/** The lowest and the median price per day of some vehicles, in the requested currency. */
const Prices = z.object({ price_from: Money, price_usual: Money })

/** What travellers want to know about a city, from the offers there (*ours*). */
const CityGuide = z.object({
  city: City,
  currency: CurrencyCode,
  /** Vehicles on offer, at the prices of a three-day rental; the category with the most first. */
  offers: z.array(Prices.extend({ category: z.int(), ads: z.int() })),
  /** The category of everything below: the requested one, or else the first. */
  category: z.int(),
  /** The body types, the most common first. */
  types: z.array(z.object({ slug: z.string(), name: z.string(), ads: z.int(), price_from: Money })),
  /** Prices per day by length of rental, for rentals that begin in the middle of the requested month. */
  lengths: z.array(Prices.extend({ from_days: z.int(), to_days: z.int().nullable() })),
  /**
   * The coming twelve months of the language's calendar, `month` counting from 1: how many vehicles are free for three
   * days in the middle of each, and their price per day.
   */
  months: z.array(
    z.object({
      month: z.int(),
      first: IsoDate,
      start_date: IsoDate,
      end_date: IsoDate,
      free: z.int(),
      price_from: Money.nullable(),
      price_usual: Money.nullable(),
    }),
  ),
  /** The companies that hand over there, those with the best ratings first. */
  companies: z.array(CompanyCard),
  offices: z.array(Place.extend({ company: z.object({ slug: z.string(), name: z.string() }) })),
  /** In a straight line from the city's centre. */
  airports: z.array(z.object({ name: z.string(), kilometres: z.number() })),
  guarantees: z.array(z.object({ trust_type: TrustType, ads: z.int() })),
  driver_age: z.object({ from: z.int(), to: z.int() }).nullable(),
  licence_years: z.object({ from: z.int(), to: z.int() }).nullable(),
})

export const cityGuides = {
  cityGuide: publicRead
    .route({
      method: 'GET',
      path: '/business/rent/cities/{city}/',
      summary: 'What a traveller asks about a city, by its id, slug or a name in any language (ours)',
      tags: ['places'],
    })
    .input(
      z.object({
        city: Text.max(200),
        currency: CurrencyId,
        category: RowId.optional(),
        /** The number of a month in the language's calendar. */
        month: numeric().int().min(1).max(12).optional(),
      }),
    )
    .output(CityGuide),
}
