import { afterEach, beforeEach, expect, test } from 'vitest'
import { balanceOf, post } from '#app/api/books/ledger.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { testApi } from '../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const sara = await signedIn(site, { phone: '+989121234567' })
const stranger = await signedIn(site, { phone: '+989127654321' })
const { cheaper } = sara.calls.reservations
/** Two hours, after which an offer is looked for. */
const LATER_MINUTES = 120
const DAY_MINUTES = 24 * 60
const [CHEAP, CHEAPER] = [TOMAN.ad + 5, TOMAN.ad + 6]
const SHARE = 0.3

beforeEach(async () => {
  site.clock.set('2026-11-20T05:30:00Z')
  await db.updateTable('reservation').set({ status: 'COMPLETED' }).where('status', '=', 'CONFIRMED').execute()
  for (const table of ['busy', 'cheaper_offer', 'rate_count', 'message_count'] as const)
    await db.deleteFrom(table).execute()
  await db.updateTable('session').set({ ended_at: null }).execute()
  await db.updateTable('ad').set({ p3: 900_000, s3: 900_000 }).execute()
  await db.updateTable('company').set({ confirmation: 'BY_HAND' }).where('id', '=', BY_HAND.company).execute()
  await catalogueOf.again(db)
})
afterEach(() => expect(site.reported).toEqual([]))

async function paidTrip() {
  const { id } = await site.as({ language: 'fa' }).reservations.reserve({ ...RENTAL, ...DRIVER })
  await payAtBank(site, bank, id)
  site.clock.advance(LATER_MINUTES)
  return id
}

async function priceOf(ad: number, amount: number) {
  await db.updateTable('ad').set({ p3: amount, s3: amount }).where('id', '=', ad).execute()
  await catalogueOf.again(db)
}

async function offered() {
  const id = await paidTrip()
  await priceOf(CHEAPER, 600_000)
  await site.sweep()
  return id
}

const read = (id: string) => db.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const cash = () => balanceOf(db, { kind: 'WALLET', owner: '+989121234567', currency: 'IRT' })
const end = async (id: string) => {
  await sara.calls.reservations.cancel({ id, way: 'WALLET' })
}

test('the cheapest of the same class is offered once, at the price that booking it has', async () => {
  const id = await paidTrip()
  await priceOf(CHEAP, 800_000)
  await priceOf(CHEAPER, 600_000)
  expect(await cheaper.read({ id })).toBeNull()
  await site.sweep()
  expect(await cheaper.read({ id })).toMatchObject({
    ...{ ad: { id: CHEAPER }, total: 1_800_000, before: 2_700_000, saving: 900_000, place: 'Office' },
    ...{ payable_now: 1_800_000 * SHARE, to_wallet: 270_000, due_at_desk: 1_260_000 },
  })
  expect(await refusal(stranger.calls.reservations.cheaper.read({ id }))).toMatchObject({ code: 'NOT_FOUND' })
  await cheaper.keep({ id })
  await cheaper.keep({ id })
  expect(await cheaper.read({ id })).toBeNull()
  await priceOf(CHEAPER, 500_000)
  site.clock.advance(DAY_MINUTES)
  await site.sweep()
  expect(await cheaper.read({ id })).toBeNull()
  expect(await refusal(cheaper.switch({ id, shown_total: 1_500_000 }))).toMatchObject({ code: 'VEHICLE_TAKEN' })
  await end(id)
})

test('only a clearly lower price of a company that confirms at once is offered, before free cancellation ends', async () => {
  const id = await paidTrip()
  await priceOf(CHEAP, 880_000)
  await priceOf(BY_HAND.ad, 300_000)
  await site.sweep()
  expect(await cheaper.read({ id })).toBeNull()
  await priceOf(CHEAP, 800_000)
  await site.sweep()
  expect(await cheaper.read({ id })).toBeNull()
  site.clock.advance(DAY_MINUTES)
  await site.sweep()
  expect(await cheaper.read({ id })).toMatchObject({ ad: { id: CHEAP } })
  await db
    .updateTable('reservation')
    .set({ free_until: new Date(site.clock.now().getTime() - 1) })
    .where('id', '=', id)
    .execute()
  expect(await cheaper.read({ id })).toBeNull()
  expect(await refusal(cheaper.switch({ id, shown_total: 2_400_000 }))).toMatchObject({ code: 'NOT_CHANGEABLE' })
  expect((await read(id)).status).toBe('CONFIRMED')
  await end(id)
})

