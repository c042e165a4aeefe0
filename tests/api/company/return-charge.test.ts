import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { deskIdOf } from '../../support/api/desk-id.ts'
import { ABROAD, DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { withStoreAway } from '../../support/api/store-away.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
await db.updateTable('ad').set({ mileage_per_day: 250 }).execute()
const { visitor, owner, elsewhere } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000101', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000102', staffRole: 'DRIVER' })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const RECORD = { odometer: 48_000, level: 8, handed_by: 'لیلا', received_by: 'سارا محمدی' } as const
const scratch = { zone: 'BONNET', type: 'SCRATCH', size: 'COIN' } as const

async function picture(): Promise<File> {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#654' } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'bonnet.jpg', { type: 'image/jpeg' })
}

/** A rental whose vehicle is out, on the day of its return. */
async function out(car: number) {
  site.clock.set('2026-11-23T05:30:00Z')
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: car })
  await payAtBank(site, bank, id)
  site.clock.set('2026-12-01T06:30:00Z')
  await desk.calls.company.protocols.finish({ id, kind: 'PICK_UP', ...RECORD })
  site.clock.set('2026-12-04T06:30:00Z')
  return id
}
const BACK = {
  kind: 'RETURN',
  ...RECORD,
  odometer: 48_850,
  level: 6,
  marks: [scratch],
  open_reason: 'By invoice',
} as const

test('what a return proposes is checked, changed and sent by the company; until then the customer sees nothing of it', async () => {
  const id = await out(101)
  const deskId = await deskIdOf(db, id)
  const notified = () =>
    db
      .selectFrom('notification')
      .select('id')
      .where('reservation_id', '=', id)
      .where('kind', '=', 'chargeProposed')
      .execute()
  const { proposal: made } = await driver.calls.company.protocols.finish({ id, ...BACK, marks: [scratch] })
  const proposal = made!
  const { editProposal } = desk.calls.company.protocols
  const draft = async () => (await desk.calls.company.reservations.read({ id })).proposals[0]!
  const seen = async () => (await owner.calls.reservations.protocols({ id })).proposals
  expect(await draft()).toMatchObject({ id: proposal, status: 'DRAFT', amount: 2_800_000, sent_at: null })
  expect((await desk.calls.company.reservations.today({})).drafts).toContainEqual(
    expect.objectContaining({ reservation: deskId, kind: 'RETURN', amount: 2_800_000 }),
  )
  expect((await driver.calls.company.reservations.today({})).drafts).toEqual([])
  expect((await elsewhere.calls.company.reservations.today({})).drafts).toEqual([])
  expect(await seen()).toEqual([])
  const answer = { id, proposal, answer: 'ACCEPT' } as const
  expect(await codeOf(owner.calls.reservations.answerProposal(answer))).toBe('NOT_FOUND')
  expect(await codeOf(owner.calls.reservations.transactionCode({ id: proposal }))).toBe('NOT_PAYABLE')

  // Kilometres and fuel are agreed: less, never more. A damage may cost more, with a reason and a picture.
  const changed = { id, proposal, former: 2_800_000, amounts: [400_000, 0, 3_000_000] }
  const fieldsOf = async (change: object) =>
    ((await refusal(editProposal({ ...changed, ...change }))).data as { fields: unknown }).fields
  expect(await fieldsOf({ amounts: [500_001, 300_001, 2_500_000] })).toEqual({
    'amounts.0': ['above_terms'],
    'amounts.1': ['above_terms'],
    reason: ['required'],
    image: ['picture_required'],
  })
  expect(await fieldsOf({ amounts: [0, 0, 0] })).toEqual({ '': ['charge_of_nothing'] })
  expect(await fieldsOf({ amounts: [-1, 0, 0] })).toEqual({ 'amounts.0': ['min'] })
  expect(await codeOf(editProposal({ ...changed, amounts: [1] }))).toBe('CHANGED_MEANWHILE')
  expect(await codeOf(editProposal({ ...changed, former: 1 }))).toBe('CHANGED_MEANWHILE')
  for (const { calls } of [driver, owner, elsewhere]) {
    expect(await codeOf(calls.company.protocols.editProposal(changed))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.protocols.sendProposal({ id, proposal, amount: 1 }))).toBe('NOT_FOUND')
  }
  const reason = 'The bonnet has to be painted'
  const edited = await editProposal({ ...changed, reason, image: await picture() })
  expect(edited).toMatchObject({ amount: 3_400_000, status: 'DRAFT', reason })
  const { photo = '' } = edited.picture ?? {}
  expect(await codeOf(owner.calls.reservations.protocolPhoto({ id, photo }))).toBe('NOT_FOUND')
  expect(await desk.calls.reservations.protocolPhoto({ id, photo })).toMatchObject({ type: 'image/jpeg' })
  // Its amounts again change nothing, even with the sum from before.
  expect((await editProposal({ ...changed, reason })).picture).toEqual(edited.picture)
  // Another picture replaces it, and no file is left over.
  const kept = await db
    .selectFrom('protocol_photo')
    .select('file_key')
    .where('id', '=', photo)
    .executeTakeFirstOrThrow()
  const image = await picture()
  const replaced = await withStoreAway(site, () => editProposal({ ...changed, reason, image }))
  await site.drain()
  expect(await site.deps.files.exists(kept.file_key)).toBe(false)

  // A wrong reading is corrected in the draft; no message goes out.
  const right = { id, kind: 'RETURN', odometer: 48_790, former: 48_850, reason: 'Read 5 for 9' } as const
  await desk.calls.company.protocols.correctOdometer(right)
  expect(await draft()).toMatchObject({ status: 'DRAFT', amount: 3_200_000 })
  expect(await notified()).toEqual([])

  expect(await codeOf(desk.calls.company.protocols.sendProposal({ id, proposal, amount: 3_400_000 }))).toBe(
    'CHANGED_MEANWHILE',
  )
  site.clock.set('2026-12-06T06:30:00Z')
  const sending = () => desk.calls.company.protocols.sendProposal({ id, proposal, amount: 3_200_000 })
  const [sent, twice] = await Promise.all([sending(), sending()])
  expect(twice).toEqual(sent)
  expect((await notified()).length).toBeGreaterThan(0)
  // The week for the answer begins now, and what is not asked for is not listed.
  expect(await seen()).toMatchObject([
    {
      status: 'OPEN',
      amount: 3_200_000,
      reason,
      answer_by: '2026-12-13T06:30:00.000Z',
      lines: [
        { kind: 'km', quantity: 40, amount: 200_000 },
        { kind: 'damage', amount: 3_000_000, unit: 2_000_000 },
      ],
    },
  ])
  expect(await owner.calls.reservations.protocolPhoto({ id, photo: replaced.picture?.photo ?? '' })).toMatchObject({
    type: 'image/jpeg',
  })
  expect(await codeOf(desk.calls.company.protocols.editProposal(changed))).toBe('PROPOSAL_CONFLICT')
  expect((await desk.calls.company.reservations.today({})).drafts).toEqual([])
  await desk.calls.company.protocols.withdrawProposal({ id, proposal })
  expect(await codeOf(sending())).toBe('PROPOSAL_CONFLICT')
})

