import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eraseReservations } from '#app/api/account/own-data/erase-reservations.ts'
import { jobHandlers } from '#app/api/work/background.ts'
import { testApi } from '../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { withStoreAway } from '../../support/api/store-away.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const staff = { role: 'AGENT', company: BY_HAND.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000902', staffRole: 'DESK' })
const drives = await signedIn(site, { ...staff, phone: '+989120000903', staffRole: 'DRIVER' })
const foreign = await signedIn(site, { phone: '+989120000904', role: 'AGENT', company: 1 })
const PERSON = { fullname: 'Nora Alavi', phone: '+989121000091', email: 'nora@example.test' }
const customer = await signedIn(site, { phone: PERSON.phone })
const other = await signedIn(site, { phone: '+989121000092' })
const own = () => customer.calls.reservations.drivers
const atDesk = () => desk.calls.company.reservations.drivers
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: object }).fields
const SARA = { fullname: 'Sara Alavi', date_of_birth: '1990-04-05', number: '7755 1122', valid_until: '2031-01-01' }
const stateOf = ({ parts }: { parts: { part: string; state: string }[] }) =>
  parts.find(({ part }) => part === 'DRIVERS')?.state

async function picture(colour: string) {
  const made = await sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(made)], 'licence.jpg', { type: 'image/jpeg' })
}
const keysOf = async () => {
  const rows = await db.selectFrom('further_driver').select(['front_key', 'back_key']).execute()
  return rows.flatMap(({ front_key, back_key }) => [front_key, back_key]).filter((key) => key !== null)
}
async function contractText() {
  const { contracts } = await site.as().reservations.contract({ id })
  return contracts.at(-1)?.text ?? ''
}

const { id } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, ...PERSON, id: BY_HAND.ad })
await payAtBank(site, bank, id)
await desk.calls.company.reservations.changeReserve({ id, action: 'confirm' })
const ad = await db.selectFrom('ad').select('min_driver_age').where('id', '=', BY_HAND.ad).executeTakeFirstOrThrow()
let sara = ''

test('only who booked the extra names a driver, for their own reservation', async () => {
  expect(await fieldsOf(own().add({ id, ...SARA }))).toEqual({ fullname: ['too_many_drivers'] })
  expect(await customer.calls.reservations.checkIn.read({ id })).toMatchObject({ drivers: [], drivers_room: 0 })
  await db.updateTable('reservation').set({ extra_driver: true }).where('id', '=', id).execute()
  for (const { calls } of [other, desk])
    expect(await codeOf(calls.reservations.drivers.add({ id, ...SARA }))).toBe('NOT_FOUND')
})

test('a driver is checked by the rules of the main one, all errors at once', async () => {
  const young = `${2026 - ad.min_driver_age + 1}-01-01`
  const wrong = { fullname: 'S', date_of_birth: young, number: '7', valid_until: '2026-12-03' }
  expect(Object.keys(await fieldsOf(own().add({ id, ...wrong }))).sort()).toEqual(['fullname', 'number'])
  expect(await fieldsOf(own().add({ id, ...SARA, date_of_birth: young, valid_until: '2026-12-03' }))).toEqual({
    date_of_birth: ['driver_too_young'],
    valid_until: ['licence_ends'],
  })
})

test('a draft is seen by nobody else and stands in no contract; twice is once', async () => {
  const added = await own().add({ id, ...SARA })
  sara = added.driver
  expect(added).toMatchObject({ drivers: [{ fullname: SARA.fullname, state: 'DRAFT' }], drivers_room: 0 })
  expect(stateOf(added)).toBe('OPEN')
  expect((await own().add({ id, ...SARA })).driver).toBe(sara)
  expect(await fieldsOf(own().add({ id, ...SARA, fullname: 'Somebody Else' }))).toEqual({
    fullname: ['too_many_drivers'],
  })
  expect((await desk.calls.company.reservations.read({ id })).check_in?.drivers).toEqual([])
  expect(await codeOf(atDesk().picture({ id, driver: sara, side: 'FRONT' }))).toBe('NOT_FOUND')
  await desk.calls.company.contracts.make({ id, language: 'en', licence: 'AB123456', vin: 'WVWZZZ1JZXW000001' })
  expect(await contractText()).not.toContain(SARA.fullname)
})

