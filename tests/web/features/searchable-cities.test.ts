import { expect, test, vi } from 'vitest'
import { searchableCities } from '#app/features/search/searchable-cities.server.ts'
import type { ApiClient } from '#app/web/api.server.ts'

const KISH = { id: 1061, name: 'Kish' }
const TEHRAN = { id: 335471, name: 'Tehran' }

function apiWith(offered: object[]) {
  const dynamicCities = vi.fn(async (_query: object) => ({ results: [KISH, TEHRAN] }))
  const places = { rentCities: async () => ({ results: offered }), dynamicCities }
  return { api: { places } as unknown as ApiClient, dynamicCities }
}

test.each([[[]], [[KISH]]])(
  'a search form with fewer than two cities on offer has every city (%j)',
  async (offered) => {
    const { api, dynamicCities } = apiWith(offered)
    expect((await searchableCities(api, 'IRT')).results).toEqual([KISH, TEHRAN])
    expect(dynamicCities).toHaveBeenCalledWith({ currency: 'IRT' })
  },
)

test('one with two cities on offer has these, and asks for no others', async () => {
  const { api, dynamicCities } = apiWith([TEHRAN, KISH])
  expect((await searchableCities(api, 'EUR')).results).toEqual([TEHRAN, KISH])
  expect(dynamicCities).not.toHaveBeenCalled()
})
