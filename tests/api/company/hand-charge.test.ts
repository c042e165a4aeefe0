import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
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
const { visitor, owner: customer, other, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000801', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000802', staffRole: 'DRIVER' })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: unknown }).fields
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#765' } })
  .jpeg()
  .toBuffer()
const image = () => new File([new Uint8Array(picture)], 'scratch.jpg', { type: 'image/jpeg' })

site.clock.set('2026-11-23T05:30:00Z')
const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER })
await payAtBank(site, bank, id)
const ask = (change: object = {}, calls = desk.calls) =>
  calls.company.protocols.chargeByHand({
    id,
    what: 'fine',
    amount: 900_000,
    reason: 'Speeding on 2 December',
    ...change,
  })

test('nothing can be asked for by hand before the vehicle is back', async () => {
  expect(await codeOf(ask())).toBe('STATUS_CONFLICT')
  site.clock.set('2026-12-01T06:30:00Z')
  await desk.calls.company.reservations.handOver({ id })
  expect(await codeOf(ask())).toBe('STATUS_CONFLICT')
  site.clock.set('2026-12-04T06:30:00Z')
  await desk.calls.company.reservations.takeBack({ id, reason: 'Pays by invoice' })
})

test('needs a reason, an amount, and a picture above the limit', async () => {
  expect(await fieldsOf(ask({ reason: ' ' }))).toEqual({ reason: ['required'] })
  expect(await fieldsOf(ask({ amount: 0 }))).toEqual({ amount: ['min'] })
  expect(await fieldsOf(ask({ what: 'tip' }))).toHaveProperty('what')
  expect(await fieldsOf(ask({ amount: 2_000_001 }))).toEqual({ image: ['picture_required'] })
  const script = new File(['<svg><script/></svg>'], 'x.jpg', { type: 'image/jpeg' })
  expect(await fieldsOf(ask({ image: script }))).toEqual({ image: ['image_type'] })
})

test('belongs to owners and the desk of the company alone', async () => {
  for (const { calls } of [customer, other, elsewhere, driver]) expect(await codeOf(ask({}, calls))).toBe('NOT_FOUND')
  expect(await codeOf(ask({}, visitor as never))).toBe('INVALID_TOKEN')
})

test('the customer is asked once, with the reason and the picture, and books stay as they are', async () => {
  const repair = { what: 'repair', amount: 5_000_000, reason: 'Scratch under the bumper', image: image() }
  const made = await ask(repair)
  expect(made).toMatchObject({ kind: 'HAND', status: 'OPEN', amount: 5_000_000, reason: repair.reason, due: 0 })
  const repeated = await withStoreAway(site, () => ask({ ...repair, image: image() }))
  expect(repeated.id).toBe(made.id)
  const small = await ask()
  expect(small).toMatchObject({ picture: null, lines: [{ kind: 'fine', quantity: 1, amount: 900_000 }] })
  const { proposals } = await customer.calls.reservations.protocols({ id })
  expect(proposals.map((one) => one.id).sort()).toEqual([made.id, small.id].sort())
  const { photo = '' } = proposals.find((one) => one.id === made.id)?.picture ?? {}
  expect(await customer.calls.reservations.protocolPhoto({ id, photo })).toMatchObject({ type: 'image/jpeg' })
  expect(await codeOf(other.calls.reservations.protocolPhoto({ id, photo }))).toBe('NOT_FOUND')
  expect(await wrongInBooks(db)).toEqual([])
})

test('a wrong one is withdrawn and made again, and a disputed one goes to an operator', async () => {
  const before = (await desk.calls.company.reservations.read({ id })).proposals.find(({ amount }) => amount === 900_000)
  await desk.calls.company.protocols.withdrawProposal({ id, proposal: before?.id ?? '' })
  const again = await ask({ amount: 700_000 })
  const answer = { id, proposal: again.id, answer: 'DISPUTE', message: 'I was not there.' } as const
  expect(await customer.calls.reservations.answerProposal(answer)).toMatchObject({ status: 'DISPUTED' })
  expect((await admin.calls.operator.disputes.list({})).count).toBe(1)
})

test('a charge is edited before it is sent, which the customer does not see, and not after it', async () => {
  const { protocols, reservations } = desk.calls.company
  const draft = async () => (await reservations.read({ id })).charge_draft
  const asked = async () => (await customer.calls.reservations.protocols({ id })).proposals.length
  const before = await asked()
  const charge = { id, what: 'cleaning', amount: 2_400_000, reason: 'Dirty seats' } as const
  expect(await fieldsOf(protocols.saveCharge({ ...charge, reason: ' ' }))).toEqual({ reason: ['required'] })
  await protocols.saveCharge({ ...charge, image: image() })
  const first = await draft()
  expect(first).toMatchObject({ what: 'cleaning', amount: 2_400_000, reason: 'Dirty seats', photo: expect.any(String) })
  expect(await codeOf(driver.calls.company.protocols.saveCharge(charge))).toBe('NOT_FOUND')

  // The picture stays, is replaced, and goes; each former file with it.
  const keyOf = (photo: string) =>
    db.selectFrom('protocol_photo').select('file_key').where('id', '=', photo).executeTakeFirst()
  const { file_key = '' } = (await keyOf(first?.photo ?? '')) ?? {}
  await protocols.saveCharge({ ...charge, amount: 2_500_000 })
  expect(await draft()).toMatchObject({ amount: 2_500_000, photo: first?.photo })
  await withStoreAway(site, () => protocols.saveCharge({ ...charge, image: image() }))
  await site.drain()
  expect((await draft())?.photo).not.toBe(first?.photo)
  expect(await site.deps.files.exists(file_key)).toBe(false)
  await protocols.saveCharge({ ...charge, without_picture: true })
  expect(await draft()).toMatchObject({ photo: null })
  expect(await fieldsOf(ask({ ...charge, draft: true }))).toEqual({ image: ['picture_required'] })
  await protocols.saveCharge({ ...charge, image: image() })
  expect(await asked()).toBe(before)

  // Sent with its picture, once; then there is nothing to edit.
  const kept = (await draft())?.photo
  const sent = await ask({ ...charge, reason: 'Dirty seats and a stain', draft: true })
  expect(sent).toMatchObject({ status: 'OPEN', amount: 2_400_000, picture: { photo: kept } })
  expect((await ask({ ...charge, reason: 'Dirty seats and a stain', draft: true })).id).toBe(sent.id)
  expect(await fieldsOf(ask({ ...charge, reason: 'Another tab', draft: true }))).toEqual({ '': ['charge_sent'] })
  expect([await draft(), await asked()]).toEqual([null, before + 1])
  await protocols.withdrawProposal({ id, proposal: sent.id })
  await protocols.saveCharge({ ...charge, image: image() })
  const last = await keyOf((await draft())?.photo ?? '')
  await withStoreAway(site, () => protocols.dropCharge({ id }))
  await site.drain()
  expect(await site.deps.files.exists(last?.file_key ?? '')).toBe(false)
  await protocols.dropCharge({ id })
  expect(await draft()).toBeNull()
})

test('is possible for 30 days after the return, and for ten things', async () => {
  for (let n = 0; n < 8; n++) await ask({ amount: 10_000 + n, what: 'toll' })
  expect(await fieldsOf(ask({ amount: 30_000 }))).toEqual({ '': ['too_many_charges'] })
  site.clock.set('2027-01-03T06:30:01Z')
  expect(await codeOf(ask({ amount: 30_000 }))).toBe('STATUS_CONFLICT')
})
