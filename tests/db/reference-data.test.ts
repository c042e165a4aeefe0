import { expect, test } from 'vitest'
import { offersByCity } from '#app/db/ad-summary.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { RATE_SET_AT } from '#app/db/demonstration/currencies.ts'
import { loadDemonstration } from '#app/db/demonstration/load.ts'
import { loadReferenceData } from '#app/db/reference-data.ts'
import { testDatabase } from '../support/server/database/database.ts'
import { stepsInOrder } from '../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const RATE = 140_000

test('a new installation begins with what its pages need, once also where two processes start together', async () => {
  const loaded = await Promise.all([loadReferenceData(db), loadReferenceData(db)])
  expect(loaded.filter(Boolean)).toHaveLength(1)
  const { rate, cities, brands, types, companies } = await catalogueOf(db)
  expect(rate).toBeGreaterThan(0)
  expect([cities.size, brands.size, types.size].every((size) => size > 5)).toBe(true)
  expect(companies.size).toBe(0)
  const offers = await offersByCity(db, { currency: 'IRT' })
  expect(offers(cities.keys().next().value ?? 0)).toEqual({ ads: 0, price_from: null })
  const euro = db.selectFrom('currency').select('rate_set_at').where('code', '=', 'EUR')
  expect((await euro.executeTakeFirstOrThrow()).rate_set_at).toEqual(RATE_SET_AT)
})

test('what operators have set since stays, also where the demonstration is loaded later', async () => {
  await db.updateTable('currency').set({ irt_per_unit: RATE }).where('code', '=', 'EUR').execute()
  expect(await loadReferenceData(db)).toBe(false)
  await loadDemonstration(db, { now: new Date('2026-11-23T05:30:00Z') })
  const euro = db.selectFrom('currency').select('irt_per_unit').where('code', '=', 'EUR')
  expect(await euro.executeTakeFirst()).toMatchObject({ irt_per_unit: RATE })
})
