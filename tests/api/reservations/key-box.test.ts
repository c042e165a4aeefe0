import sharp from 'sharp'
import { expect, test } from 'vitest'
import { FIXED_VIEWS } from '#app/rules/reservation/protocol.ts'
import { testApi } from '../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
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
const staff = { role: 'AGENT', company: BY_HAND.company } as const
const owner = await signedIn(site, { ...staff, phone: '+989120000711' })
const desk = await signedIn(site, { ...staff, phone: '+989120000712', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000713', staffRole: 'DRIVER' })
const foreign = await signedIn(site, { phone: '+989120000714', role: 'AGENT', company: 1 })
const operator = await signedIn(site, { phone: '+989120000715', role: 'ADMIN' })
const PERSON = { fullname: 'Nora Alavi', phone: '+989121000073', email: 'nora@example.test' }
const customer = await signedIn(site, { phone: PERSON.phone })
const other = await signedIn(site, { phone: '+989121000074' })

site.clock.set('2026-11-23T05:30:00Z')
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: object }).fields
const own = () => customer.calls.reservations.keyBox
const atDesk = () => desk.calls.company.reservations.keyBox
const BOX = { place: 'Blue box beside the entrance, number 7', code: '7315', ends: '23:30' }

const { id } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, ...PERSON, id: BY_HAND.ad })
await payAtBank(site, bank, id)
await desk.calls.company.reservations.changeReserve({ id, action: 'confirm' })
const rowOf = () => db.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const { start_at } = await rowOf()
const after = (minutes: number) => site.clock.set(new Date(start_at.getTime() + minutes * 60_000).toISOString())

async function photo(colour: string) {
  const made = sharp({ create: { width: 60, height: 40, channels: 3, background: colour } }).jpeg()
  return new File([new Uint8Array(await made.toBuffer())], 'side.jpg', { type: 'image/jpeg' })
}

test('is there only where the company gives keys without counter, and for whom it may', async () => {
  expect(await own().read({ id })).toBeNull()
  expect((await desk.calls.company.reservations.read({ id })).check_in?.key_box).toBeNull()
  const callsOf = ({ read, save, remove }: ReturnType<typeof atDesk>) => [
    () => read({ id }),
    () => save({ id, ...BOX }),
    () => remove({ id }),
  ]
  for (const call of callsOf(atDesk())) expect(await codeOf(call())).toBe('NOT_FOUND')
  await owner.calls.company.settings.update({ has_key_boxes: true })
  expect((await owner.calls.company.settings.read({})).has_key_boxes).toBe(true)
  expect(await atDesk().read({ id })).toEqual({ box: null, photos: 0, written: null, of_vehicle: null })
  for (const { calls } of [driver, foreign, other, customer])
    for (const call of callsOf(calls.company.reservations.keyBox)) expect(await codeOf(call())).toBe('NOT_FOUND')
  for (const { calls } of [desk, operator, foreign, other])
    expect(await codeOf(calls.reservations.keyBox.read({ id }))).toBe('NOT_FOUND')
  expect(await codeOf(site.as().reservations.keyBox.read({ id }))).toBe('INVALID_TOKEN')
})

test('refuses what is no place, code or time', async () => {
  expect(await fieldsOf(atDesk().save({ id, place: ' ', code: '1', ends: '25:00' }))).toEqual({
    place: ['required'],
    code: ['key_code'],
    ends: ['time'],
  })
  expect(await fieldsOf(atDesk().save({ id, ...BOX, place: 'x'.repeat(301) }))).toEqual({ place: ['max_length'] })
})

test('is set with digits as they are typed; the customer hears of it without the code, once', async () => {
  const saved = await atDesk().save({ id, ...BOX, code: '۷۳ ۱۵' })
  expect(saved.box).toMatchObject({ state: 'EARLY' })
  await atDesk().save({ id, ...BOX })
  const sent = await db
    .selectFrom('notification')
    .select(['kind', 'content'])
    .where('kind', 'in', ['keyBox', 'keyBoxChanged'])
    .execute()
  expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['keyBox']))
  expect(JSON.stringify(sent)).not.toContain(BOX.code)
  expect(JSON.stringify([saved, await desk.calls.company.reservations.read({ id })])).not.toContain(BOX.code)
})

test('shows staff the code, and logs each reading', async () => {
  for (const { calls } of [owner, desk, operator])
    expect(await calls.company.reservations.keyBox.read({ id })).toMatchObject({ written: BOX })
  const read = await db.selectFrom('audit_entry').select('actor').where('call', 'like', '%key_box%').execute()
  expect(new Set(read.map(({ actor }) => actor))).toEqual(new Set([owner.id, desk.id, operator.id]))
  const log = await db.selectFrom('audit_entry').selectAll().execute()
  expect(JSON.stringify(log)).not.toContain(BOX.place)
})

