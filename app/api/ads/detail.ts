import type { z } from 'zod'
import { currencyRequested } from '#app/api/books/money.ts'
import type { ApiContext } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { AdDetail } from '#app/contract/ads.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { isAnyFree, offeredUnits } from '#app/db/prices/free-units.ts'
import { rulesIn, storedRulesOfAd } from '#app/db/prices/price-rules.ts'
import { datedAt, planRental, usualAt } from '#app/db/prices/rental-plans.ts'
import { countryIn } from '#app/i18n/format/country.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import { acrissOf } from '#app/rules/fleet/acriss.ts'
import { convertUnit, lastDayOf, rentPrice, TIERS } from '#app/rules/money/price.ts'
import type { PriceRules } from '#app/rules/money/price-rules.ts'
import { agreedTerms } from '#app/rules/reservation/agreed-terms.ts'
import { depositBackDays } from '#app/rules/reservation/deposit.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { viewsOf } from '#app/rules/text/picture.ts'
import { instantOf } from '#app/rules/time/rental-time.ts'
import { companyOf, companyRows } from '../companies/company.ts'
import { cardOf, isNamed, wordFor } from './card.ts'
import { askedTime } from './rental-time.ts'
import { cityOf } from './search.ts'

type Requested = {
  id: number
  currency?: string
  start_date?: string
  start_time?: string
  end_date?: string
  end_time?: string
}

/**
 * One vehicle with everything on its page. Throws NOT_FOUND if it is not offered, WITHDRAWN if it never will be again,
 * INVALID_FIELDS for a time that is past or ends before it begins. Without dates its price is "from", as in lists.
 */
export async function readAd(
  requested: Requested,
  { deps: { db, now }, language }: ApiContext,
): Promise<z.infer<typeof AdDetail>> {
  const ad = await db
    .selectFrom('ad')
    .selectAll()
    .select([storedRulesOfAd.as('price_rules'), offeredUnits.as('units')])
    .where('id', '=', requested.id)
    .executeTakeFirst()
  if (ad?.status === STATE_NUMBERS.RETIRED) throw errors.WITHDRAWN()
  if (ad?.status !== STATE_NUMBERS.OFFERED) throw errors.NOT_FOUND()
  const currency = currencyRequested(requested.currency, language)
  const city = await db
    .selectFrom('city')
    .innerJoin('country', 'country.id', 'city.country_id')
    .selectAll('city')
    .select('country.code as country_code')
    .where('city.id', '=', ad.city_id)
    .executeTakeFirstOrThrow()
  const time = askedTime(requested, { zone: city.zone, now: now() })
  const [photos, companyRow, available] = await Promise.all([
    db
      .selectFrom('ad_photo')
      .select(['key', 'alt', 'large_width', 'large_height'])
      .where('ad_id', '=', ad.id)
      .where('key', 'is not', null)
      .where('taken_down_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    companyRows(db).where('company.id', '=', ad.company_id).executeTakeFirstOrThrow(),
    time &&
      isAnyFree(db, {
        ad: ad.id,
        start: instantOf(time.start_date, time.start_time, city.zone),
        end: instantOf(time.end_date, time.end_time, city.zone),
        now: now(),
      }),
  ])
  let catalogue = await catalogueOf(db)
  const { rate } = catalogue
  const company = await companyOf(db, companyRow, { language, currency, rate })
  const convert = (amount: number) => convertUnit(amount, company.currency, currency, rate)
  const priced = (amount: number | null) => (amount === null ? null : convert(amount))
  const rules = rulesIn(ad.price_rules)
  const plan = planRental(rules, time ? datedAt(now(), time) : usualAt(now()))
  const rented = { days: plan.days, shares: plan.shares, from: company.currency, to: currency, rate }
  const agreed = agreedTerms({ ...ad, charges: companyRow.charges }, { from: company.currency, to: currency, rate })
  const found = { ...ad, shown: rentPrice({ ...rented, tiers: ad }).per_day }
  if (!isNamed(found, catalogue)) catalogue = await catalogueOf.again(db)
  return {
    ...cardOf(found, { catalogue, language, currency, days: time?.days ?? null, plan }),
    about: ad.about ? wordingIn(language, ad.about) : null,
    city: {
      ...cityOf(city, language),
      country: countryIn(language, city.country_code),
    },
    company,
    places: company.places.filter((place) => place.city.id === ad.city_id),
    free_address_fee: priced(companyRow.free_address_fee),
    extras: {
      child_seat: priced(companyRow.child_seat_price),
      extra_driver: priced(companyRow.extra_driver_price),
      internet: priced(companyRow.internet_price),
      supplemental_insurance: priced(companyRow.insurance_price),
    },
    flexible:
      companyRow.flex_until_hours === null
        ? null
        : {
            ...{ percent: companyRow.flex_percent, per_day: priced(companyRow.flex_per_day) },
            until_hours: companyRow.flex_until_hours,
          },
    excess: { basic: priced(companyRow.excess), insured: priced(companyRow.excess_insured) },
    deposit_back_days: depositBackDays(city.country_code, companyRow.deposit_back_days),
    engine_cc: ad.engine_cc,
    acriss: acrissOf({ ...ad, body: catalogue.types.get(ad.type_id)?.slug ?? '' }),
    fuel_rule: ad.fuel_rule,
    mileage_per_day: ad.mileage_per_day,
    extra_km_price: ad.mileage_per_day === null ? null : agreed.km,
    late_hour_price: agreed.late_hour,
    min_driver_age: ad.min_driver_age,
    min_licence_years: ad.min_licence_years,
    properties: ad.properties.map((slug) => ({ slug, name: wordFor(language, 'property', slug) })),
    photos: photos.flatMap(({ key, alt, large_width: width, large_height: height }) =>
      key ? [{ key, alt, large: width && height ? { width, height } : null }] : [],
    ),
    views: photos.length > 0 ? [] : viewsOf(ad.drawing),
    tiers: TIERS.map(({ tier, fromDays }, index) => ({
      from_days: fromDays,
      to_days: lastDayOf(index),
      per_day: convert(ad[tier]),
    })),
    pricing: ad.price_rules && {
      rules: { ...rules, seasons: comingSeasons(rules, now()), weekdays: rules.weekdays && [...rules.weekdays] },
      tiers: { p1: ad.p1, p3: ad.p3, p7: ad.p7, p14: ad.p14, p30: ad.p30 },
      currency: company.currency,
      rate,
    },
    available,
  }
}

/** The present and future seasons, without their ids. */
function comingSeasons({ seasons }: PriceRules, now: Date) {
  const today = now.toISOString().slice(0, 10)
  return seasons
    .filter(({ ends_on }) => ends_on >= today)
    .map(({ name, starts_on, ends_on, percent, min_days }) => ({ name, starts_on, ends_on, percent, min_days }))
}
