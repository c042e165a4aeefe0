import { expect, test } from 'vitest'
import { keptAnswers } from '#app/api/call/kept-answers.ts'
import { testApi } from '../../support/api/api.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
const answers = keptAnswers(site.deps)
const of = (key: string) => ({ key, session: 'a-sign-in', clientAddress: '192.0.2.1' })
const ofVisitor = (key: string, clientAddress = '198.51.100.1') => ({ key, clientAddress })

test('when several requests use a key at the same time, one runs, and the others get its answer when it is ready', async () => {
  const taken = await Promise.all(Array.from({ length: 8 }, () => answers.take(of('one'))))
  expect(taken.filter((one) => one === 'mine')).toHaveLength(1)
  expect(taken.filter((one) => one === 'waiting')).toHaveLength(7)
  await answers.keep(of('one'), 'the answer')
  expect(await answers.take(of('one'))).toEqual({ answer: 'the answer' })
})

test('a key whose process died can be used again after a minute, one with an answer never', async () => {
  await answers.take(of('dead'))
  await answers.take(of('answered'))
  await answers.keep(of('answered'), 'yes')
  site.clock.advance(0.5)
  expect(await answers.take(of('dead'))).toBe('waiting')
  site.clock.advance(1)
  expect(await answers.take(of('dead'))).toBe('mine')
  expect(await answers.take(of('answered'))).toEqual({ answer: 'yes' })
})

test('a failed call can be repeated', async () => {
  await answers.take(of('failed'))
  await answers.release(of('failed'))
  expect(await answers.take(of('failed'))).toBe('mine')
})

test('a short-lived answer is given until it expires; then one of the next requests computes it again', async () => {
  await answers.take(of('refused'))
  await answers.keep(of('refused'), 'no', 60)
  site.clock.advance(0.5)
  expect(await answers.take(of('refused'))).toEqual({ answer: 'no' })
  site.clock.advance(1)
  const taken = await Promise.all(Array.from({ length: 4 }, () => answers.take(of('refused'))))
  expect(taken.sort()).toEqual(['mine', 'waiting', 'waiting', 'waiting'])
})

test('a visitor’s answer is stored for an hour, a refusal for its minute, somebody’s who is signed in for a day', async () => {
  for (const place of [ofVisitor('visitor'), ofVisitor('visitor refused'), of('signed in')]) await answers.take(place)
  await answers.keep(ofVisitor('visitor'), 'yes')
  await answers.keep(ofVisitor('visitor refused'), 'no', 60)
  await answers.keep(of('signed in'), 'yes')
  site.clock.advance(2)
  await site.sweep()
  expect(await answers.take(ofVisitor('visitor'))).toEqual({ answer: 'yes' })
  expect(await stored()).toEqual(['signed in', 'visitor'])
  site.clock.advance(60)
  await site.sweep()
  expect(await stored()).toEqual(['signed in'])

  async function stored() {
    const keys = ['signed in', 'visitor', 'visitor refused']
    const rows = await db.selectFrom('idempotency').select('key').where('key', 'in', keys).orderBy('key').execute()
    return rows.map(({ key }) => key)
  }
})

test('a network where nobody is signed in takes a limited number of keys, and its first ones stay answered', async () => {
  const address = (nth: number) => `2001:db8:1:${nth.toString(16)}::1`
  await answers.take(ofVisitor('first of many', address(0)))
  await answers.keep(ofVisitor('first of many', address(0)), 'yes')
  const taken = await takeMany(400, (nth) => ofVisitor(`many ${nth}`, address(0)))
  expect(taken.filter((one) => one === 'mine')).toHaveLength(299)
  expect(taken.at(-1)).toBe('full')
  expect(await answers.take(ofVisitor('first of many', address(0)))).toEqual({ answer: 'yes' })
  const wide = await takeMany(1_500, (nth) => ofVisitor(`wide ${nth}`, address(256 * (nth + 1))))
  expect(wide.filter((one) => one === 'mine').length).toBeLessThan(1_000)
  expect(await answers.take(of('somebody else'))).toBe('mine')
  site.clock.advance(60)
  expect(await answers.take(ofVisitor('an hour later', address(0)))).toBe('mine')
})

test('a sign-in takes a limited number of keys', async () => {
  const place = (nth: number) => ({ ...of(`of one ${nth}`), session: 'a-flood' })
  const taken = await takeMany(1_100, place)
  expect(taken.filter((one) => one === 'mine')).toHaveLength(1_000)
})

async function takeMany(times: number, place: (nth: number) => Parameters<typeof answers.take>[0]) {
  const taken: Awaited<ReturnType<typeof answers.take>>[] = []
  for (let nth = 0; nth < times; nth++) taken.push(await answers.take(place(nth)))
  return taken
}
