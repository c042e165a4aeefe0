import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
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
const owner = await signedIn(site, { ...staff, phone: '+989120000701' })
const desk = await signedIn(site, { ...staff, phone: '+989120000702', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000703', staffRole: 'DRIVER' })
const foreign = await signedIn(site, { phone: '+989120000704', role: 'AGENT', company: 1 })
const operator = await signedIn(site, { phone: '+989120000705', role: 'ADMIN' })
const PERSON = { fullname: 'Nora Alavi', phone: '+989121000071', email: 'nora@example.test' }
const customer = await signedIn(site, { phone: PERSON.phone })
const other = await signedIn(site, { phone: '+989121000072' })

site.clock.set('2026-11-23T05:30:00Z')
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: object }).fields
const own = () => customer.calls.reservations.checkIn
const atDesk = () => desk.calls.company.reservations.checkIn
const LICENCE = { number: '9104 0022', valid_until: '2030-07-02' }

async function booked(change: object = {}) {
  const { id } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, ...PERSON, id: BY_HAND.ad, ...change })
  await payAtBank(site, bank, id)
  return id
}

async function picture(colour: string, name = 'licence.jpg') {
  const made = await sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(made)], name, { type: 'image/jpeg' })
}
const stateOf = ({ parts }: { parts: { part: string; state: string }[] }, wanted: string) =>
  parts.find(({ part }) => part === wanted)?.state
const keysOf = async () => {
  const rows = await db
    .selectFrom('licence_check')
    .select(['front_key', 'back_key'])
    .where('reservation_id', '=', id)
    .execute()
  return rows.flatMap(({ front_key, back_key }) => [front_key, back_key]).filter((key) => key !== null)
}

const id = await booked()

test('waits for the company to accept, and says so', async () => {
  expect(await own().read({ id })).toMatchObject({ is_open: false, is_ready: false, licence: null, arrival: null })
  expect(await codeOf(own().addPicture({ id, side: 'FRONT', image: await picture('#888') }))).toBe('STATUS_CONFLICT')
  expect(await codeOf(own().sendLicence({ id, ...LICENCE }))).toBe('STATUS_CONFLICT')
  expect(await codeOf(own().saveArrival({ id, way: 'OTHER', arrives_at: '12:00' }))).toBe('STATUS_CONFLICT')
  expect((await desk.calls.company.reservations.read({ id })).check_in).toBeNull()
  await desk.calls.company.reservations.changeReserve({ id, action: 'confirm' })
  expect(await own().read({ id })).toMatchObject({ is_open: true, next: 'LICENCE' })
})

test('is nobody else’s', async () => {
  for (const { calls } of [other, foreign, desk, operator]) {
    expect(await codeOf(calls.reservations.checkIn.read({ id }))).toBe('NOT_FOUND')
    expect(await codeOf(calls.reservations.checkIn.sendLicence({ id, ...LICENCE }))).toBe('NOT_FOUND')
  }
  expect(await codeOf(site.as().reservations.checkIn.read({ id }))).toBe('INVALID_TOKEN')
})

