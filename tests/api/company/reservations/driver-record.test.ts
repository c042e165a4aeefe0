import { expect, test } from 'vitest'
import { eraseReservations } from '#app/api/account/own-data/erase-reservations.ts'
import { testApi } from '../../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const at = (company: number, phone: string, staffRole: 'OWNER' | 'DESK' | 'DRIVER' = 'DESK') =>
  signedIn(site, { role: 'AGENT', company, phone, staffRole })
const desk = await at(BY_HAND.company, '+989120000731')
const driver = await at(BY_HAND.company, '+989120000732', 'DRIVER')
const others = await at(TOMAN.company, '+989120000733')
const PERSON = { fullname: 'Nora Alavi', phone: '+989121000091', email: 'nora@example.test' }
const customer = await signedIn(site, { phone: PERSON.phone })

site.clock.set('2026-11-23T05:30:00Z')
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const FACTS = { on_time: true, clean: false, undamaged: true, paid: true }
const record = (calls: typeof desk.calls, id: string, facts: object = FACTS) =>
  calls.company.reservations.recordDriver({ id, ...FACTS, ...facts })
const recordOf = async ({ calls }: typeof desk, id: string) =>
  (await calls.company.reservations.read({ id })).driver_record

async function booked(ad: number, days: object = {}) {
  return (await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, ...PERSON, ...days, id: ad })).id
}
const become = (id: string, status: 'CONFIRMED' | 'COMPLETED' | 'AWAITING_CONFIRMATION') =>
  db.updateTable('reservation').set({ status, hold_until: null }).where('id', '=', id).execute()

const first = await booked(BY_HAND.ad)
const next = await booked(TOMAN.ad, { start_date: '2026-12-20', end_date: '2026-12-23' })

test('is made after the return, by the company’s own desk, and corrected until 30 days later', async () => {
  await become(first, 'CONFIRMED')
  expect(await codeOf(record(desk.calls, first))).toBe('STATUS_CONFLICT')
  await become(first, 'COMPLETED')
  site.clock.set('2026-12-05T06:00:00Z')
  for (const { calls } of [driver, others, customer]) expect(await codeOf(record(calls, first))).toBe('NOT_FOUND')
  expect(await recordOf(desk, first)).toEqual({ own: null, recordable: true, others: null })
  expect(await record(desk.calls, first, { clean: true })).toMatchObject({ own: { ...FACTS, clean: true } })
  expect(await record(desk.calls, first)).toMatchObject({ own: FACTS })
  expect(await recordOf(driver, first).catch(() => null)).not.toMatchObject({ own: FACTS })
})

test('is shown to a company that has accepted a booking of that person, as numbers alone', async () => {
  await become(next, 'AWAITING_CONFIRMATION')
  expect((await recordOf(others, next)).others).toBeNull()
  await become(next, 'CONFIRMED')
  const event = { reservation_id: next, at: site.clock.now(), status: 'CONFIRMED', actor: 'COMPANY' } as const
  await db.insertInto('reservation_event').values(event).execute()
  expect((await recordOf(others, next)).others).toEqual({ rentals: 1, on_time: 1, clean: 0, undamaged: 1, paid: 1 })
  // Another person with the same phone is somebody else.
  await db.updateTable('reservation').set({ national_id: '0499370899' }).where('id', '=', next).execute()
  expect((await recordOf(others, next)).others).toBeNull()
})

test('is among the person’s own data, and goes with the person', async () => {
  expect(await customer.calls.account.exportData()).toMatchObject({ driver_records: [FACTS] })
  site.clock.set('2027-02-05T06:00:00Z')
  expect(await codeOf(record(desk.calls, first))).toBe('STATUS_CONFLICT')
  await db
    .transaction()
    .execute((tx) =>
      eraseReservations(tx, { reservations: [{ id: first, phone: '+00000000000001' }], keepsInvoices: false }),
    )
  expect(await db.selectFrom('driver_record').selectAll().execute()).toEqual([])
})
