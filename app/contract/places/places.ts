import { z } from 'zod'
import { RentalTime } from '#app/contract/ads.ts'
import { publicRead } from '#app/contract/call/base.ts'
import { Currency, CurrencyId, listOf, Named, RowId } from '#app/contract/shapes/shapes.ts'
import { Text } from '#app/contract/shapes/text.ts'

/** A city as travellers see it (§3). Pinned cities come first, then by name in the requested language. */
export const City = Named.extend({
  /** In addition to the three columns of §3 (*ours*); the English name if there is none. */
  name_tr: z.string(),
  name_de: z.string(),
  slug: z.string(),
  country: Named.extend({ code: z.string() }),
  province: Named,
  zone: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** Where its airport is, if it has one and it is known (*ours*). */
  airport: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  office_address: z.string(),
  office_map_url: z.string(),
  pinned: z.boolean(),
  /**
   * The number of listings on offer, and the lowest price per day in the requested currency's minor unit for a
   * three-day rental. With dates it counts those that are free then, at the price for that length.
   */
  ads: z.int(),
  price_from: z.int().nullable(),
})
const cities = listOf(City)
const CurrencyQuery = z.object({ currency: CurrencyId })

export const places = {
  rentCities: publicRead
    .route({
      method: 'GET',
      path: '/business/rent/cities/',
      summary: 'Cities where vehicles are on offer',
      tags: ['places'],
    })
    .input(CurrencyQuery.extend({ category: RowId.optional(), ...RentalTime.shape }))
    .output(cities),
  dynamicCities: publicRead
    .route({
      method: 'GET',
      path: '/business/rent/dynamic-cities/',
      summary: 'Cities by a part of their name',
      tags: ['places'],
    })
    .input(CurrencyQuery.extend({ search: Text.max(200).default('') }))
    .output(cities),
  locations: publicRead
    .route({
      method: 'GET',
      path: '/locations/',
      summary: 'Countries with their provinces and cities',
      tags: ['places'],
    })
    .output(
      listOf(
        Named.extend({
          code: z.string(),
          dial_code: z.string(),
          provinces: z.array(Named.extend({ cities: z.array(Named) })),
        }),
      ),
    ),
  provinces: publicRead
    .route({ method: 'GET', path: '/provinces/', summary: 'Provinces, of one country or all', tags: ['places'] })
    .input(z.object({ country: RowId.optional() }))
    .output(listOf(Named.extend({ country: z.int() }))),
  cities: publicRead
    .route({ method: 'GET', path: '/cities/', summary: 'Cities, of one province or all', tags: ['places'] })
    .input(z.object({ province: RowId.optional() }))
    .output(listOf(Named.extend({ province: z.int(), country: z.int() }))),
  countries: publicRead
    .route({
      method: 'GET',
      path: '/countries/',
      summary: 'Every country with its dial code (ITU), by name in the asked language',
      tags: ['places'],
    })
    .output(listOf(Named.extend({ code: z.string(), dial_code: z.string() }))),
  currencies: publicRead
    .route({ method: 'GET', path: '/currency/', summary: 'The currencies on offer', tags: ['places'] })
    .output(listOf(Currency).extend({ data: z.array(Currency) })),
}
