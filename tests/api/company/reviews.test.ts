import { expect, test } from 'vitest'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { testApi } from '../../support/api/api.ts'
import { BY_HAND, loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const staff = { role: 'AGENT', company: BY_HAND.company } as const
const owner = await signedIn(site, { ...staff, phone: '+989120000721' })
const desk = await signedIn(site, { ...staff, phone: '+989120000722', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000723', staffRole: 'DRIVER' })
const foreign = await signedIn(site, { phone: '+989120000724', role: 'AGENT', company: TOMAN.company })
const customer = await signedIn(site, { phone: '+989121000081' })
const operator = await signedIn(site, { phone: '+989120000725', role: 'ADMIN' })

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const of = (calls: typeof desk.calls) => calls.company.reviews

async function written(ad: number, body: string, approved = true) {
  const review = { ad_id: ad, author: 'Sina R.', language: 'en', body, score: 4, approved, account_id: null } as const
  const { id } = await db.insertInto('ad_comment').values(review).returning('id').executeTakeFirstOrThrow()
  return id
}

const id = await written(BY_HAND.ad, 'A good car')
const waiting = await written(BY_HAND.ad, 'Not looked at', false)
const others = await written(TOMAN.ad, 'Another company')
const ANSWER = 'Thank you.\nCome again.'

test('a company sees the approved reviews of its own vehicles', async () => {
  for (const { calls } of [owner, desk]) {
    const { results, waiting: open } = await of(calls).list({ size: 100 })
    expect(results.map((one) => one.id)).toContain(id)
    expect(results.map((one) => one.id)).not.toContain(others)
    expect(results.map((one) => one.id)).not.toContain(waiting)
    expect(open).toBe(results.length)
  }
  expect(await of(operator.calls).read({ id, company: BY_HAND.company })).toMatchObject({ body: 'A good car' })
  for (const { calls } of [driver, customer]) expect(await codeOf(of(calls).list({}))).toBe('NOT_FOUND')
  for (const one of [waiting, others]) {
    expect(await codeOf(of(desk.calls).read({ id: one }))).toBe('NOT_FOUND')
    expect(await codeOf(of(desk.calls).answer({ id: one, answer: ANSWER }))).toBe('NOT_FOUND')
  }
  expect(await codeOf(of(foreign.calls).answer({ id, answer: ANSWER }))).toBe('NOT_FOUND')
})

test('an answer is a text within its bounds', async () => {
  for (const [answer, wrong] of [
    ['  ', 'required'],
    ['x'.repeat(601), 'max_length'],
    ['\u0000', 'characters'],
  ] as const)
    expect((await refusal(of(desk.calls).answer({ id, answer }))).data).toMatchObject({ fields: { answer: [wrong] } })
})

test('it is given once, and everybody reads it', async () => {
  const { comments } = site.as().ads
  const shown = async () => (await comments({ id: BY_HAND.ad, size: 100 })).results.find((one) => one.id === id)
  expect(await shown()).toMatchObject({ answer: null })
  const both = await Promise.allSettled([
    of(owner.calls).answer({ id, answer: 'Another' }),
    of(desk.calls).answer({ id, answer: ANSWER }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const kept = (await shown())?.answer?.body ?? ''
  expect(['Another', ANSWER]).toContain(kept)
  expect(await of(desk.calls).answer({ id, answer: kept })).toMatchObject({ answer: kept })
  expect(await codeOf(of(desk.calls).answer({ id, answer: 'A third' }))).toBe('CHANGED_MEANWHILE')
  expect((await of(desk.calls).list({ view: 'ANSWERED' })).results.map((one) => one.id)).toContain(id)
  expect((await of(desk.calls).list({ view: 'WAITING', size: 100 })).results.map((one) => one.id)).not.toContain(id)
})

test('its figures are of the last 12 months and of its own vehicles', async () => {
  const [old, late] = [await written(BY_HAND.ad, 'Long ago'), await written(BY_HAND.ad, 'Lately')]
  const ago = (days: number) => new Date(site.clock.now().getTime() - days * DAY_MS)
  await db
    .updateTable('ad_comment')
    .set({ created_at: ago(400) })
    .where('id', '=', old)
    .execute()
  await db
    .updateTable('ad_comment')
    .set({ created_at: ago(10), answer: ANSWER, answered_at: ago(8), score: 1 })
    .where('id', '=', late)
    .execute()
  await db
    .updateTable('ad_comment')
    .set({ created_at: ago(12), answered_at: ago(8) })
    .where('id', '=', id)
    .execute()
  const { figures } = await of(desk.calls).list({})
  expect(figures).toEqual({ score: 2.5, reviews: 2, answered_percent: 100, answer_days: 3 })
  await written(BY_HAND.ad, 'Not answered')
  expect((await of(desk.calls).list({})).figures.answered_percent).toBe(67)
  expect((await of(foreign.calls).list({})).figures).toMatchObject({ reviews: 1, answered_percent: 0 })
})
