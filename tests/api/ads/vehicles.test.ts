import { describe, expect, test } from 'vitest'
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
    expect(names.length).toBeGreaterThan(60)
    for (const name of names) expect(name).not.toMatch(/^[a-z_]+\.\w+$|^$/)
  })

  test('list only values that the search accepts', async () => {
    const { results } = await vehicles.filters({ category: 2 })
    for (const { filter, choices } of notEmpty(results)) {
      const [first] = notEmpty(choices)
      const page = await ads.search({ query: { size: 1 }, body: { [filter]: [first?.value] } as never })
      const chosen = page.facets.find((facet) => facet.filter === filter)?.choices.filter(({ chosen }) => chosen)
      if (filter !== 'categories') expect(chosen?.map(({ value }) => value)).toEqual([first?.value])
    }
  })

  test('include every property of the fleet', async () => {
    const { results } = await vehicles.filters({})
    const known = results.find(({ filter }) => filter === 'properties')?.choices.map(({ value }) => value) ?? []
    const used = await db.selectFrom('ad').select('properties').execute()
    expect(used.flatMap(({ properties }) => properties).filter((slug) => !known.includes(slug))).toEqual([])
  })
})