test('with the second side the licence is sent; a replaced picture leaves no file', async () => {
  await own().addPicture({ id, driver: sara, side: 'FRONT', image: await picture('#888') })
  const [first] = await keysOf()
  const another = { id, driver: sara, side: 'FRONT', image: await picture('#444') } as const
  const half = await withStoreAway(site, () => own().addPicture(another))
  await site.drain()
  expect(half.drivers).toMatchObject([{ state: 'DRAFT', front: true, back: false }])
  expect(await site.deps.files.get(first ?? '')).toBeUndefined()
  const sent = await own().addPicture({ id, driver: sara, side: 'BACK', image: await picture('#222') })
  expect(sent.drivers).toMatchObject([{ state: 'SENT', front: true, back: true }])
  expect(stateOf(sent)).toBe('WAITING')
  const text = new File(['no picture'], 'licence.jpg', { type: 'image/jpeg' })
  expect(await fieldsOf(own().addPicture({ id, driver: sara, side: 'BACK', image: text }))).toEqual({
    image: ['image_type'],
  })
  for (const { calls } of [other, foreign]) {
    expect(await codeOf(calls.reservations.drivers.picture({ id, driver: sara, side: 'BACK' }))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.reservations.drivers.picture({ id, driver: sara, side: 'BACK' }))).toBe(
      'NOT_FOUND',
    )
  }
  expect(await own().picture({ id, driver: sara, side: 'BACK' })).toMatchObject({ type: 'image/jpeg' })
})

test('the contract names the driver with the licence in part; who is named after signing needs an addendum', async () => {
  await desk.calls.company.contracts.make({ id, language: 'en' })
  expect(await contractText()).toContain(SARA.fullname)
  expect(await contractText()).not.toContain('77551122')
  const { contracts } = await site.as().reservations.contract({ id })
  const made = contracts.at(-1)
  await desk.calls.company.contracts.sign({
    id,
    contract: made?.id ?? '',
    sha256: made?.sha256 ?? '',
    customer_name: PERSON.fullname,
    agreed: true,
  })
  expect((await site.as().reservations.contract({ id })).is_outdated).toBe(false)
  site.clock.advance(60)
  await atDesk().add({ id, ...SARA, fullname: 'Omid Alavi', number: '99887766' })
  expect((await site.as().reservations.contract({ id })).is_outdated).toBe(true)
  await desk.calls.company.contracts.make({ id, language: 'en' })
  const after = await site.as().reservations.contract({ id })
  expect(after.contracts).toHaveLength(2)
  expect(after.contracts.at(-1)?.text).toContain('Omid Alavi')
  expect(after.is_outdated).toBe(false)
})

test('the desk refuses with a reason, and confirms what was sent anew, once', async () => {
  const read = async () =>
    (await desk.calls.company.reservations.read({ id })).check_in?.drivers.find((one) => one.id === sara)
  const sent_at = (await read())?.sent_at ?? ''
  const refused = { id, driver: sara, sent_at, reason: 'The back is blurred' }
  expect(await codeOf(atDesk().refuse({ ...refused, sent_at: '2026-01-01T00:00:00.000Z' }))).toBe('CHANGED_MEANWHILE')
  await atDesk().refuse(refused)
  await atDesk().refuse(refused)
  const sent = await db.selectFrom('notification').select('content').where('kind', '=', 'licenceRefused').execute()
  expect(JSON.stringify(sent)).toContain(`${SARA.fullname}: ${refused.reason}`)
  expect(stateOf(await customer.calls.reservations.checkIn.read({ id }))).toBe('REFUSED')
  site.clock.advance(60)
  await own().addPicture({ id, driver: sara, side: 'BACK', image: await picture('#111') })
  const again = (await read())?.sent_at ?? ''
  expect(again).not.toBe(sent_at)
  expect(await codeOf(atDesk().confirm({ id, driver: sara, sent_at, valid_until: SARA.valid_until }))).toBe(
    'CHANGED_MEANWHILE',
  )
  expect(await fieldsOf(atDesk().confirm({ id, driver: sara, sent_at: again, valid_until: '2026-12-03' }))).toEqual({
    valid_until: ['licence_ends'],
  })
  await atDesk().confirm({ id, driver: sara, sent_at: again, valid_until: SARA.valid_until })
  await atDesk().confirm({ id, driver: sara, sent_at: again, valid_until: SARA.valid_until })
  expect(await read()).toMatchObject({ state: 'CONFIRMED' })
  expect(stateOf(await customer.calls.reservations.checkIn.read({ id }))).toBe('DONE')
  expect(await codeOf(own().addPicture({ id, driver: sara, side: 'BACK', image: await picture('#333') }))).toBe(
    'STATUS_CONFLICT',
  )
})

