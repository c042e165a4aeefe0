import { z } from 'zod'
import { CONFIRMATIONS, PLACE_KINDS } from '#app/rules/constants.ts'
import { publicRead } from './call/base.ts'
import { Cover } from './shapes/cover.ts'
import {
  CurrencyCode,
  CurrencyId,
  FuelRule,
  Instant,
  listOf,
  Money,
  PageQuery,
  Rating,
  TrustType,
} from './shapes/shapes.ts'
import { optionalText, Text } from './shapes/text.ts'

const CityName = z.object({ id: z.int(), name: z.string(), slug: z.string() })

/** A place where a company hands vehicles over, with its fees in the requested currency. */
export const Place = z.object({
  id: z.int(),
  kind: z.enum(PLACE_KINDS),
  name: z.string(),
  address: z.string(),
  phone: z.string().nullable(),
  receive_fee: Money,
  return_fee: Money,
  opens_at: z.string(),
  closes_at: z.string(),
  /**
   * Its hours from Monday to Sunday if they differ between days; otherwise null, and `opens_at` and `closes_at` apply.
   */
  week: z.array(z.array(z.tuple([z.string(), z.string()]))).nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /**
   * Straight-line kilometres from the centre of its city and from the airport there; null if a location is unknown
   * (*ours*).
   */
  centre_km: z.number().nullable(),
  airport_km: z.number().nullable(),
  city: CityName,
})

export const CompanyCard = z.object({
  id: z.int(),
  /** Shown in filters: the id plus 1000 (§3). */
  title: z.string(),
  slug: z.string(),
  name: z.string(),
  /** Key of its logo: `/pictures/{logo}-{48|96}.webp`; null shows the first letter of its name (*ours*). */
  logo: z.string().nullable(),
  /** The same for the dark colour scheme; missing where the usual one is shown in it, too. */
  logo_dark: z.string().optional(),
  verified: z.boolean(),
  rating: Rating,
  city: CityName,
  /** Its places for hand-overs, the main one first (*ours*). */
  cities: z.array(CityName),
  ads: z.int(),
  /** When its page last changed (*ours*). */
  updated: Instant,
})

export const Company = CompanyCard.extend({
  about: z.string(),
  phone: z.string(),
  confirmation: z.enum(CONFIRMATIONS),
  prepayment_percent: z.int(),
  free_until_hours: z.int(),
  half_until_hours: z.int(),
  currency: CurrencyCode,
  places: z.array(Place),
})

/** What travellers want to know about a company before booking (*ours*). Amounts are in the requested currency. */
export const CompanyProfile = Company.extend({
  since: Instant,
  /** The number of its licence to rent vehicles, as long as it is valid. */
  licence: z.string().nullable(),
  /** The number of ratings from one to five stars, as far as they are stored individually. */
  marks: z.array(z.int()).length(5),
  /**
   * The median minutes until its answers to reservations and messages of the last 180 days; null if there are too few.
   */
  answers_within_minutes: z.int().nullable(),
  /** What it offers, by category. */
  offers: z.array(z.object({ category: z.int(), ads: z.int(), price_from: Money })),
  /** Its requirements, each with the number of its vehicles, the most common first. */
  guarantees: z.array(z.object({ trust_type: TrustType, ads: z.int(), from: Money, to: Money })),
  fuel_rules: z.array(z.object({ fuel_rule: FuelRule, ads: z.int() })),
  driver_age: z.object({ from: z.int(), to: z.int() }).nullable(),
  licence_years: z.object({ from: z.int(), to: z.int() }).nullable(),
  /** Kilometres per day; null if all its vehicles have no limit. */
  mileage_per_day: z.object({ from: z.int(), to: z.int() }).nullable(),
  cover: Cover,
})

/** A company by its id or its slug. */
const CompanyKey = z.preprocess((key) => (typeof key === 'number' ? String(key) : key), Text.max(100))

export const companies = {
  list: publicRead
    .route({ method: 'GET', path: '/business/rent/companies/', summary: 'Rental companies', tags: ['companies'] })
    .input(PageQuery.extend({ city: optionalText(200) }))
    .output(listOf(CompanyCard)),
  read: publicRead
    .route({
      method: 'GET',
      path: '/business/rent/companies/{id}/',
      summary: 'One rental company, by its id or slug, with its places, terms and marks',
      tags: ['companies'],
    })
    .input(z.object({ id: CompanyKey, currency: CurrencyId }))
    .output(CompanyProfile),
}