describe('a licence', () => {
  test('is two pictures, and nothing that only has the name of one', async () => {
    const text = new File(['not a picture'], 'licence.jpg', { type: 'image/jpeg' })
    expect(await fieldsOf(own().addPicture({ id, side: 'FRONT', image: text }))).toEqual({ image: ['image_type'] })
    const none = new File([], 'licence.jpg', { type: 'image/jpeg' })
    expect(await fieldsOf(own().addPicture({ id, side: 'FRONT', image: none }))).toEqual({ image: ['file_empty'] })
    expect(await keysOf()).toEqual([])
    expect(await fieldsOf(own().sendLicence({ id, ...LICENCE, valid_until: '2026-12-03' }))).toEqual({
      front: ['required'],
      back: ['required'],
      valid_until: ['licence_ends'],
    })
  })

  test('keeps one side until the other comes; another picture replaces it, and no file is left over', async () => {
    await own().addPicture({ id, side: 'FRONT', image: await picture('#888') })
    const [first] = await keysOf()
    const another = await picture('#444')
    const replaced = await withStoreAway(site, () => own().addPicture({ id, side: 'FRONT', image: another }))
    expect(replaced).toMatchObject({ licence: { state: 'DRAFT', front: true, back: false } })
    await site.drain()
    expect(await site.deps.files.get(first ?? '')).toBeUndefined()
    expect(await fieldsOf(own().sendLicence({ id, ...LICENCE }))).toEqual({ back: ['required'] })
    await own().addPicture({ id, side: 'BACK', image: await picture('#222') })
    // Nobody sees a draft.
    expect((await desk.calls.company.reservations.read({ id })).check_in?.licence).toBeNull()
    for (const { calls } of [desk, operator])
      expect(await codeOf(calls.company.reservations.checkIn.picture({ id, side: 'FRONT' }))).toBe('NOT_FOUND')
  })

  test('that is sent makes the contract with its number, once', async () => {
    const sent = await own().sendLicence({ id, ...LICENCE })
    expect(sent).toMatchObject({ licence: { state: 'SENT', number: '91040022', valid_until: LICENCE.valid_until } })
    expect(stateOf(sent, 'LICENCE')).toBe('WAITING')
    site.clock.set('2026-11-23T06:30:00Z')
    expect(await own().sendLicence({ id, ...LICENCE })).toEqual(sent)
    const { contracts, has_licence } = await site.as().reservations.contract({ id })
    expect([contracts.length, has_licence]).toEqual([1, true])
  })

  test('is seen by its customer, the company’s desk and operators alone, and each reading is logged', async () => {
    expect(await own().picture({ id, side: 'BACK' })).toMatchObject({ type: 'image/jpeg' })
    for (const { calls } of [owner, desk, operator])
      expect(await calls.company.reservations.checkIn.picture({ id, side: 'FRONT' })).toMatchObject({
        type: 'image/jpeg',
      })
    for (const { calls } of [driver, foreign, other, customer])
      expect(await codeOf(calls.company.reservations.checkIn.picture({ id, side: 'FRONT' }))).toBe('NOT_FOUND')
    expect(await codeOf(other.calls.reservations.checkIn.picture({ id, side: 'FRONT' }))).toBe('NOT_FOUND')
    const read = await db
      .selectFrom('audit_entry')
      .select('actor')
      .where('call', 'like', '%check_in/picture%')
      .execute()
    expect(read.map(({ actor }) => actor).sort()).toEqual([owner.id, desk.id, operator.id].sort())
  })

  test('is refused with a reason that the customer gets, once, and sent again', async () => {
    const { check_in } = await desk.calls.company.reservations.read({ id })
    const sent_at = check_in?.licence?.sent_at ?? ''
    expect((await desk.calls.company.reservations.today({})).licences).toMatchObject([{ fullname: PERSON.fullname }])
    const refused = { id, sent_at, reason: 'The back is blurred' }
    expect(await codeOf(atDesk().refuse({ ...refused, sent_at: '2026-01-01T00:00:00.000Z' }))).toBe('CHANGED_MEANWHILE')
    expect(await atDesk().refuse(refused)).toMatchObject({ licence: { state: 'REFUSED', reason: refused.reason } })
    await atDesk().refuse(refused)
    expect(await codeOf(atDesk().refuse({ ...refused, reason: 'Another' }))).toBe('CHANGED_MEANWHILE')
    expect(await codeOf(atDesk().confirm({ id, sent_at, valid_until: LICENCE.valid_until }))).toBe('CHANGED_MEANWHILE')
    const sent = await db.selectFrom('notification').select('content').where('kind', '=', 'licenceRefused').execute()
    expect(sent.length).toBeGreaterThan(0)
    expect(JSON.stringify(sent)).toContain(refused.reason)
    expect(new Set(sent.map(({ content }) => JSON.stringify(content))).size).toBe(1)
    expect(await own().read({ id })).toMatchObject({ next: 'LICENCE', licence: { reason: refused.reason } })
    await own().addPicture({ id, side: 'BACK', image: await picture('#111') })
    site.clock.set('2026-11-23T07:30:00Z')
    expect(await own().sendLicence({ id, ...LICENCE })).toMatchObject({ licence: { state: 'SENT', reason: null } })
  })

  test('is confirmed once, until a day not before the return, and kept for this person at this company', async () => {
    const { check_in } = await desk.calls.company.reservations.read({ id })
    const sent_at = check_in?.licence?.sent_at ?? ''
    expect(await fieldsOf(atDesk().confirm({ id, sent_at, valid_until: '2026-12-03' }))).toEqual({
      valid_until: ['licence_ends'],
    })
    // At the counter nobody confirms what lies there unseen.
    expect(await codeOf(atDesk().confirm({ id, valid_until: LICENCE.valid_until }))).toBe('CHANGED_MEANWHILE')
    const confirmed = await atDesk().confirm({ id, sent_at, valid_until: '2030-07-01' })
    expect(confirmed).toMatchObject({ checked_until: '2030-07-01', decidable: false, licence: { state: 'CONFIRMED' } })
    expect(await atDesk().confirm({ id, sent_at, valid_until: '2030-07-01' })).toEqual(confirmed)
    expect(await codeOf(atDesk().confirm({ id, sent_at, valid_until: '2031-01-01' }))).toBe('CHANGED_MEANWHILE')
    expect(stateOf(await own().read({ id }), 'LICENCE')).toBe('DONE')
    expect(await codeOf(own().addPicture({ id, side: 'FRONT', image: await picture('#333') }))).toBe('STATUS_CONFLICT')
    expect((await desk.calls.company.reservations.today({})).licences).toEqual([])
    const days = { start_date: '2027-02-01', end_date: '2027-02-04' }
    const again = await booked(days)
    await desk.calls.company.reservations.changeReserve({ id: again, action: 'confirm' })
    expect(stateOf(await own().read({ id: again }), 'LICENCE')).toBe('DONE')
    // Another person who booked with the same phone is asked.
    await db.updateTable('reservation').set({ national_id: '0499370899' }).where('id', '=', again).execute()
    expect(stateOf(await own().read({ id: again }), 'LICENCE')).toBe('OPEN')
    expect(await atDesk().confirm({ id: again, valid_until: '2029-01-01' })).toMatchObject({
      checked_until: '2029-01-01',
    })
  })
})

