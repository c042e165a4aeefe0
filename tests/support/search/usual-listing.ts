import type { AdQuestion } from '#app/db/ad-search/question.ts'
import type { Listing } from '#app/db/search-index/fleet/listing.ts'

/** When listings and searches of this file are. */
export const now = new Date('2026-11-30T00:00:00Z')
/** A vehicle as it is read for search in memory, a usual one but for some facts. */
export const listing = (facts: Pick<Listing, 'id' | 'score' | 'group'> & Partial<Listing>): Listing => ({
  ...{ city: 1, category: 2, company: { id: 7, isEuro: false, gap: 0 }, properties: [], picture: '' },
  traits: {
    ...{ brand_id: 1, model_id: 1, trim_id: null, type_id: 1, year: 2020, seats: 5, load_capacity: 2 },
    ...{ gearbox: 'MANUAL', fuel: 'PETROL', trust: 'CASH' },
  },
  details: {
    ...{ colour: 'white', guarantee_amount: 1, mileage_per_day: 1, fuel_rule: 'FULL_TO_FULL' },
    ...{ pinned: false, pinned_paid: false },
  },
  ...{ prices: [100, 100, 100, 100, 100], gap: null, pinnedPlace: null, ratingSum: 0, ratingCount: 0 },
  busy: { ranges: [], holds: [] },
  ...facts,
})
/** A search for all of them. */
export const question: AdQuestion = {
  ...{ categories: [2], city: 1, times: null, handOvers: [], now, rental: { today: '2026-11-30', days: 1 } },
  ruleSets: { companies: new Map(), vehicles: new Map() },
  ...{ currency: 'IRT', rate: 50_000, from: undefined, to: undefined, bounds: {}, capacities: [], properties: [] },
  ...{ make: { brands: [], models: [], trims: [] }, modelsOf: [], trimsOf: [], types: [], companies: [] },
  codes: { trust_type: [], gearbox_type: [], fuel_type: [] },
  ...{ pinnedOnly: false, ordering: 'recommended', page: 1, size: 20 },
}