test('switching cancels free of charge, books the other vehicle with what was paid, and leaves the rest in the wallet', async () => {
  const id = await offered()
  const before = await cash()
  const made = await cheaper.switch({ id, shown_total: 1_800_000 })
  expect(made).toMatchObject({ to_wallet: 270_000, currency: 'IRT' })
  expect(await cheaper.switch({ id, shown_total: 1_800_000 })).toEqual(made)
  expect(await read(id)).toMatchObject({ status: 'CANCELLED', paid: 810_000, refunded: 810_000 })
  expect(await read(made.id)).toMatchObject({
    ...{ status: 'CONFIRMED', ad_id: CHEAPER, paid: 540_000, total: 1_800_000, fullname: DRIVER.fullname },
    ...{ start_date: RENTAL.start_date, receive_place_id: 11 },
  })
  expect((await cash()) - before).toBe(270_000)
  const busy = await db.selectFrom('busy').select(['reservation_id', 'status']).where('ad_id', '=', CHEAPER).execute()
  expect(busy.filter(({ reservation_id }) => reservation_id === made.id)).toHaveLength(1)
  const kinds = await db
    .selectFrom('notification')
    .select(['kind', 'reservation_id'])
    .where('reservation_id', 'in', [id, made.id])
    .execute()
  const kindsOf = (one: string) => kinds.filter((row) => row.reservation_id === one).map(({ kind }) => kind)
  expect(kindsOf(id)).toEqual(expect.arrayContaining(['cancelledRefund', 'bookingCancelled']))
  expect(kindsOf(made.id)).toEqual(expect.arrayContaining(['confirmed', 'newBooking']))
  await end(made.id)
  expect((await cash()) - before).toBe(810_000)
})

test('a price that has changed, and a vehicle that was taken, change nothing', async () => {
  const id = await offered()
  await priceOf(CHEAPER, 650_000)
  const before = await cash()
  expect(await refusal(cheaper.switch({ id, shown_total: 1_800_000 }))).toMatchObject({
    ...{ code: 'PRICE_CHANGED', data: { shown: 1_800_000, now: { total: 1_950_000 } } },
  })
  const other = { ...DRIVER, phone: '09127654321', national_id: '1234567891' }
  const theirs = await site.as({ language: 'fa' }).reservations.reserve({ ...RENTAL, ...other, id: CHEAPER })
  expect(await cheaper.read({ id })).toBeNull()
  expect(await refusal(cheaper.switch({ id, shown_total: 1_950_000 }))).toMatchObject({ code: 'VEHICLE_TAKEN' })
  expect(await read(id)).toMatchObject({ status: 'CONFIRMED', refunded: 0 })
  expect(await cash()).toBe(before)
  await site.as().reservations.cancel({ id: theirs.id })
  await end(id)
})

test('two switches at once are one, and nothing is paid twice', async () => {
  const id = await offered()
  const before = await cash()
  const both = await Promise.all([1, 2].map(() => cheaper.switch({ id, shown_total: 1_800_000 })))
  expect(both[0]).toEqual(both[1])
  expect((await cash()) - before).toBe(270_000)
  await end(both[0]?.id ?? '')
})

test('a message goes to those who agreed to news alone, once', async () => {
  const messages = async (id: string) =>
    db
      .selectFrom('notification')
      .select('kind')
      .where('reservation_id', '=', id)
      .where('kind', '=', 'cheaperFound')
      .execute()
  const without = await offered()
  expect(await messages(without)).toEqual([])
  await end(without)
  const { notifications } = await db
    .selectFrom('account')
    .select('notifications')
    .where('id', '=', sara.id)
    .executeTakeFirstOrThrow()
  const agreed = JSON.stringify({ ...notifications, marketing: true })
  await db
    .updateTable('account')
    .set({ notifications: agreed, email: 'sara@mail.example' })
    .where('id', '=', sara.id)
    .execute()
  await db.updateTable('ad').set({ p3: 900_000, s3: 900_000 }).execute()
  const id = await offered()
  expect(await messages(id)).toHaveLength(1)
  site.clock.advance(DAY_MINUTES)
  await site.sweep()
  expect(await messages(id)).toHaveLength(1)
  await end(id)
})

test('what an operator has given back is not spent again: there is no switch then', async () => {
  const id = await offered()
  const before = await cash()
  const { holder, company_id } = await read(id)
  await db.transaction().execute((tx) =>
    post(tx, {
      ...{ key: `test refund ${id}`, kind: 'REFUND', currency: 'IRT', reservation: id, at: site.clock.now() },
      entries: [
        { kind: 'COMPANY', owner: company_id, amount: -810_000 },
        { kind: 'WALLET', owner: holder, amount: 810_000 },
      ],
    }),
  )
  expect(await cheaper.read({ id })).toBeNull()
  expect(await refusal(cheaper.switch({ id, shown_total: 1_800_000 }))).toMatchObject({ code: 'NOT_CHANGEABLE' })
  expect(await read(id)).toMatchObject({ status: 'CONFIRMED' })
  expect((await cash()) - before).toBe(810_000)
  await end(id)
  expect((await cash()) - before).toBe(810_000)
})