test('one that is deleted leaves no trace for the customer, and nobody hears of it', async () => {
  const id = await out(102)
  const { proposal } = await desk.calls.company.protocols.finish({ id, ...BACK, marks: [] })
  await desk.calls.company.protocols.withdrawProposal({ id, proposal: proposal! })
  expect((await owner.calls.reservations.protocols({ id })).proposals).toEqual([])
  expect((await desk.calls.company.reservations.read({ id })).proposals).toEqual([])
  const heard = await db.selectFrom('notification').select('kind').where('reservation_id', '=', id).execute()
  expect(heard.map(({ kind }) => kind).filter((kind) => kind.startsWith('charge'))).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

test('kilometres and fuel are included as at the booking, whatever the company changes of the vehicle meanwhile', async () => {
  const changed = (car: number) =>
    db.updateTable('ad').set({ mileage_per_day: 100, fuel_rule: 'FULL_TO_FULL' }).where('id', '=', car).execute()
  await db.updateTable('ad').set({ fuel_rule: 'PREPAID' }).where('id', 'in', [107, 108]).execute()
  const id = await out(107)
  await changed(107)
  const { proposal } = await desk.calls.company.protocols.finish({ id, ...BACK, marks: [], odometer: 48_750 })
  expect(proposal).toBeNull()
  const right = { id, kind: 'RETURN', odometer: 48_760, former: 48_750, reason: 'Blurred' } as const
  await desk.calls.company.protocols.correctOdometer(right)
  expect((await desk.calls.company.reservations.read({ id })).proposals).toMatchObject([
    { lines: [{ kind: 'km', quantity: 10 }] },
  ])

  // A reservation and a record that were made before they kept them go by the vehicle.
  const older = await out(108)
  await db.updateTable('reservation').set({ terms: null }).where('id', '=', older).execute()
  const { terms } = (await owner.calls.reservations.protocols({ id: older })).protocols[0]!
  await db
    .updateTable('protocol')
    .set({ terms: JSON.stringify(terms) })
    .where('reservation_id', '=', older)
    .execute()
  await changed(108)
  await desk.calls.company.protocols.finish({ id: older, ...BACK, marks: [], odometer: 48_750 })
  expect((await desk.calls.company.reservations.read({ id: older })).proposals).toMatchObject([
    {
      lines: [
        { kind: 'km', quantity: 450 },
        { kind: 'fuel', quantity: 2 },
      ],
    },
  ])
})

test('a further kilometre costs what the vehicle’s page said at the booking, in the reservation’s currency', async () => {
  const priced = (extra_km_price: number) =>
    db.updateTable('ad').set({ extra_km_price }).where('id', '=', 103).execute()
  await priced(8_000)
  const id = await out(103)
  await priced(20_000)
  expect((await desk.calls.company.protocols.read({ id, kind: 'RETURN' })).terms.km).toBe(8_000)
  await desk.calls.company.protocols.finish({ id, ...BACK, marks: [], level: 8 })
  expect((await desk.calls.company.reservations.read({ id })).proposals).toMatchObject([
    { amount: 800_000, lines: [{ kind: 'km', quantity: 100, unit: 8_000 }] },
  ])

  // 8,000 toman are 8 cents, and nothing is nothing.
  await db.updateTable('ad').set({ extra_km_price: 8_000 }).where('id', '=', 104).execute()
  await db.updateTable('ad').set({ extra_km_price: 0 }).where('id', '=', 105).execute()
  const termsOf = async (car: number, currency: 'IRT' | 'EUR') => {
    site.clock.set('2026-11-23T05:30:00Z')
    const { id } = await visitor.reservations.reserve({
      ...RENTAL,
      ...DRIVER,
      ...(currency === 'EUR' && ABROAD),
      id: car,
      currency,
    })
    return (await desk.calls.company.protocols.read({ id, kind: 'PICK_UP' })).terms
  }
  expect(await termsOf(104, 'EUR')).toMatchObject({ km: 8, fuel_eighth: 1_200 })
  expect(await termsOf(105, 'IRT')).toMatchObject({ km: 0 })
  expect(await termsOf(106, 'IRT')).toMatchObject({ km: 5_000 })
})
