import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, NEW_VEHICLE, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, agency, admin } = await fiveIdentities(site)
const { lookAtListing, listing, listings } = admin.calls.operator.moderation
let plates = 40_000

beforeEach(async () => {
  await db.deleteFrom('rate_count').execute()
  await db
    .updateTable('company')
    .set({ awaits_look: true, suspended_at: null })
    .where('id', '=', TOMAN.company)
    .execute()
})
afterEach(async () => {
  await db.updateTable('company').set({ awaits_look: false }).where('id', '=', TOMAN.company).execute()
  expect(site.reported).toEqual([])
})

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: unknown }).fields
const { fleet } = agency.calls.company
const enter = () => fleet.create({ ...NEW_VEHICLE, plate: `${plates++} KISH`, state: 'OFFERED' })
const stateOf = async (id: number) => (await fleet.read({ id })).state
const isFound = async (id: number) => (await refusal(visitor.ads.read({ id }))).code !== 'NOT_FOUND'
const staff = await signedIn(site, {
  phone: '+989120000881',
  role: 'AGENT',
  company: TOMAN.company,
  staffRole: 'OWNER',
})
async function saidToStaff() {
  await site.drain()
  return JSON.stringify(site.messages.filter(({ to }) => to === staff.phone).splice(-1))
}

test('a new company’s listings wait until one is approved, which puts all that wait on offer and ends the first look', async () => {
  const [first, second] = [await enter(), await enter()]
  expect([first.state, second.state]).toEqual(['AWAITING_LOOK', 'AWAITING_LOOK'])
  expect(await listing({ id: first.id })).toMatchObject({ state: 'AWAITING_LOOK', waiting_too: 1 })
  const { results } = await listings({ show: 'waiting', size: 50 })
  expect(results.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]))
  expect((await admin.calls.operator.overview.read({})).waiting.listings).toBeGreaterThanOrEqual(2)
  await lookAtListing({ id: first.id, decision: 'APPROVE' })
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['OFFERED', 'OFFERED'])
  expect(await saidToStaff()).toContain(`/desk/fleet/${first.id}`)
  expect((await enter()).state).toBe('OFFERED')
  // A second operator hears that it is decided.
  expect(await codeOf(lookAtListing({ id: second.id, decision: 'REFUSE', reason: 'Blurred' }))).toBe('VEHICLE_STATE')
})

test('a refused listing is paused with the reason, and waits again when its company offers it again', async () => {
  const { id } = await enter()
  expect(await fieldsOf(lookAtListing({ id, decision: 'REFUSE' }))).toEqual({ reason: ['required'] })
  await lookAtListing({ id, decision: 'REFUSE', reason: 'The plate is missing' })
  expect(await fleet.read({ id })).toMatchObject({ state: 'PAUSED', taken_down_reason: 'The plate is missing' })
  expect(await saidToStaff()).toContain('The plate is missing')
  expect(await fleet.resume({ id })).toEqual({ id, state: 'AWAITING_LOOK' })
  expect(await fleet.read({ id })).toMatchObject({ state: 'AWAITING_LOOK', taken_down_reason: null })
  await fleet.retire({ id })
})

test('copies and vehicles that were paused wait, too', async () => {
  const { id } = await fleet.create({ ...NEW_VEHICLE, plate: `${plates++} KISH`, state: 'PAUSED' })
  expect(await stateOf(id)).toBe('PAUSED')
  await fleet.change({ id, seats: 5 })
  const { vehicles } = await fleet.copy({ id, plates: [`${plates++} KISH`], state: 'OFFERED' })
  expect(await stateOf(vehicles[0]?.id ?? 0)).toBe('AWAITING_LOOK')
})

test('an approval while the company is suspended puts nothing on offer before the suspension ends', async () => {
  const { id } = await enter()
  const suspend = (at: Date | null) =>
    db.updateTable('company').set({ suspended_at: at }).where('id', '=', TOMAN.company).execute()
  await suspend(site.deps.now())
  await lookAtListing({ id, decision: 'APPROVE' })
  expect(await stateOf(id)).toBe('SUSPENDED')
  expect(await isFound(id)).toBe(false)
  await suspend(null)
  expect(await stateOf(id)).toBe('OFFERED')
})

test('companies from before go on as they were', async () => {
  await db.updateTable('company').set({ awaits_look: false }).where('id', '=', TOMAN.company).execute()
  expect((await enter()).state).toBe('OFFERED')
  expect(await codeOf(lookAtListing({ id: 110, decision: 'APPROVE' }))).toBe('VEHICLE_STATE')
  expect(await codeOf(lookAtListing({ id: 999_999, decision: 'APPROVE' }))).toBe('NOT_FOUND')
})