describe('an arrival', () => {
  test('needs a number of its flight, and a time at which the place is open', async () => {
    const place = await db
      .selectFrom('reservation')
      .innerJoin('place', 'place.id', 'receive_place_id')
      .select(['place.id', 'start_time'])
      .where('reservation.id', '=', id)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('place')
      .set({ opens_at: '08:00', closes_at: '21:00', week: null })
      .where('id', '=', place.id)
      .execute()
    expect(await fieldsOf(own().saveArrival({ id, way: 'FLIGHT', arrives_at: '21:30' }))).toEqual({
      flight: ['required'],
      arrives_at: ['arrival_closed'],
    })
    expect(
      await fieldsOf(own().saveArrival({ id, way: 'FLIGHT', flight: 'W5 10439999', arrives_at: '12:00' })),
    ).toEqual({
      flight: ['flight'],
    })
    expect(await fieldsOf(own().saveArrival({ id, way: 'OTHER', arrives_at: '00:10' }))).toEqual({
      arrives_at: ['arrival_early'],
    })
  })

  test('is kept for the pick-up, and asked for again when that is moved', async () => {
    const saved = await own().saveArrival({
      id,
      way: 'FLIGHT',
      flight: 'w5 1043',
      arrives_at: '20:30',
      note: 'Two cases',
    })
    expect(saved.arrival).toEqual({
      ...{ way: 'FLIGHT', flight: 'W51043', arrives_at: '20:30', note: 'Two cases', is_outdated: false },
    })
    expect(stateOf(saved, 'ARRIVAL')).toBe('DONE')
    expect(await own().saveArrival({ id, way: 'SHIP', flight: 'W51043', arrives_at: '20:30' })).toMatchObject({
      arrival: { way: 'SHIP', flight: null, note: null },
    })
    const { start_at } = await db
      .selectFrom('reservation')
      .select('start_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const moved = new Date(start_at.getTime() + 3_600_000)
    await db.updateTable('arrival').set({ start_at: moved }).where('reservation_id', '=', id).execute()
    const again = await own().read({ id })
    expect(again.arrival?.is_outdated).toBe(true)
    expect(stateOf(again, 'ARRIVAL')).toBe('OPEN')
    await own().saveArrival({ id, way: 'SHIP', arrives_at: '20:30' })
  })
})

test('the day’s list says how far its customers are, to drivers, too', async () => {
  site.clock.set('2026-12-01T05:30:00Z')
  for (const { calls } of [desk, driver]) {
    const { tasks } = await calls.company.reservations.today({})
    const task = tasks.find(({ reservation }) => reservation.fullname === PERSON.fullname)
    expect(task?.check_in).toMatchObject({ is_ready: false, arrival: { way: 'SHIP' } })
    expect(task?.check_in && stateOf(task.check_in, 'LICENCE')).toBe('DONE')
  }
  expect((await driver.calls.company.reservations.read({ id })).check_in).toMatchObject({
    licence: null,
    decidable: false,
  })
})

test('pictures stay during the rental, and go when their owner deletes them or 30 days after the return', async () => {
  const sweep = () => jobHandlers(site.deps).sweep({})
  await desk.calls.company.reservations.handOver({ id })
  expect(await codeOf(own().removePictures({ id }))).toBe('STATUS_CONFLICT')
  expect(await own().read({ id })).toMatchObject({ is_open: false, removable: false })
  const keys = await keysOf()
  expect(keys).toHaveLength(2)
  site.clock.set('2026-12-04T09:30:00Z')
  const { due_at_desk } = await desk.calls.company.reservations.read({ id })
  await desk.calls.company.reservations.takeBack({ id, ...(due_at_desk > 0 && { reason: 'Paid in cash' }) })
  site.clock.set('2027-01-03T09:00:00Z')
  await sweep()
  expect(await keysOf()).toEqual(keys)
  expect(await desk.calls.company.reservations.checkIn.picture({ id, side: 'FRONT' })).toMatchObject({
    type: 'image/jpeg',
  })
  site.clock.set('2027-01-03T10:00:00Z')
  expect(await codeOf(atDesk().picture({ id, side: 'FRONT' }))).toBe('NOT_FOUND')
  expect(await own().read({ id })).toMatchObject({ removable: true })
  await site.drain()
  // The store is away for one of them when it is asked first.
  const { files } = site.deps
  const { remove } = files
  files.remove = async (key) => {
    files.remove = remove
    throw new Error(`no answer about ${key}`)
  }
  await sweep()
  expect(await keysOf()).toEqual([])
  const left = async () => (await Promise.all(keys.map((key) => files.exists(key)))).filter(Boolean).length
  await expect(site.drain()).rejects.toThrow('1 files could not be removed')
  expect(await left()).toBe(1)
  await jobHandlers(site.deps)['remove-files']({ keys })
  expect(await left()).toBe(0)
  // That it was valid stays.
  expect(await own().read({ id })).toMatchObject({
    checked_until: '2030-07-01',
    licence: { state: 'CONFIRMED', number: null, front: false },
  })
})

test('an unconfirmed licence goes wholly, by its owner or a day after the trip is called off', async () => {
  const days = { start_date: '2027-03-01', end_date: '2027-03-04' }
  const late = await booked(days)
  await db.updateTable('reservation').set({ national_id: '0499370899' }).where('id', '=', late).execute()
  await desk.calls.company.reservations.changeReserve({ id: late, action: 'confirm' })
  const until = { number: '91040022', valid_until: '2035-07-02' }
  const send = async () => {
    for (const side of ['FRONT', 'BACK'] as const)
      await own().addPicture({ id: late, side, image: await picture('#567') })
    return own().sendLicence({ id: late, ...until })
  }
  await db.deleteFrom('licence_check').where('reservation_id', '<>', late).execute()
  await send()
  expect(await own().removePictures({ id: late })).toMatchObject({ licence: null, removable: false })
  await send()
  await customer.calls.reservations.cancel({ id: late })
  expect(await codeOf(own().sendLicence({ id: late, ...until }))).toBe('STATUS_CONFLICT')
  expect(await codeOf(atDesk().picture({ id: late, side: 'FRONT' }))).toBe('NOT_FOUND')
  site.clock.set('2027-01-05T10:00:00Z')
  await jobHandlers(site.deps).sweep({})
  expect(await db.selectFrom('licence_check').selectAll().where('reservation_id', '=', late).execute()).toEqual([])
})

test('everything of it goes with its person', async () => {
  await db
    .insertInto('licence_check')
    .values({ reservation_id: id, state: 'DRAFT', front_key: 'licences/picture-x.jpg' })
    .execute()
  const files = await db
    .transaction()
    .execute((tx) => eraseReservations(tx, { reservations: [{ id, phone: '+00000000000001' }], keepsInvoices: false }))
  expect(files).toContain('licences/picture-x.jpg')
  for (const table of ['licence_check', 'arrival'] as const)
    expect(await db.selectFrom(table).selectAll().where('reservation_id', '=', id).execute()).toEqual([])
})
