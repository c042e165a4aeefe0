import { z } from 'zod'
import { publicRead } from '#app/contract/call/base.ts'
import { BillLine } from '#app/contract/shapes/bill.ts'
import { degrees } from '#app/contract/shapes/degrees.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import {
  CurrencyCode,
  CurrencyId,
  Fuel,
  Gearbox,
  Instant,
  IsoDate,
  listOf,
  Money,
  PageQuery,
  Rating,
  RowId,
  SlotTime,
  TrustType,
} from '#app/contract/shapes/shapes.ts'
import { optionalText } from '#app/contract/shapes/text.ts'
import { CONFIRMATIONS, DEFAULT_TIME, PAGE_SIZE } from '#app/rules/constants.ts'

/** The most offers of a page. Source: *ours*. */
const OFFERS_MAX = 50

/** An amount with its currency. */
export const Amount = z.object({ amount: Money, currency: CurrencyCode })

/** A vehicle for certain dates, as other sites compare it: whoever opens `link` sees exactly `total`. */
export const RentalOffer = z.object({
  vehicle: z.object({
    id: z.int(),
    category: z.int(),
    title: z.string(),
    year: z.int(),
    type: z.string(),
    /** Its ACRISS (SIPP) code; null for a motorbike. */
    acriss: z.string().nullable(),
    gearbox: Gearbox,
    fuel: Fuel,
    seats: z.int(),
    /** Suitcases. */
    load_capacity: z.int(),
    air_conditioning: z.boolean(),
    /** The address of a picture, 4:3. */
    picture: z.url(),
    rating: Rating,
  }),
  company: z.object({ id: z.int(), name: z.string(), verified: z.boolean(), confirmation: z.enum(CONFIRMATIONS) }),
  /** Where it is handed over and goes back: the places that the page of `link` chooses, whose fees are in the total. */
  receive_place: z.int(),
  return_place: z.int(),
  days: z.int(),
  /** With taxes and every fee that cannot be avoided; `lines` add up to it. */
  total: Amount,
  lines: z.array(BillLine),
  payable_now: Amount,
  due_at_desk: Amount,
  deposit: Amount.extend({ trust_type: TrustType }),
  /** Kilometres a day, null without a limit; and what each further one costs, null if that is not stated. */
  mileage: z.object({ per_day: z.int().nullable(), extra_km: Amount.nullable() }),
  /** Until when a cancellation is free, and until when half is refunded. */
  cancellation: z.object({ free_until: Instant, half_until: Instant }),
  driver: z.object({ min_age: z.int(), min_licence_years: z.int() }),
  link: z.url(),
})

/** The city of a rental by its id, slug or name in any language; or a location, whose nearest city counts. */
const Where = z.object({
  city: optionalText(200),
  latitude: degrees(90).optional(),
  longitude: degrees(180).optional(),
})

export const offers = {
  offers: publicRead
    .route({
      method: 'GET',
      path: '/v2/offers/',
      summary: 'Offers with their full price for other sites that compare prices, the cheapest first (ours)',
      tags: ['reservations'],
    })
    .input(
      PageQuery.extend({
        size: numeric().int().min(1).max(OFFERS_MAX).catch(PAGE_SIZE).default(PAGE_SIZE),
        ...Where.shape,
        category: RowId.optional(),
        /** The vehicles of one company. */
        company: RowId.optional(),
        start_date: IsoDate,
        start_time: SlotTime.default(DEFAULT_TIME),
        end_date: IsoDate,
        end_time: SlotTime.default(DEFAULT_TIME),
        currency: CurrencyId,
      }),
    )
    .output(
      /**
       * `count` is the number of vehicles that are free. A page may have fewer results than its size: left out are those whose
       * company is closed at the chosen times, so that no link would show a price.
       */
      listOf(RentalOffer).extend({
        city: z.object({ id: z.int(), slug: z.string(), name: z.string(), zone: z.string() }),
      }),
    ),
}