test('that a vehicle always has is proposed for its other reservations until it has none any more; each reading is logged', async () => {
  const dates = { start_date: '2026-12-10', end_date: '2026-12-12' } as const
  const next = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, ...PERSON, ...dates, id: BY_HAND.ad })
  await payAtBank(site, bank, next.id)
  await desk.calls.company.reservations.changeReserve({ id: next.id, action: 'confirm' })
  const proposed = async () => (await atDesk().read({ id: next.id })).of_vehicle
  expect(await proposed()).toBeNull()
  await atDesk().save({ id, ...BOX, vehicle_box: 'THIS' })
  const { place, code } = BOX
  expect(await proposed()).toEqual({ place, code })
  expect((await atDesk().read({ id: next.id })).written).toBeNull()
  const read = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('row_key', '=', next.id)
    .where('action', '=', 'READ')
  expect(await read.execute()).toHaveLength(1)
  // What is written for one reservation stays its own.
  await atDesk().save({ id: next.id, ...BOX, code: '4821' })
  expect((await atDesk().read({ id: next.id })).written).toMatchObject({ code: '4821' })
  expect(await proposed()).toEqual({ place, code })
  await atDesk().save({ id, ...BOX, vehicle_box: 'NONE' })
  expect(await proposed()).toBeNull()
  expect((await atDesk().read({ id })).written).toMatchObject(BOX)
  await atDesk().remove({ id: next.id })
  await db.deleteFrom('notification').where('reservation_id', '=', next.id).execute()
})

test('is set on its vehicle as well, where the company gives keys without counter; each reading is logged', async () => {
  const vehicle = { id: BY_HAND.ad }
  const { place, code } = BOX
  const ofVehicle = desk.calls.company.fleet.keyBox
  const hasBox = async () => (await desk.calls.company.fleet.read(vehicle)).has_key_box
  expect(await hasBox()).toBe(false)
  expect(await ofVehicle.read(vehicle)).toEqual({ box: null })
  expect(await fieldsOf(ofVehicle.save({ ...vehicle, place: ' ', code: '1' }))).toEqual({
    place: ['required'],
    code: ['key_code'],
  })
  const saved = await ofVehicle.save({ ...vehicle, place, code: '۷۳ ۱۵' })
  expect(saved.box).toMatchObject({ place, code })
  expect(await hasBox()).toBe(true)
  expect((await atDesk().read({ id })).of_vehicle).toEqual({ place, code })
  expect(JSON.stringify(await desk.calls.company.fleet.read(vehicle))).not.toContain(place)
  await ofVehicle.read(vehicle)
  const log = db.selectFrom('audit_entry').selectAll().where('subject', '=', 'ad').where('action', '=', 'READ')
  expect(await log.execute()).toMatchObject([{ row_key: String(BY_HAND.ad), after: { document: 'key box' } }])
  expect(JSON.stringify(await db.selectFrom('audit_entry').selectAll().execute())).not.toContain(place)
  for (const { calls } of [driver, foreign, other, customer]) {
    const { read, save, remove } = calls.company.fleet.keyBox
    for (const call of [() => read(vehicle), () => save({ ...vehicle, place, code }), () => remove(vehicle)])
      expect(await codeOf(call())).toBe('NOT_FOUND')
  }
  expect(await ofVehicle.remove(vehicle)).toEqual(await ofVehicle.remove(vehicle))
  await owner.calls.company.settings.update({ has_key_boxes: false })
  expect(await hasBox()).toBeNull()
  expect(await codeOf(ofVehicle.read(vehicle))).toBe('NOT_FOUND')
  await owner.calls.company.settings.update({ has_key_boxes: true })
})

test('takes photos only in its time, and only pictures', async () => {
  const first = { id, view: 'FRONT', file: await photo('#111') } as const
  expect(await codeOf(own().addPhoto(first))).toBe('PROTOCOL_CLOSED')
  after(-30)
  expect(await own().read({ id })).toMatchObject({ state: 'LOCKED', place: null, code: null, photos: [] })
  const text = new File(['not a picture'], 'side.jpg', { type: 'image/jpeg' })
  expect(await fieldsOf(own().addPhoto({ ...first, file: text }))).toEqual({ file: ['image_type'] })
  for (const { calls } of [desk, operator, other])
    expect(await codeOf(calls.reservations.keyBox.addPhoto(first))).toBe('NOT_FOUND')
  for (const [index, view] of FIXED_VIEWS.entries())
    await own().addPhoto({ id, view, file: await photo(`#${index}${index}${index}`) })
  await own().addPhoto({ id, view: 'FRONT', file: await photo('#000') })
  const mine = await own().read({ id })
  expect(mine?.photos).toHaveLength(8)
  const shown = { id, photo: mine?.photos[0]?.id ?? '' }
  expect(await customer.calls.reservations.protocolPhoto(shown)).toMatchObject({ type: 'image/jpeg' })
  expect(await codeOf(other.calls.reservations.protocolPhoto(shown))).toBe('NOT_FOUND')
  expect((await desk.calls.company.reservations.read({ id })).check_in?.key_box).toMatchObject({ photos: 8 })
  expect((await desk.calls.company.protocols.read({ id, kind: 'PICK_UP' })).photos).toHaveLength(8)
})

