import { type Kysely, sql } from 'kysely'
import { euroRate } from '#app/api/books/money.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { closedDaysOfPlace } from '#app/db/prices/closed-days.ts'
import { gapOf } from '#app/db/prices/gap.ts'
import { rulesIn, storedRulesOfAd } from '#app/db/prices/price-rules.ts'
import { type CurrencyCode, currencyOfId } from '#app/rules/constants.ts'
import type { UnitPrices } from '#app/rules/money/price.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'

export const OFFERED = STATE_NUMBERS.OFFERED

/** A listing with everything that a bill and a reservation need; prices in the minor unit of `currency`. */
export type Rentable = Awaited<ReturnType<typeof readRentables>>[number]
export type HandOverPlace = Rentable['places'][number]

/**
 * An offered listing. Throws NOT_FOUND for every other.
 * @param booked places of the reservation that is changed, which it can keep when they are paused
 * @param isOut it is with the customer whose rental is priced, which needs no offer
 */
export async function readRentable(
  db: Kysely<DB>,
  {
    id,
    now,
    booked = [],
    isOut = false,
  }: { id: number; now: Date; booked?: readonly (number | null)[]; isOut?: boolean },
) {
  const [ad] = await readRentables(db, { ids: [id], now, booked, isOut })
  if (!ad) throw errors.NOT_FOUND()
  return ad
}

/** The offered listings among these, in no order. */
export async function readRentables(
  db: Kysely<DB>,
  {
    ids,
    now,
    booked = [],
    isOut = false,
  }: { ids: readonly number[]; now: Date; booked?: readonly (number | null)[]; isOut?: boolean },
) {
  const ads = await db
    .selectFrom('ad')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .select((of) => [
      'ad.id',
      'ad.category',
      'ad.company_id',
      'ad.city_id',
      'ad.min_driver_age',
      'ad.trust',
      'ad.guarantee_amount',
      'ad.mileage_per_day',
      'ad.extra_km_price',
      'ad.fuel_rule',
      'ad.p1',
      'ad.p3',
      'ad.p7',
      'ad.p14',
      'ad.p30',
      'city.zone',
      'company.currency_id',
      'company.charges',
      'company.prepayment_percent',
      'company.commission_percent',
      'company.own_booking_percent',
      'company.desk_price_percent',
      gapOf().as('gap'),
      'company.free_until_hours',
      'company.half_until_hours',
      'company.free_address_fee',
      'company.child_seat_price',
      'company.extra_driver_price',
      'company.internet_price',
      'company.flex_percent',
      'company.flex_per_day',
      'company.flex_until_hours',
      of.ref('company.insurance_price').as('supplemental_insurance_price'),
      storedRulesOfAd.as('stored_rules'),
    ])
    .where('ad.id', '=', sql<number>`any(${ids}::int[])`)
    .$if(!isOut, (query) => query.where('ad.status', '=', OFFERED))
    .execute()
  if (ads.length === 0) return []
  const places = await db
    .selectFrom('place')
    .select(['id', 'receive_fee', 'return_fee', 'opens_at', 'closes_at', 'week', closedDaysOfPlace(now).as('closed')])
    .select(['company_id', 'city_id'])
    .where('company_id', '=', sql<number>`any(${ads.map(({ company_id }) => company_id)}::int[])`)
    .where('city_id', '=', sql<number>`any(${ads.map(({ city_id }) => city_id)}::int[])`)
    .where((of) => of.or([of('paused_at', 'is', null), of('id', '=', sql<number>`any(${booked}::int[])`)]))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const rate = await euroRate(db)
  return ads.map(({ stored_rules, ...listing }) => {
    const currency: CurrencyCode = currencyOfId(listing.currency_id) ?? 'IRT'
    const { company_id, city_id } = listing
    const own = places.filter((place) => place.company_id === company_id && place.city_id === city_id)
    return { ...listing, currency, places: own, rate, rules: rulesIn(stored_rules) }
  })
}

/** The company's unit prices, with this rental's places. */
export function unitPricesOf(ad: Rentable, fees: Pick<UnitPrices, 'receive_place' | 'return_place'>): UnitPrices {
  const { p1, p3, p7, p14, p30, flex_percent: percent, flex_per_day: per_day } = ad
  return {
    ...fees,
    tiers: { p1, p3, p7, p14, p30 },
    child_seat: ad.child_seat_price ?? 0,
    extra_driver: ad.extra_driver_price ?? 0,
    internet: ad.internet_price ?? 0,
    insurance: ad.supplemental_insurance_price ?? 0,
    flexible: ad.flex_until_hours === null ? undefined : { percent, per_day },
  }
}
