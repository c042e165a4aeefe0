import { z } from 'zod'
import { anybody } from './base.ts'
import { CurrencyCode, CurrencyId, listOf, Money, PageQuery, Rating, RowId } from './shapes.ts'
import { optionalText } from './text.ts'

/** A place where a company hands vehicles over, with its fees in the asked currency. */
export const Place = z.object({
  id: z.int(),
  kind: z.enum(['OFFICE', 'AIRPORT', 'STATION', 'HOTEL', 'PORT', 'MALL']),
  name: z.string(),
  address: z.string(),
  phone: z.string().nullable(),
  receive_fee: Money,
  return_fee: Money,
  opens_at: z.string(),
  closes_at: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  city: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
})

export const CompanyCard = z.object({
  id: z.int(),
  /** Shown in filters: the id plus 1000 (§3). */
  title: z.string(),
  slug: z.string(),
  name: z.string(),
  verified: z.boolean(),
  rating: Rating,
  city: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
  ads: z.int(),
})

export const Company = CompanyCard.extend({
  about: z.string(),
  phone: z.string(),
  confirmation: z.enum(['AT_ONCE', 'BY_HAND']),
  prepayment_percent: z.int(),
  free_until_hours: z.int(),
  half_until_hours: z.int(),
  currency: CurrencyCode,
  places: z.array(Place),
})

export const companies = {
  list: anybody
    .route({ method: 'GET', path: '/business/rent/companies/', summary: 'Rental companies', tags: ['companies'] })
    .input(PageQuery.extend({ city: optionalText(200) }))
    .output(listOf(CompanyCard)),
  read: anybody
    .route({
      method: 'GET',
      path: '/business/rent/companies/{id}/',
      summary: 'One rental company with its places',
      tags: ['companies'],
    })
    .input(z.object({ id: RowId, currency: CurrencyId }))
    .output(Company),
}