test('a company’s driver reads names alone; each look at the pictures is logged', async () => {
  site.clock.set('2026-12-01T05:30:00Z')
  expect((await drives.calls.company.reservations.read({ id })).check_in).toMatchObject({
    drivers_room: 0,
    drivers: [
      {
        ...{ fullname: SARA.fullname, state: 'CONFIRMED', number: null, date_of_birth: null, valid_until: null },
        ...{ front: false, back: false, sent_at: null, reason: null, by: null },
      },
      { fullname: 'Omid Alavi' },
    ],
  })
  await atDesk().picture({ id, driver: sara, side: 'FRONT' })
  const read = await db.selectFrom('audit_entry').select('actor').where('call', 'like', '%drivers/picture%').execute()
  expect(read.map(({ actor }) => actor)).toEqual([desk.id])
})

test('the desk names three at most and takes one back; other companies none', async () => {
  await atDesk().add({ id, ...SARA, fullname: 'Third Driver', number: '11223344' })
  expect(await fieldsOf(atDesk().add({ id, ...SARA, fullname: 'Fourth Driver', number: '55443322' }))).toEqual({
    fullname: ['too_many_drivers'],
  })
  expect(await codeOf(foreign.calls.company.reservations.drivers.add({ id, ...SARA }))).toBe('NOT_FOUND')
  const { check_in } = await desk.calls.company.reservations.read({ id })
  const third = check_in?.drivers.find(({ fullname }) => fullname === 'Third Driver')?.id ?? ''
  expect((await atDesk().remove({ id, driver: third })).drivers).toHaveLength(2)
  expect((await atDesk().remove({ id, driver: third })).drivers).toHaveLength(2)
})

test('pictures and numbers go with the main driver’s, and all with the person', async () => {
  await desk.calls.company.reservations.handOver({ id })
  expect(await codeOf(own().remove({ id, driver: sara }))).toBe('STATUS_CONFLICT')
  const keys = await keysOf()
  expect(keys).toHaveLength(2)
  site.clock.set('2026-12-04T09:30:00Z')
  const { due_at_desk } = await desk.calls.company.reservations.read({ id })
  await desk.calls.company.reservations.takeBack({ id, ...(due_at_desk > 0 && { reason: 'Paid in cash' }) })
  site.clock.set('2027-01-03T09:00:00Z')
  await jobHandlers(site.deps).sweep({})
  expect(await keysOf()).toEqual(keys)
  site.clock.set('2027-01-03T10:00:00Z')
  await jobHandlers(site.deps).sweep({})
  await site.drain()
  expect(await keysOf()).toEqual([])
  for (const key of keys) expect(await site.deps.files.get(key)).toBeUndefined()
  const left = await db
    .selectFrom('further_driver')
    .select(['fullname', 'number', 'date_of_birth', 'state'])
    .orderBy('added_at')
    .execute()
  expect(left[0]).toEqual({ fullname: SARA.fullname, number: null, date_of_birth: null, state: 'CONFIRMED' })
  await db
    .transaction()
    .execute((tx) => eraseReservations(tx, { reservations: [{ id, phone: '+01234567890123' }], keepsInvoices: true }))
  expect(await db.selectFrom('further_driver').selectAll().execute()).toEqual([])
  expect(site.reported).toEqual([])
})
