import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL } from '../../../support/api/fleet.ts'
import { signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { payAtBank } from '../../../support/browser/steps/paid.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const staff = { role: 'AGENT', company: BY_HAND.company } as const
const owner = await signedIn(site, { ...staff, phone: '+989120000601' })
const desk = await signedIn(site, { ...staff, phone: '+989120000602', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000603', staffRole: 'DRIVER' })
const foreign = await signedIn(site, { phone: '+989120000604', role: 'AGENT', company: 1 })
const operator = await signedIn(site, { phone: '+989120000605', role: 'ADMIN' })
const PERSON = { fullname: 'Nora Alavi', phone: '+989121000061', email: 'nora@example.test' }
const customer = await signedIn(site, { phone: PERSON.phone })

site.clock.set('2026-11-23T05:30:00Z')
const { id } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, ...PERSON, id: BY_HAND.ad })
await payAtBank(site, bank, id)
const secrets = [id, PERSON.email, 'Alavi', PERSON.phone.slice(3), DRIVER.national_id]
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const readings = async (actor: string) =>
  (await operator.calls.operator.audit.list({ actor })).results.filter(({ action }) => action === 'READ')

/** Everything that the company's staff can ask for about their customers. */
async function answers(calls: typeof owner.calls) {
  const { company } = calls
  const all = await Promise.all([
    company.reservations.list({}),
    company.reservations.list({ list: 'waiting' }),
    company.reservations.reserves({}),
    company.reservations.today({}),
    company.reservations.read({ id }),
    calls.reservations.read({ id }),
    calls.reservations.managementVoucher({ id }),
    company.calendar.read({ days: 31 }),
    company.calendar.conflicts({ ...RENTAL, id: BY_HAND.ad }),
    company.fleet.read({ id: BY_HAND.ad }),
    company.messages.list({}),
    calls.chat.rooms({}),
    calls.chat.messages({ id: room.id, size: 50 }),
  ])
  return JSON.stringify(all)
}
const { room } = await customer.calls.chat.createReserve({ reservation: id })

test('before the company accepts it sees a first name, and no contact in any answer or message', async () => {
  await customer.calls.chat.newMessage({ id: room.id, message: 'Is there a child seat?' })
  for (const { calls } of [owner, desk]) {
    const text = await answers(calls)
    for (const secret of secrets) expect(text.includes(secret), secret).toBe(false)
    expect(text).toContain('Nora')
  }
  expect(await desk.calls.company.reservations.read({ id })).toMatchObject({
    seen: 'FIRST_NAME',
    fullname: 'Nora',
    phone: '',
    national_id: '',
    email: null,
    age_band: { from: 30, to: 39 },
    language: 'fa',
  })
  const sent = await db.selectFrom('notification').select('content').where('kind', '=', 'bookingToConfirm').execute()
  expect(sent.length).toBeGreaterThan(0)
  for (const secret of secrets) expect(JSON.stringify(sent).includes(secret), secret).toBe(false)
})

test('a search does not reveal it either', async () => {
  const found = async (q: string) => (await desk.calls.company.reservations.list({ q })).count
  expect([await found('nora'), await found('alavi'), await found(PERSON.phone)]).toEqual([1, 0, 0])
  expect((await operator.calls.company.reservations.list({ q: 'alavi' })).count).toBe(1)
})

test('the picture of the guarantee, drivers and others wait, too', async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const image = new File([new Uint8Array(picture)], 'cheque.jpg', { type: 'image/jpeg' })
  await customer.calls.reservations.uploadDeposit({ reservation: id, image })
  expect(await codeOf(desk.calls.reservations.readDeposit({ id }))).toBe('NOT_FOUND')
  for (const { calls } of [driver, foreign])
    expect(await codeOf(calls.company.reservations.read({ id }))).toBe('NOT_FOUND')
  expect(await operator.calls.company.reservations.read({ id })).toMatchObject({ fullname: 'Nora Alavi' })
  expect(await customer.calls.reservations.read({ id })).toMatchObject({ fullname: 'Nora Alavi', email: PERSON.email })
})

test('its shared link names nobody in full until then', async () => {
  const { share_id } = await customer.calls.reservations.read({ id })
  expect(await site.as().reservations.voucher({ id: share_id })).toMatchObject({ fullname: 'Nora' })
})

test('after that it sees name and phone, and papers from the day of the hand-over until 30 days after the return', async () => {
  await desk.calls.company.reservations.changeReserve({ id, action: 'confirm' })
  const seen = () => desk.calls.company.reservations.read({ id })
  const contact = { fullname: 'Nora Alavi', phone: PERSON.phone, email: null }
  expect(await seen()).toMatchObject({ ...contact, seen: 'CONTACT', national_id: '' })
  expect(await desk.calls.reservations.readDeposit({ id })).toMatchObject({ type: 'image/jpeg' })
  expect((await desk.calls.company.reservations.list({ q: 'alavi' })).results[0]).toMatchObject({ phone: PERSON.phone })
  site.clock.set('2026-12-01T05:30:00Z')
  expect(await seen()).toMatchObject({ ...contact, seen: 'PAPERS', national_id: DRIVER.national_id })
  expect(await driver.calls.company.reservations.read({ id })).toMatchObject({ national_id: DRIVER.national_id })
  await desk.calls.company.reservations.handOver({ id })
  site.clock.set('2026-12-04T05:30:00Z')
  await desk.calls.company.reservations.takeBack({ id, reason: 'Rent comes later' })
  expect(await seen()).toMatchObject({ seen: 'PAPERS' })
  site.clock.set('2027-01-03T05:31:00Z')
  expect(await seen()).toMatchObject({ ...contact, seen: 'CONTACT', national_id: '' })
  expect(await desk.calls.reservations.managementVoucher({ id })).toMatchObject({ national_id: '' })
})

test('the audit log has who opened whose data, once in a while, and nobody who opened their own', async () => {
  expect(await readings(desk.id)).toMatchObject([{ subject: 'reservation', key: id, role: 'AGENT', changes: [] }])
  expect(await readings(owner.id)).toEqual([])
  expect(await readings(customer.id)).toEqual([])
  await operator.calls.operator.people.read({ id: customer.id })
  await operator.calls.operator.people.read({ id: customer.id })
  const opened = await readings(operator.id)
  expect(opened.filter(({ subject, key }) => subject === 'account' && key === customer.id)).toHaveLength(1)
  expect(opened.some(({ subject, key }) => subject === 'reservation' && key === id)).toBe(true)
})
