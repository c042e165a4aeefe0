import { afterEach, beforeEach, expect, test } from 'vitest'
import { balanceOf } from '#app/api/books/ledger.ts'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { agency } = await fiveIdentities(site)
const { settings } = agency.calls.company
const company = { company: TOMAN.company }
const visitor = site.as({ language: 'fa' }).reservations
const fieldsOf = async (promise: Promise<unknown>) => (await refusal(promise)).data

beforeEach(async () => {
  await db.updateTable('reservation').set({ status: 'COMPLETED' }).where('status', '=', 'CONFIRMED').execute()
  await db.deleteFrom('busy').execute()
  await db
    .updateTable('company')
    .set({ flex_percent: 10, flex_per_day: null, flex_until_hours: 6 })
    .where('id', '=', 1)
    .execute()
})
afterEach(() => expect(site.reported).toEqual([]))

const balance = () => balanceOf(db, { kind: 'WALLET', owner: '+989121234567', currency: 'IRT' })
const read = (id: string) => db.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** Ten hours before the pick-up: after the company's own deadlines. */
const LATE = '2026-11-30T20:30:00Z'

async function paid(flexible: boolean) {
  site.clock.set('2026-11-20T05:30:00Z')
  const { id } = await visitor.reserve({ ...RENTAL, ...DRIVER, ...(flexible && { flexible: true }) })
  await payAtBank(site, bank, id)
  return id
}

test('an owner sets one price and until when it is free, later than by the terms', async () => {
  expect(await fieldsOf(settings.update({ ...company, flex_per_day: 50_000 }))).toMatchObject({
    fields: { flex_per_day: ['one_price'] },
  })
  expect(await fieldsOf(settings.update({ ...company, flex_until_hours: 48 }))).toMatchObject({
    fields: { flex_until_hours: ['max'] },
  })
  expect(await fieldsOf(settings.update({ ...company, flex_until_hours: null }))).toMatchObject({
    fields: { flex_until_hours: ['required'] },
  })
  expect(await fieldsOf(settings.update({ ...company, free_until_hours: 6, half_until_hours: 2 }))).toMatchObject({
    fields: { free_until_hours: ['min'] },
  })
  expect(
    await fieldsOf(settings.update({ ...company, free_until_hours: 0, half_until_hours: 0, flex_until_hours: 0 })),
  ).toMatchObject({ fields: { flex_until_hours: ['flex_no_longer'] } })
  const sold = { flex_percent: null, flex_per_day: 50_000, flex_until_hours: 3 }
  expect(await settings.update({ ...company, ...sold })).toMatchObject(sold)
  expect((await visitor.price({ ...RENTAL, flexible: true })).lines.at(-1)).toMatchObject({
    kind: 'flexible',
    days: 3,
    amount: 150_000,
  })
  const none = { flex_percent: null, flex_per_day: null, flex_until_hours: null }
  expect(await settings.update({ ...company, ...none })).toMatchObject(none)
  expect(await fieldsOf(visitor.price({ ...RENTAL, flexible: true }))).toMatchObject({
    fields: { flexible: ['not_offered'] },
  })
})

test('it is a line of the bill, moves the deadlines, and is refused when it would give nothing', async () => {
  site.clock.set('2026-11-20T05:30:00Z')
  const quote = await visitor.price({ ...RENTAL, flexible: true })
  expect(quote).toMatchObject({
    total: 2_970_000,
    free_until: '2026-12-01T00:30:00.000Z',
    half_until: '2026-12-01T00:30:00.000Z',
  })
  expect(await visitor.price(RENTAL)).toMatchObject({ total: 2_700_000, free_until: '2026-11-29T06:30:00.000Z' })
  site.clock.set('2026-12-01T00:31:00Z')
  expect(await fieldsOf(visitor.price({ ...RENTAL, flexible: true }))).toMatchObject({
    fields: { flexible: ['flexible_late'] },
  })
})

test('who bought it cancels free of charge ten hours before, less what was paid of its price; without it nothing comes back', async () => {
  const before = await balance()
  const plain = await paid(false)
  site.clock.set(LATE)
  expect(await visitor.cancel({ id: plain, way: 'WALLET' })).toMatchObject({ refund: 0 })
  const flexible = await paid(true)
  expect((await read(flexible)).paid).toBe(891_000)
  site.clock.set(LATE)
  expect(await visitor.cancel({ id: flexible, way: 'WALLET' })).toMatchObject({ refund: 891_000 - 81_000 })
  expect((await balance()) - before).toBe(891_000 - 81_000)
})

test('if the company cancels, its price comes back, too', async () => {
  const id = await paid(true)
  const { share_id } = await read(id)
  await agency.calls.reservations.cancel({ id: share_id, reason: 'broken' })
  expect(await read(id)).toMatchObject({ status: 'CANCELLED', paid: 891_000, refunded: 891_000 })
})

test('it is never worse than cancelling without it, however little is paid ahead', async () => {
  await db.updateTable('company').set({ flex_percent: 50 }).where('id', '=', 1).execute()
  const id = await paid(true)
  const { paid: prepaid, total, lines } = await read(id)
  const fee = lines.find(({ kind }) => kind === 'flexible')?.amount ?? 0
  site.clock.set(LATE)
  const { refund } = await visitor.cancel({ id, way: 'WALLET' })
  expect(refund).toBe(prepaid - Math.floor((fee * prepaid) / total))
  expect(refund).toBeGreaterThanOrEqual(Math.floor(((total - fee) * prepaid) / total))
})

test('a request that the company has not answered is withdrawn for all of the money', async () => {
  await db.updateTable('company').set({ confirmation: 'BY_HAND' }).where('id', '=', 1).execute()
  const id = await paid(true)
  const { paid: prepaid, status } = await read(id)
  expect(status).toBe('AWAITING_CONFIRMATION')
  expect(await visitor.cancel({ id, way: 'WALLET' })).toMatchObject({ refund: prepaid })
  await db.updateTable('company').set({ confirmation: 'AT_ONCE' }).where('id', '=', 1).execute()
})
