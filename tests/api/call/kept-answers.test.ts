import { expect, test } from 'vitest'
import { keptAnswers } from '#app/api/call/kept-answers.ts'
import { testApi } from '../../support/api/api.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
const answers = keptAnswers(site.deps)

test('when several requests use a key at the same time, one runs, and the others get its answer when it is ready', async () => {
  const taken = await Promise.all(Array.from({ length: 8 }, () => answers.take('one')))
  expect(taken.filter((one) => one === 'mine')).toHaveLength(1)
  expect(taken.filter((one) => one === 'waiting')).toHaveLength(7)
  await answers.keep('one', 'the answer')
  expect(await answers.take('one')).toEqual({ answer: 'the answer' })
})

test('a key whose process died can be used again after a minute, one with an answer never', async () => {
  await answers.take('dead')
  await answers.take('answered')
  await answers.keep('answered', 'yes')
  site.clock.advance(0.5)
  expect(await answers.take('dead')).toBe('waiting')
  site.clock.advance(1)
  expect(await answers.take('dead')).toBe('mine')
  expect(await answers.take('answered')).toEqual({ answer: 'yes' })
})

test('a failed call can be repeated', async () => {
  await answers.take('failed')
  await answers.release('failed')
  expect(await answers.take('failed')).toBe('mine')
})

test('a short-lived answer is given until it expires; then one of the next requests computes it again', async () => {
  await answers.take('refused')
  await answers.keep('refused', 'no', 60)
  site.clock.advance(0.5)
  expect(await answers.take('refused')).toEqual({ answer: 'no' })
  site.clock.advance(1)
  const taken = await Promise.all(Array.from({ length: 4 }, () => answers.take('refused')))
  expect(taken.sort()).toEqual(['mine', 'waiting', 'waiting', 'waiting'])
})
