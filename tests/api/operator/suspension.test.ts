import { expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const visitor = site.as()
const admin = await signedIn(site, { phone: '+989120000300', role: 'ADMIN' })
const agency = await signedIn(site, { phone: '+989120000100', role: 'AGENT', company: TOMAN.company })
const suspend = (suspended: boolean) =>
  admin.calls.operator.companies.change({ id: TOMAN.company, suspended, reason: 'Licence has run out' })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const offered = async (company: number) =>
  (await db.selectFrom('ad').select('id').where('company_id', '=', company).where('status', '=', 1).execute()).length

test('a suspended company is not found, its trips continue, and everything returns when the suspension ends', async () => {
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER })
  const [own, other] = [await offered(TOMAN.company), await offered(BY_HAND.company)]
  const [{ id: paused }] = (await db
    .updateTable('ad')
    .set({ status: 0 })
    .where('id', '=', (of) =>
      of
        .selectFrom('ad')
        .select((ad) => ad.fn.max('id').as('id'))
        .where('company_id', '=', TOMAN.company),
    )
    .returning('id')
    .execute()) as [{ id: number }]
  const before = (await admin.calls.operator.audit.list({})).count
  const ofGuide = async () => (await visitor.places.cityGuide({ city: 'kish' })).companies.map(({ id }) => id)
  expect(await ofGuide()).toContain(TOMAN.company)
  expect(await suspend(true)).toMatchObject({ suspended_at: expect.any(String), vehicles: 0 })
  // One entry, not one for each vehicle.
  expect((await admin.calls.operator.audit.list({})).count).toBe(before + 1)
  expect(await offered(BY_HAND.company)).toBe(other)
  expect((await visitor.companies.list({})).results.map((company) => company.id)).not.toContain(TOMAN.company)
  expect(await codeOf(visitor.companies.read({ id: String(TOMAN.company) }))).toBe('NOT_FOUND')
  expect(await ofGuide()).not.toContain(TOMAN.company)
  expect(await codeOf(visitor.reservations.reserve({ ...RENTAL, ...DRIVER }))).toBe('NOT_FOUND')
  const { status } = await db.selectFrom('reservation').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  expect(status).toBe('AWAITING_PAYMENT')
  await expect(agency.calls.company.reservations.today({})).resolves.toBeDefined()

  expect((await agency.calls.company.settings.frame({})).company.suspended).toBe(true)
  const { results } = await agency.calls.company.fleet.search({ state: 'SUSPENDED' })
  expect(results[0]).toMatchObject({ state: 'SUSPENDED' })

  // Vehicles that are offered meanwhile wait, too.
  await db.updateTable('ad').set({ status: 1 }).where('id', '=', paused).execute()
  expect(await offered(TOMAN.company)).toBe(0)
  await suspend(true)
  expect(await suspend(false)).toMatchObject({ suspended_at: null, vehicles: own })
  expect(await offered(TOMAN.company)).toBe(own)
})

test('paid trips are completed, and the company gets what it earned once its suspension ends', async () => {
  const owner = await signedIn(site, { phone: DRIVER.phone.replace('0', '+98') })
  const { calls } = agency
  const booked = async (id: number) => {
    const made = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id })
    await payAtBank(site, bank, made.id)
    return made.id
  }
  const [out, due, dropped] = [await booked(111), await booked(112), await booked(113)]
  await calls.company.money.changeBank({ holder: 'Marjan', iban: 'IR062960000000100324200001' })
  site.clock.set('2026-12-01T05:30:00Z')
  await agency.calls.company.reservations.handOver({ id: out })
  await suspend(true)

  const { results } = await visitor.ads.search({ query: {}, body: { city: 'kish' } })
  expect(results.map(({ company }) => company.id)).not.toContain(TOMAN.company)
  for (const [id, status] of [
    [out, 'ACTIVE'],
    [due, 'CONFIRMED'],
  ] as const) {
    expect(await owner.calls.reservations.read({ id })).toMatchObject({ status })
    expect((await owner.calls.reservations.voucher({ id })).status).toBe(status)
  }
  expect(await codeOf(visitor.reservations.price({ ...RENTAL, id: 112, start_date: '2027-01-01' }))).toBe('NOT_FOUND')
  // More days would be a new booking.
  expect(await codeOf(owner.calls.reservations.quoteChange({ id: due, end_date: '2026-12-06' }))).toBe('NOT_CHANGEABLE')
  expect(await owner.calls.reservations.cancel({ id: dropped })).toMatchObject({ status: 'CANCELLED' })
  await agency.calls.company.reservations.handOver({ id: due })
  site.clock.set('2026-12-04T06:30:00Z')
  for (const id of [out, due])
    expect(await agency.calls.company.reservations.takeBack({ id, reason: 'Pays by invoice' })).toMatchObject({
      status: 'COMPLETED',
    })
  expect(await owner.calls.reservations.read({ id: out })).toMatchObject({ status: 'COMPLETED' })
  site.clock.advance(11)
  const { due: owed } = await admin.calls.operator.payouts.list({})
  expect(owed).toMatchObject([{ company: { id: TOMAN.company }, account: 'PAUSED' }])
  expect(await admin.calls.operator.payouts.make({ currency: 'IRT' })).toEqual({ id: null, payouts: 0 })
  await suspend(false)
  const { id: batch } = await admin.calls.operator.payouts.make({ currency: 'IRT' })
  expect((await admin.calls.operator.payouts.batch({ id: batch ?? 0 })).items).toMatchObject([
    { amount: owed[0]?.amount },
  ])
  expect(await wrongInBooks(db)).toEqual([])
  expect(site.reported).toEqual([])
})
