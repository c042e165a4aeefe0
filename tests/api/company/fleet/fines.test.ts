import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { wrongInBooks } from '../../../support/api/books.ts'
import { deskIdOf } from '../../../support/api/desk-id.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
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
const { visitor, owner: customer, agency, elsewhere } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000811', staffRole: 'DESK' })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: unknown }).fields
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#765' } })
  .jpeg()
  .toBuffer()
const image = () => new File([new Uint8Array(picture)], 'notice.jpg', { type: 'image/jpeg' })

site.clock.set('2026-11-23T05:30:00Z')
const { id: reservation } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER })
await payAtBank(site, bank, reservation)
const deskId = await deskIdOf(db, reservation)
const { ad_id } = await db
  .selectFrom('reservation')
  .select('ad_id')
  .where('id', '=', reservation)
  .executeTakeFirstOrThrow()
await db.updateTable('ad').set({ plate: '12 ب 345 ایران 99' }).where('id', '=', ad_id).execute()
const fines = () => desk.calls.company.fleet.fines
const NOTICE = {
  ...({ kind: 'FINE', plate: '۱۲ب۳۴۵-۹۹', what: 'Speeding, shore road', notice: '29110-441872' } as const),
  ...{ fined_on: '2026-12-02', fined_at: '19:40', amount: 1_100_000 },
}
const enter = (change: object = {}) => fines().enter({ ...NOTICE, ...change })

test('a notice is of the rental under way, however its plate is written, and is entered once', async () => {
  site.clock.set('2026-12-01T06:30:00Z')
  await desk.calls.company.reservations.handOver({ id: reservation })
  site.clock.set('2026-12-04T06:30:00Z')
  await desk.calls.company.reservations.takeBack({ id: reservation, reason: 'Pays by invoice' })
  const made = await enter()
  expect(made).toMatchObject({
    ...{ match: 'FOUND', status: 'OPEN', charge: null, at: '2026-12-02T16:10:00.000Z' },
    ...{ vehicle: { id: ad_id }, rental: { id: deskId, fullname: DRIVER.fullname } },
  })
  expect((await enter({ amount: 5 })).id).toBe(made.id)
  const toll = { kind: 'TOLL', notice: undefined, what: 'Bridge' }
  const first = await enter(toll)
  expect((await enter(toll)).id).toBe(first.id)
  expect((await enter({ ...toll, amount: 160_000 })).id).not.toBe(first.id)
  expect((await fines().list({})).count).toBe(3)
  site.clock.set('2026-12-04T09:00:00Z')
})

test('one between two rentals, or for a plate of another time, is nobody’s', async () => {
  const between = await enter({ notice: 'B', fined_on: '2026-12-04', fined_at: '10:20' })
  expect(between).toMatchObject({ match: 'BETWEEN', vehicle: { id: ad_id }, rental: null })
  expect(await fines().read({ id: between.id })).toMatchObject({
    ...{ before: { id: deskId }, after: null, is_open: true, is_chargeable: false },
  })
  expect(await enter({ notice: 'C', plate: '11 ب 223 ایران 99' })).toMatchObject({
    match: 'UNKNOWN_PLATE',
    vehicle: null,
  })
  expect(await codeOf(fines().charge({ id: between.id, fee: 0 }))).toBe('CHANGED_MEANWHILE')
  const nobodys = await fines().list({ view: 'UNMATCHED' })
  expect(nobodys.results.map(({ notice }) => notice).sort()).toEqual(['B', 'C'])
})

test('a plate that the vehicle had before still leads to the rental, and the new one only from then on', async () => {
  await db.updateTable('ad').set({ plate: '36291' }).where('id', '=', ad_id).execute()
  expect(await db.selectFrom('former_plate').select(['ad_id', 'plate']).execute()).toEqual([
    { ad_id, plate: '12 ب 345 ایران 99' },
  ])
  await db
    .updateTable('former_plate')
    .set({ until: new Date('2026-12-03T00:00:00Z') })
    .execute()
  expect(await enter({ notice: 'D' })).toMatchObject({ match: 'FOUND' })
  expect(await enter({ notice: 'E', plate: '36291' })).toMatchObject({ match: 'UNKNOWN_PLATE' })
  const late = { notice: 'F', plate: '36291', fined_on: '2026-12-03', fined_at: '20:00' }
  expect(await enter(late)).toMatchObject({ match: 'FOUND', rental: { id: deskId } })
})

test('what was matched wrongly is matched again after a correction', async () => {
  const one = await enter({ notice: 'G', plate: '99887' })
  expect(one.match).toBe('UNKNOWN_PLATE')
  await db.updateTable('former_plate').set({ plate: '99887' }).execute()
  expect(await fines().match({ id: one.id })).toMatchObject({ match: 'FOUND', rental: { id: deskId } })
})

test('every field is checked, all at once', async () => {
  const wrong = { kind: 'GIFT', plate: ' ', fined_on: 'soon', fined_at: '25:00', what: '', amount: 0 }
  expect(await fieldsOf(fines().enter(wrong as never))).toMatchObject({
    ...{ kind: ['required'], plate: ['required'], fined_on: ['date'], fined_at: ['time'] },
    ...{ what: ['required'], amount: ['min'] },
  })
  expect(await fieldsOf(enter({ fined_on: '2026-12-05' }))).toEqual({ fined_on: ['future'] })
  expect(await fieldsOf(enter({ fined_on: '2026-12-04', fined_at: '23:00' }))).toEqual({ fined_at: ['future'] })
  expect(await fieldsOf(enter({ plate: '—' }))).toEqual({ plate: ['characters'] })
})

