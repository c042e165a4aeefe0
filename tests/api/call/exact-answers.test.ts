import { expect, test } from 'vitest'
import type { z } from 'zod'
import { ORDERINGS } from '#app/contract/ads.ts'
import { contract } from '#app/contract/contract.ts'
import { CATEGORY, LANGUAGES } from '#app/rules/constants.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { testApi } from '../../support/api/api.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase({ demo: true })
const now = new Date()
const site = await testApi({ db, now: now.toISOString() })
const dayAfter = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
const time = { start_date: dayAfter(12), start_time: '10:00', end_date: dayAfter(17), end_time: '10:00' }

/** `exactApi` does not validate answers, so what its handlers write must be what validation would have left of it. */
function expectExact(call: { '~orpc': { outputSchema?: unknown } }, answer: unknown) {
  const schema = call['~orpc'].outputSchema as z.ZodType
  expect(schema.parse(answer)).toStrictEqual(answer)
}

test('searches answer exactly what the contract says, in every language, order and kind', async () => {
  const bodies = [
    {},
    { city: 'kish', ...time },
    { city: 'kish', monthly: true, start_date: time.start_date },
    { categories: [CATEGORY.MOTOR] },
    { brands: ['kia'], yearFrom: 2019, gearbox_type: ['AUTOMATIC'], properties: ['child_seat'] },
    { categories: [CATEGORY.CAR], from: 1, to: 2, ...time },
  ]
  let found = 0
  for (const language of LANGUAGES)
    for (const body of bodies)
      for (const ordering of ORDERINGS) {
        for (const page of [1, 2]) {
          const answer = await site.as({ language }).ads.search({ query: { page, size: 24, ordering }, body })
          expectExact(contract.ads.search, answer)
          found += answer.results.length
        }
      }
  expect(found).toBeGreaterThan(1_000)
})

test('cities with offers are answered exactly as the contract says', async () => {
  for (const language of LANGUAGES)
    for (const query of [{}, { category: CATEGORY.MOTOR }, time]) {
      const answer = await site.as({ language }).places.rentCities(query)
      expectExact(contract.places.rentCities, answer)
      expect(answer.results.length).toBeGreaterThan(0)
    }
})
