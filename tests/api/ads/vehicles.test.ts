import { describe, expect, test } from 'vitest'
import { AdFilters } from '#app/contract/ads.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { testApi } from '../../support/api/api.ts'
import { notEmpty } from '../../support/not-empty.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase({ demo: true })
const site = await testApi({ db })
const { vehicles, ads } = site.as({ language: 'en' })

describe('body types', () => {
  test('of a category have the count and lowest price of the search', async () => {
    const { results } = await vehicles.adTypes({ category: 2 })
    expect(results.length).toBeGreaterThan(4)
    for (const { slug, category, ads: count, price_from } of results) {
      expect(category).toBe(2)
      const found = await ads.search({ query: { ordering: 'cheapest', size: 1 }, body: { types: [slug] } })
      expect([slug, count, price_from]).toEqual([slug, found.count, found.results[0]?.price.per_day ?? null])
    }
  })

  test('without a category are all of them', async () => {
    const { results } = await vehicles.adTypes({})
    expect(new Set(results.map(({ category }) => category))).toEqual(new Set([2, 5]))
  })
})

describe('brands', () => {
  test('have models and trims, spelled as the search accepts them', async () => {
    const { results } = await vehicles.brands({ category: 2 })
    const toyota = results.find(({ slug }) => slug === 'toyota')
    const model = toyota?.models.find(({ trims }) => trims.length > 0) ?? toyota?.models[0]
    expect(model?.slug).toMatch(/^toyota\/.+/)
    const found = await ads.search({ query: {}, body: { models: [model?.slug] } })
    expect(found.count).toBeGreaterThan(0)
    expect(found.results.every((card) => card.model === model?.name)).toBe(true)
  })

  test('of motorbikes differ from those of cars, and have vehicles on offer', async () => {
    const { results } = await vehicles.brands({ category: 5 })
    for (const { slug } of notEmpty(results)) {
      const found = await ads.search({ query: { size: 1 }, body: { brands: [slug], categories: [5] } })
      expect(found.count).toBeGreaterThan(0)
    }
    expect(results.map(({ slug }) => slug)).not.toContain('toyota')
  })
})

describe('filters', () => {
  test.each(LANGUAGES)('are listed with all their values (%s)', async (language) => {
    const { results } = await site.as({ language }).vehicles.filters({})
    const names = results.flatMap(({ name, choices }) => [name, ...choices.map((choice) => choice.name)])
    expect(names.length).toBeGreaterThan(200)
    for (const name of names) expect(name).not.toMatch(/^[a-z_]+\.\w+$|^$/)
  })

  test('list all fields that the search accepts', async () => {
    const { results } = await vehicles.filters({})
    // A month is a list of its own.
    const fields = Object.keys(AdFilters.shape).filter((name) => name !== 'monthly')
    expect(results.map(({ filter }) => filter).sort()).toEqual(fields.sort())
  })

  test.each([2, 5])('list only values that find something in the category %i', async (category) => {
    const { results } = await vehicles.filters({ category })
    const withValues = results.filter(({ filter, choices }) => choices.length > 0 && !/time|ordering/.test(filter))
    for (const { filter, takes, choices } of notEmpty(withValues)) {
      const values = [choices[0]?.value, choices.at(-1)?.value]
      for (const value of values) {
        const body = { categories: [category], [filter]: takes === 'several' ? [value] : value } as never
        const { count } = await ads.search({ query: { size: 1 }, body })
        expect([filter, value, count > 0]).toEqual([filter, value, true])
      }
    }
  })

  test('of a category list only its own makes, models and features', async () => {
    const [cars, motors] = await Promise.all([2, 5].map((category) => vehicles.filters({ category })))
    const valuesOf = (list: typeof cars, name: string) =>
      notEmpty(list?.results.find(({ filter }) => filter === name)?.choices ?? []).map(({ value }) => value)
    expect(valuesOf(cars, 'categories')).toEqual(['2'])
    expect(valuesOf(cars, 'brands')).toContain('toyota')
    for (const name of ['brands', 'models', 'types', 'properties'])
      expect(valuesOf(motors, name), name).not.toEqual(valuesOf(cars, name))
    expect(valuesOf(motors, 'brands')).not.toContain('toyota')
    expect(valuesOf(motors, 'properties')).not.toContain('four_wheel_drive')
  })

  test('of an unknown category list no values of vehicles', async () => {
    const { results } = await vehicles.filters({ category: 7 })
    const withValues = results.filter(({ choices }) => choices.length > 0).map(({ filter }) => filter)
    expect(withValues).toEqual(['start_time', 'end_time', 'ordering'])
  })

  test('include every property of the fleet', async () => {
    const { results } = await vehicles.filters({})
    const known = results.find(({ filter }) => filter === 'properties')?.choices.map(({ value }) => value) ?? []
    const used = await db.selectFrom('ad').select('properties').where('status', '=', 1).execute()
    expect(used.flatMap(({ properties }) => properties).filter((slug) => !known.includes(slug))).toEqual([])
  })
})

describe('a category that does not exist', () => {
  test.each([7, 1100, 'boat'])('finds nothing (%s)', async (category) => {
    const { count, results } = await ads.search({ query: {}, body: { categories: [category] } as never })
    expect([count, results]).toEqual([0, []])
    const pinned = await ads.pinned({ query: {}, body: { categories: [category] } as never })
    expect(pinned.count).toBe(0)
  })

  test('has neither body types nor makes', async () => {
    expect((await vehicles.adTypes({ category: 7 })).count).toBe(0)
    expect((await vehicles.brands({ category: 7 })).count).toBe(0)
  })
})