test('a photo that was chosen for the wrong side is put right with the same file, by its person alone', async () => {
  const views = async () => (await own().read({ id }))?.photos.map(({ view }) => view).sort()
  const before = await views()
  const file = await photo('#000')
  expect(await own().addPhoto({ id, view: 'LEFT', file })).toMatchObject({ view: 'LEFT' })
  expect(await views()).toEqual(before?.map((view) => (view === 'FRONT' ? 'LEFT' : view)).sort())
  expect(await desk.calls.company.protocols.addPhoto({ id, kind: 'PICK_UP', view: 'REAR', file })).toMatchObject({
    view: 'LEFT',
  })
  expect(await own().addPhoto({ id, view: 'FRONT', file })).toMatchObject({ view: 'FRONT' })
  expect(await views()).toEqual(before)
})

test('opens once identity, contract and deposit are there, too, and ends at its time', async () => {
  const missing = async () =>
    (await own().read({ id }))?.conditions.filter(({ is_done }) => !is_done).map(({ condition }) => condition)
  expect(await missing()).toEqual(expect.arrayContaining(['IDENTITY', 'CONTRACT']))
  await desk.calls.company.reservations.checkIn.confirm({ id, valid_until: '2031-01-01' })
  expect(await missing()).not.toContain('IDENTITY')
  await desk.calls.company.contracts.make({ id, language: 'en', licence: '91040022' })
  const { contracts } = await desk.calls.company.contracts.read({ id })
  const [contract] = contracts
  expect(await own().read({ id })).toMatchObject({ state: 'LOCKED', place: null, code: null })
  await desk.calls.company.contracts.sign({
    ...{ id, contract: contract?.id ?? '', sha256: contract?.sha256 ?? '' },
    ...{ customer_name: PERSON.fullname, agreed: true },
  })
  const left = await missing()
  expect(left).not.toContain('CONTRACT')
  if (left?.includes('DEPOSIT')) {
    const { guarantee_amount } = await rowOf()
    await desk.calls.company.protocols.takeDeposit({ id, amount: guarantee_amount, way: 'CASH' })
  }
  expect(await own().read({ id })).toMatchObject({
    state: 'OPEN',
    place: BOX.place,
    code: BOX.code,
    code_changed_at: null,
  })
  // Nowhere else.
  const elsewhere = [
    await customer.calls.reservations.read({ id }),
    await customer.calls.reservations.checkIn.read({ id }),
    await site.as().reservations.voucher({ id }),
    await desk.calls.company.reservations.read({ id }),
  ]
  expect(JSON.stringify(elsewhere)).not.toContain(BOX.place)
})

test('shows another code once staff have changed it, and says so', async () => {
  after(5)
  await atDesk().save({ id, ...BOX, code: '7 7 3 A' })
  expect(await own().read({ id })).toMatchObject({ code: '773A', code_changed_at: site.clock.now().toISOString() })
  const sent = await db.selectFrom('notification').select('content').where('kind', '=', 'keyBoxChanged').execute()
  expect(sent.length).toBeGreaterThan(0)
  expect(JSON.stringify(sent)).not.toContain('773A')
})

test('is no more for another time or vehicle, after its end, and where it was taken away', async () => {
  const { ends_at } = (await own().read({ id })) ?? { ends_at: '' }
  const moved = (change: object) => db.updateTable('key_box').set(change).where('reservation_id', '=', id).execute()
  await moved({ start_at: new Date(start_at.getTime() + 60_000) })
  expect(await own().read({ id })).toBeNull()
  await moved({ start_at, ad_id: 101 })
  expect(await own().read({ id })).toBeNull()
  await moved({ ad_id: BY_HAND.ad })
  site.clock.set(ends_at)
  expect(await own().read({ id })).toMatchObject({ state: 'ENDED', place: null, code: null })
  after(10)
  await atDesk().remove({ id })
  await atDesk().remove({ id })
  expect(await own().read({ id })).toBeNull()
  await atDesk().save({ id, ...BOX })
  await desk.calls.company.reservations.handOver({ id })
  expect(await own().read({ id })).toBeNull()
  expect(await codeOf(atDesk().save({ id, ...BOX }))).toBe('STATUS_CONFLICT')
  expect(await codeOf(own().addPhoto({ id, view: 'FRONT', file: await photo('#abc') }))).toBe('PROTOCOL_CLOSED')
})
