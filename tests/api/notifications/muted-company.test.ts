import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
const DESK_PHONE = '+989120000701'
type SignedIn = Awaited<ReturnType<typeof signedIn>>
let [customer, desk, driver, elsewhere]: SignedIn[] = []

beforeAll(async () => {
  await loadFleet(db)
  const staff = { role: 'AGENT', company: TOMAN.company } as const
  customer = await signedIn(site, { phone: '+989121234567' })
  desk = await signedIn(site, { ...staff, phone: DESK_PHONE, staffRole: 'DESK' })
  driver = await signedIn(site, { ...staff, phone: '+989120000702', staffRole: 'DRIVER' })
  elsewhere = await signedIn(site, { ...staff, company: 2, phone: '+989120000703', staffRole: 'OWNER' })
})
beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  for (const table of ['notification', 'message_count', 'rate_count'] as const) await db.deleteFrom(table).execute()
  await site.drain()
  site.messages.length = 0
})

let vehicle = 100
async function booked(phone = '09121234567') {
  vehicle += 1
  const { id } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, id: vehicle, phone })
  await payAtBank(site, bank, id)
  return id
}
/** Moves the reservation by a day, or back; neither costs anything. */
const moveBy = (id: string, days: number) =>
  customer!.calls.reservations.change({
    id,
    start_date: addDays(RENTAL.start_date, days),
    end_date: addDays(RENTAL.end_date, days),
  })
const toDesk = async () => {
  await site.drain()
  return site.messages.filter(({ to }) => to === DESK_PHONE).map((message) => ('text' in message ? message.text : ''))
}

test('many free changes of one reservation are two messages within half an hour, and the last has the final state', async () => {
  const id = await booked()
  await toDesk()
  site.messages.length = 0
  await moveBy(id, 1)
  expect(await toDesk()).toHaveLength(1)
  site.clock.advance(1)
  for (let at = 0; at < 8; at += 1) await moveBy(id, at % 2)
  await moveBy(id, 2)
  expect(await toDesk()).toHaveLength(1)
  site.clock.advance(31)
  expect(await toDesk()).toHaveLength(2)
  const { content } = await db
    .selectFrom('notification')
    .select('content')
    .where('kind', '=', 'bookingChanged')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(content.facts?.map(({ value }) => value).join()).toMatch(/۱۲\sآذر/)
  site.clock.advance(120)
  await moveBy(id, 0)
  expect(await toDesk()).toHaveLength(3)
})

test('one reservation can be changed twenty times a day, and another one still can be', async () => {
  const [id, other] = [await booked(), await booked()]
  for (let at = 1; at <= 20; at += 1) await moveBy(id, at % 2)
  expect(await refusal(moveBy(id, 1))).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
  await moveBy(other, 1)
  site.clock.advance(24 * 60)
  await moveBy(id, 1)
})

test('a customer with the maximum of changes leaves room for the next booking, its cancellation and its hand-over', async () => {
  const ids = [await booked(), await booked(), await booked()]
  for (let hour = 0; hour < 6; hour += 1) {
    for (const id of ids) for (let at = 1; at <= 3; at += 1) await moveBy(id, (at + hour) % 2)
    await toDesk()
    site.clock.advance(31)
  }
  await toDesk()
  site.messages.length = 0
  const next = await booked(phoneOf(900))
  expect(await toDesk()).toHaveLength(1)
  await site.as().reservations.cancel({ id: next })
  expect(await toDesk()).toHaveLength(2)
})

test('unsent messages are listed on that company’s desk only', async () => {
  const bookings = 12
  for (let count = 0; count < bookings; count += 1) await booked()
  expect(await toDesk()).toHaveLength(10)
  const { unsent } = await desk!.calls.company.reservations.today({})
  const held = await db
    .selectFrom('notification')
    .innerJoin('delivery', 'delivery.notification_id', 'notification.id')
    .innerJoin('reservation', 'reservation.id', 'notification.reservation_id')
    .select(['reservation.share_id', 'notification.content'])
    .where('notification.account_id', '=', desk!.id)
    .where('delivery.status', '=', 'HELD')
    .execute()
  expect(held).toHaveLength(bookings - 10)
  expect(unsent.map(({ reservation }) => reservation).sort()).toEqual(held.map((row) => row.share_id).sort())
  expect(unsent[0]?.title).toBe(held.find((row) => row.share_id === unsent[0]?.reservation)?.content.title)
  expect((await driver!.calls.company.reservations.today({})).unsent).toEqual([])
  expect((await elsewhere!.calls.company.reservations.today({})).unsent).toEqual([])
  site.clock.advance(2 * 24 * 60 + 1)
  expect((await desk!.calls.company.reservations.today({})).unsent).toEqual([])
})