test('a list is entered by row: the valid ones once, the others with what is wrong', async () => {
  const row = (notice: string, change: object = {}) => ({
    ...{ kind: 'TOLL', plate: '36291', fined_on: '2026-12-03', fined_at: '20:00', what: 'Bridge', amount: '160000' },
    ...{ notice, ...change },
  })
  const rows = [
    row('L1'),
    row('L2', { amount: 'much' }),
    row('L3', { fined_on: '۱۴۰۵/۰۹/۱۲' }),
    row('L1'),
    row('L4', { plate: '' }),
  ]
  const answer = await fines().enterMany({ rows })
  expect(answer).toEqual({
    ...{ added: 2, found: 2, known: 1 },
    refused: [
      { row: 1, fields: { amount: ['number'] } },
      { row: 4, fields: { plate: ['required'] } },
    ],
  })
  expect(await fines().enterMany({ rows })).toMatchObject({ added: 0, known: 3 })
  const many = Array.from({ length: 501 }, (_, index) => row(`M${index}`))
  expect(await fieldsOf(fines().enterMany({ rows: many }))).toHaveProperty('rows')
  const began = performance.now()
  expect(await fines().enterMany({ rows: many.slice(0, 500) })).toMatchObject({ added: 500 })
  expect(performance.now() - began).toBeLessThan(5000)
})

test('the customer is asked once for the notice and a bounded fee, with its picture, and may dispute it', async () => {
  const { results } = await fines().list({ view: 'ALL', size: 20, page: 26 })
  const { id } = results.find(({ notice }) => notice === NOTICE.notice)!
  expect(await fieldsOf(fines().charge({ id, fee: 1_000_000 }))).toEqual({ image: ['picture_required'] })
  expect(await fieldsOf(fines().charge({ id, fee: 1_000_001, image: image() }))).toEqual({ fee: ['max'] })
  for (const { calls } of [elsewhere, customer]) {
    expect(await codeOf(calls.company.fleet.fines.charge({ id, fee: 0 }))).toBe('NOT_FOUND')
  }
  expect((await fines().read({ id })).usual_fee).toBe(0)
  await agency.calls.company.settings.update({ fine_fee: 950_000 })
  const { usual_fee } = await fines().read({ id })
  const asked = await fines().charge({ id, fee: usual_fee, image: image() })
  expect(asked).toMatchObject({ status: 'CHARGED', fee: 950_000, charge: 'OPEN' })
  expect(await codeOf(fines().charge({ id, fee: 0 }))).toBe('CHANGED_MEANWHILE')
  expect(await codeOf(fines().bear({ id }))).toBe('CHANGED_MEANWHILE')
  const { proposals } = await customer.calls.reservations.protocols({ id: reservation })
  expect(proposals).toMatchObject([
    {
      ...{ kind: 'HAND', status: 'OPEN', amount: 2_050_000, reason: `${NOTICE.what} · ${NOTICE.notice}` },
      lines: [
        { kind: 'fine', amount: 1_100_000 },
        { kind: 'handling', amount: 950_000 },
      ],
    },
  ])
  expect(proposals[0]?.picture).not.toBeNull()
  const dispute = {
    id: reservation,
    proposal: proposals[0]!.id,
    answer: 'DISPUTE',
    message: 'Paid on 5 December',
  } as const
  expect(await customer.calls.reservations.answerProposal(dispute)).toMatchObject({ status: 'DISPUTED' })
  expect(await fines().read({ id })).toMatchObject({ charge: 'DISPUTED', is_open: false })
  expect(await wrongInBooks(db)).toEqual([])
})

test('what was withdrawn can be decided anew, and two colleagues decide once', async () => {
  const { id } = await enter({ notice: 'W', amount: 400_000, plate: '99887' })
  const twice = await Promise.allSettled([fines().charge({ id, fee: 0 }), fines().charge({ id, fee: 0 })])
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { proposal_id } = await db
    .selectFrom('fine')
    .select('proposal_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await desk.calls.company.protocols.withdrawProposal({ id: reservation, proposal: proposal_id! })
  expect(await fines().read({ id })).toMatchObject({ charge: 'WITHDRAWN', is_open: true, is_chargeable: true })
  expect(await fines().bear({ id })).toMatchObject({ status: 'COMPANY', charge: null })
  expect(await fines().bear({ id })).toMatchObject({ status: 'COMPANY' })
  expect(await codeOf(fines().charge({ id, fee: 0 }))).toBe('CHANGED_MEANWHILE')
})

test('months after the trip a customer is still asked, and a year after it nobody is', async () => {
  const { id } = await enter({ notice: 'Y', amount: 400_000, plate: '99887' })
  site.clock.set('2027-12-03T06:30:00Z')
  expect((await fines().read({ id })).is_chargeable).toBe(false)
  expect(await codeOf(fines().charge({ id, fee: 0 }))).toBe('CHANGED_MEANWHILE')
  site.clock.set('2027-10-03T06:30:00Z')
  expect(await fines().charge({ id, fee: 0 })).toMatchObject({ status: 'CHARGED' })
})
