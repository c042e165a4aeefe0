import fc from 'fast-check'
import { questionOf } from '#app/api/ads/question.ts'
import { AdFilters, ORDERINGS } from '#app/contract/ads.ts'
import type { AdQuestion } from '#app/db/ad-search/question.ts'
import type { Catalogue } from '#app/db/catalogue.ts'
import { FUELS, GEARBOXES, TRUST_TYPES } from '#app/rules/constants.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'

/** Random searches of what a catalogue has: every filter, dates and hours, months, orders, pages, currencies. */
export function questionsOf(catalogue: Catalogue, now: Date): fc.Arbitrary<AdQuestion> {
  const some = <T>(values: readonly T[], maxLength = 3) =>
    fc.subarray([...values], { minLength: 1, maxLength: Math.min(maxLength, values.length) })
  const sometimes = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
  const rarely = <T>(values: readonly T[], maxLength?: number) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: some(values, maxLength) })
  const day = (offset: number) => new Date(now.getTime() + offset * DAY_MS).toISOString().slice(0, 10)
  const time = fc
    .integer({ min: 0, max: 47 })
    .map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`)
  return fc
    .record({
      filters: fc.record({
        city: fc.oneof(fc.constant(undefined), fc.constantFrom('kish', 'tehran', 'istanbul', 'berlin', 'dubai')),
        categories: rarely([2, 5]),
        brands: rarely([...catalogue.brandBySlug.keys()]),
        models: rarely([...catalogue.modelByPath.keys()]),
        trims: rarely([...catalogue.trimByPath.keys()]),
        types: rarely([...catalogue.typeBySlug.keys()]),
        company: rarely([...catalogue.companies.keys()], 8),
        fuel_type: rarely(FUELS),
        gearbox_type: rarely(GEARBOXES),
        trust_type: rarely(TRUST_TYPES),
        vehicle_capacity: rarely(['2', '4', '5', '7', '9']),
        properties: rarely(VEHICLE_PROPERTIES),
        ...{ seats: maybe(2, 8), load_capacity: maybe(1, 4), yearFrom: maybe(2012, 2026), yearTo: maybe(2014, 2026) },
        monthly: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      }),
      dates: fc.option(fc.record({ start: fc.integer({ min: 0, max: 70 }), days: fc.integer({ min: 1, max: 40 }) }), {
        freq: 3,
      }),
      times: fc.record({ start_time: time, end_time: time }),
      prices: sometimes(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 90 }))),
      currency: fc.constantFrom('IRT' as const, 'EUR' as const),
      ordering: fc.constantFrom(...ORDERINGS),
      page: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) },
        { weight: 1, arbitrary: fc.integer({ min: 5, max: 1000 }) },
      ),
      size: fc.constantFrom(1, 5, 24),
      pinnedOnly: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      sinceNow: fc.integer({ min: -3600, max: 3600 }),
    })
    .map(({ filters, dates, times, prices, currency, ...rest }) => {
      const scale = currency === 'EUR' ? 100 : 100_000
      return () =>
        questionOf({
          ...rest,
          ...{ catalogue, currency, now: new Date(now.getTime() + rest.sinceNow * 1000) },
          filters: AdFilters.parse({
            ...filters,
            ...(dates && { start_date: day(dates.start), end_date: day(dates.start + dates.days), ...times }),
            ...(prices && { from: prices[0] * scale, to: (prices[0] + prices[1]) * scale }),
          }),
        }).question
    })
    .filter((ask) => {
      try {
        return ask() !== null
      } catch {
        return false
      }
    })
    .map((ask) => ask())

  function maybe(min: number, max: number) {
    return sometimes(fc.integer({ min, max }))
  }
}
