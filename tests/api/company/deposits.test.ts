import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { balances, wrongInBooks } from '../../support/api/books.ts'
import { deskIdOf } from '../../support/api/desk-id.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
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
const { visitor, owner, other, agency, elsewhere } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000101', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000102', staffRole: 'DRIVER' })

const BEFORE = '2026-11-23T05:30:00Z'
const PICK_UP = '2026-12-01T06:30:00Z'
const RETURN = '2026-12-04T06:30:00Z'
const AMOUNT = 15_000_000
const OUT = { kind: 'PICK_UP', odometer: 48_000, level: 8, handed_by: 'لیلا', received_by: 'سارا محمدی' } as const
const BACK = { ...OUT, kind: 'RETURN', odometer: 48_100, open_reason: 'Pays by invoice' } as const

beforeEach(() => site.clock.set(BEFORE))
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

let car = 101
async function confirmed(at = PICK_UP) {
  car += 1
  site.clock.set(BEFORE)
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: car })
  await payAtBank(site, bank, id)
  await db.updateTable('reservation').set({ trust: 'CHEQUE', guarantee_amount: AMOUNT }).where('id', '=', id).execute()
  site.clock.set(at)
  return id
}
const protocols = () => desk.calls.company.protocols
/** A rental that is back, whose deposit was taken in this way at the hand-over. */
async function returned(deposit_way: 'CASH' | 'CARD_HOLD' | 'TRANSFER' = 'CASH', charge: object = {}) {
  const id = await confirmed()
  await protocols().finish({ id, ...OUT, deposit: AMOUNT, deposit_way })
  site.clock.set(RETURN)
  const { proposal } = await protocols().finish({ id, ...BACK, ...charge })
  return { id, proposal: proposal ?? '' }
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) =>
  ((await refusal(call)).data as { fields?: object } | undefined)?.fields
const factsOf = async (id: string) => (await owner.calls.reservations.read({ id })).deposit_facts
const kindsOf = async (id: string) => {
  const rows = await db.selectFrom('notification').select('kind').where('reservation_id', '=', id).execute()
  return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('deposit'))
}
async function picture() {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#765' } })
    .jpeg()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'cheque.jpg', { type: 'image/jpeg' })
}

describe('a deposit that is taken', () => {
  test('is agreed before, then held as money that is not the company’s, and the customer is notified of the day when it is due back', async () => {
    const id = await confirmed(BEFORE)
    expect(await factsOf(id)).toMatchObject({ state: 'AGREED', agreed: AMOUNT, taken: 0, back_by: '2026-12-11' })
    const before = await balances(db)
    const take = () => protocols().takeDeposit({ id, amount: AMOUNT, way: 'TRANSFER', reference: '004418' })
    const [first, second] = await Promise.all([take(), take()])
    expect(first.deposit_held).toBe(AMOUNT)
    expect(second).toEqual(first)
    const after = await balances(db)
    expect(after[`DEPOSIT ${id}`]).toBe(AMOUNT)
    expect((after['TILL 1'] ?? 0) - (before['TILL 1'] ?? 0)).toBe(-AMOUNT)
    expect(after['DESK_INCOME 1']).toBe(before['DESK_INCOME 1'])
    expect(await factsOf(id)).toMatchObject({ state: 'HELD', held: AMOUNT, way: 'TRANSFER', back_by: '2026-12-11' })
    expect(await kindsOf(id)).toEqual(['depositTaken'])
    expect(await fieldsOf(agency.calls.company.protocols.takeDeposit({ id, amount: 1, way: 'CASH' }))).toEqual({
      amount: ['deposit_taken'],
    })
    site.clock.set(PICK_UP)
    expect(await fieldsOf(protocols().finish({ id, ...OUT, deposit: 1, deposit_way: 'CASH' }))).toEqual({
      deposit: ['deposit_taken'],
    })
  })

  test('by cheque needs its picture, which the customer may have sent; a promise is not in the books', async () => {
    const id = await confirmed(BEFORE)
    const cheque = { id, amount: AMOUNT, way: 'CHEQUE' } as const
    expect(await fieldsOf(protocols().takeDeposit(cheque))).toEqual({ image: ['picture_required'] })
    await protocols().takeDeposit({ ...cheque, image: await picture() })
    expect((await balances(db))[`DEPOSIT ${id}`]).toBeUndefined()
    expect(await factsOf(id)).toMatchObject({ state: 'HELD', held: AMOUNT, way: 'CHEQUE' })
    expect((await owner.calls.reservations.readDeposit({ id })).size).toBeGreaterThan(0)
    const sent = await confirmed(BEFORE)
    await owner.calls.reservations.uploadDeposit({ reservation: sent, image: await picture() })
    await protocols().takeDeposit({ ...cheque, id: sent })
  })

  test('by cheque keeps one picture: a former one, and one that is sent again, are removed from the store', async () => {
    const id = await confirmed(BEFORE)
    const { files } = site.deps
    const sent: string[] = []
    const { put } = files
    files.put = (key, body) => {
      sent.push(key)
      return put(key, body)
    }
    await owner.calls.reservations.uploadDeposit({ reservation: id, image: await picture() })
    const cheque = { id, amount: AMOUNT, way: 'CHEQUE', image: await picture() } as const
    for (let n = 0; n < 2; n++) await withStoreAway(site, () => protocols().takeDeposit(cheque))
    files.put = put
    await site.drain()
    expect(await Promise.all(sent.map((key) => files.exists(key)))).toEqual([false, true, false])
  })

  test('names all that is wrong at once, and takes nothing before the confirmation or after the return', async () => {
    const id = await confirmed(BEFORE)
    expect(await fieldsOf(protocols().takeDeposit({ id, amount: 0, way: 'GOLD' } as never))).toMatchObject({
      amount: ['min'],
      way: ['required'],
    })
    const { id: over } = await returned()
    await db.updateTable('reservation').set({ status: 'COMPLETED' }).where('id', '=', over).execute()
    expect(await codeOf(agency.calls.company.protocols.takeDeposit({ id: over, amount: 1, way: 'CASH' }))).toBe(
      'STATUS_CONFLICT',
    )
  })

  test('is no business of customers, other companies and drivers', async () => {
    const id = await confirmed(BEFORE)
    for (const { calls } of [owner, other, elsewhere, driver]) {
      expect(await codeOf(calls.company.protocols.takeDeposit({ id, amount: 1, way: 'CASH' }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.company.protocols.giveDepositBack({ id, amount: 1 }))).toBe('NOT_FOUND')
    }
    expect((await elsewhere.calls.company.deposits.list({})).count).toBe(0)
    expect(await codeOf(driver.calls.company.deposits.list({}))).toBe('NOT_FOUND')
  })
})

describe('where a country bounds deposits', () => {
  test('more than three days’ rent is refused, at the desk and at the hand-over', async () => {
    const id = await confirmed(BEFORE)
    const turkey = await db
      .updateTable('country')
      .set({ code: 'TR' })
      .where('code', '=', 'IR')
      .returning('id')
      .executeTakeFirstOrThrow()
    try {
      const { cap } = await factsOf(id)
      expect(cap).toMatchObject({ day_rents: 3, is_draft: true, of: '2026-02-10' })
      const amount = (cap?.amount ?? 0) + 1
      const { data } = await refusal(protocols().takeDeposit({ id, amount, way: 'CASH' }))
      expect(data).toEqual({ fields: { amount: ['deposit_cap'] }, values: { amount: { n: 3 } } })
      site.clock.set(PICK_UP)
      const record = { id, ...OUT, deposit_way: 'CASH' } as const
      expect(await fieldsOf(protocols().finish({ ...record, deposit: amount }))).toEqual({ deposit: ['deposit_cap'] })
      await db.updateTable('company').set({ deposit_back_days: 20 }).where('id', '=', TOMAN.company).execute()
      await protocols().finish({ ...record, deposit: amount - 1 })
      expect(await factsOf(id)).toMatchObject({ back_days: 7, held: amount - 1 })
    } finally {
      await db.updateTable('country').set({ code: 'IR' }).where('id', '=', turkey.id).execute()
      await db.updateTable('company').set({ deposit_back_days: null }).where('id', '=', TOMAN.company).execute()
    }
  })

  test('the company’s own term counts for deposits that are taken from then on', async () => {
    const { id: before } = await returned()
    await agency.calls.company.settings.update({ deposit_back_days: 3 })
    const { id } = await returned()
    expect(await factsOf(id)).toMatchObject({ back_days: 3, back_by: '2026-12-07' })
    expect(await factsOf(before)).toMatchObject({ back_days: 7, back_by: '2026-12-11' })
    expect(await fieldsOf(agency.calls.company.settings.update({ deposit_back_days: 31 }))).toEqual({
      deposit_back_days: ['max'],
    })
    await agency.calls.company.settings.update({ deposit_back_days: 7 })
  })
})

describe('a deposit that goes', () => {
  test('is given back once, whoever sends it again, and the customer is notified', async () => {
    const { id } = await returned('TRANSFER')
    const give = (by: typeof desk) => by.calls.company.protocols.giveDepositBack({ id, amount: AMOUNT })
    const answers = await Promise.allSettled([give(desk), give(agency)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await balances(db))[`DEPOSIT ${id}`]).toBeUndefined()
    const facts = await factsOf(id)
    expect(facts).toMatchObject({ state: 'GIVEN_BACK', taken: AMOUNT, back: AMOUNT, kept: 0, held: 0, back_by: null })
    expect(facts.closed_at).toBe(new Date(RETURN).toISOString())
    expect(await kindsOf(id)).toEqual(['depositTaken', 'depositBack'])
    const money = await db.selectFrom('desk_money').select('purpose').where('reservation_id', '=', id).execute()
    expect(money.filter(({ purpose }) => purpose === 'DEPOSIT_BACK')).toHaveLength(1)
  })

  test('is kept in part for an accepted charge only, and to the minor unit', async () => {
    const { id, proposal } = await returned('CARD_HOLD', { level: 4 })
    const { proposals } = await desk.calls.company.reservations.read({ id })
    const asked = proposals[0]?.amount ?? 0
    await protocols().sendProposal({ id, proposal, amount: asked })
    const keep = () => protocols().settleProposal({ id, proposal, by: 'DEPOSIT' })
    expect(await codeOf(keep())).toBe('PROPOSAL_CONFLICT')
    await owner.calls.reservations.answerProposal({ id, proposal, answer: 'ACCEPT' })
    await Promise.all([keep(), keep()])
    expect(await factsOf(id)).toMatchObject({ state: 'HELD', kept: asked, held: AMOUNT - asked })
    await protocols().giveDepositBack({ id, amount: AMOUNT - asked })
    expect(await factsOf(id)).toMatchObject({ state: 'PARTLY_KEPT', kept: asked, back: AMOUNT - asked, held: 0 })
  })

  test('cannot be kept where the charge is more than what is held', async () => {
    const id = await confirmed()
    await protocols().finish({ id, ...OUT, deposit: 1000, deposit_way: 'CASH' })
    site.clock.set(RETURN)
    const { proposal } = await protocols().finish({ id, ...BACK, level: 4 })
    const { proposals } = await desk.calls.company.reservations.read({ id })
    await protocols().sendProposal({ id, proposal: proposal ?? '', amount: proposals[0]?.amount ?? 0 })
    await owner.calls.reservations.answerProposal({ id, proposal: proposal ?? '', answer: 'ACCEPT' })
    expect(await fieldsOf(protocols().settleProposal({ id, proposal: proposal ?? '', by: 'DEPOSIT' }))).toEqual({
      by: ['more_than_held'],
    })
    await expect(
      db
        .insertInto('desk_money')
        .values({
          ...{ id: 'too-much', reservation_id: id, purpose: 'CHARGE_FROM_DEPOSIT', way: 'CASH', amount: 1001 },
          at: new Date(RETURN),
        })
        .execute(),
    ).rejects.toThrow(/deposit/)
  })

  test('of a rental that was called off is due back from that day', async () => {
    const id = await confirmed(BEFORE)
    await protocols().takeDeposit({ id, amount: AMOUNT, way: 'TRANSFER' })
    await owner.calls.reservations.cancel({ id })
    expect(await factsOf(id)).toMatchObject({ state: 'HELD', ended_on: '2026-11-23', back_by: '2026-11-30' })
    await protocols().giveDepositBack({ id, amount: AMOUNT })
    expect(await factsOf(id)).toMatchObject({ state: 'GIVEN_BACK', held: 0 })
  })

  test('leaves no trace where the hand-over is undone', async () => {
    const id = await confirmed()
    await protocols().finish({ id, ...OUT, deposit: AMOUNT, deposit_way: 'CASH' })
    await desk.calls.company.reservations.undo({ id })
    expect(await factsOf(id)).toMatchObject({ state: 'AGREED', taken: 0, held: 0 })
    expect((await balances(db))[`DEPOSIT ${id}`]).toBeUndefined()
  })
})

describe('the desk’s list', () => {
  test('has what is held by the day on which it is due back, with sums by way, and what is over apart', async () => {
    const { id } = await returned('CASH')
    const all = await desk.calls.company.deposits.list({ size: 100 })
    const days = all.results.map(({ deposit }) => deposit.back_by ?? '')
    expect(days).toEqual([...days].sort())
    const shown = await deskIdOf(db, id)
    const row = all.results.find(({ reservation }) => reservation.id === shown)
    expect(row).toMatchObject({ free: AMOUNT, disputed: 0, deposit: { due: 'LATER', held: AMOUNT } })
    const sum = all.held.reduce((total, { amount }) => total + amount, 0)
    expect(all.results.reduce((total, { deposit }) => total + deposit.held, 0)).toBe(sum)
    expect(all.overdue).toBe(0)
    site.clock.set('2026-12-12T06:30:00Z')
    const later = await desk.calls.company.deposits.list({ size: 100, view: 'DUE' })
    expect(later.overdue).toBeGreaterThan(0)
    expect(later.results.find(({ reservation }) => reservation.id === shown)?.deposit.due).toBe('OVERDUE')
    const over = await desk.calls.company.deposits.list({ size: 100, view: 'OVER' })
    expect(over.results.every(({ deposit }) => deposit.held === 0)).toBe(true)
    expect(over.count).toBeGreaterThan(0)
  })
})

describe('a company is reminded', () => {
  test('the morning before and once when it is overdue, not before, and not of what was given back', async () => {
    const { id } = await returned('CASH')
    const sweepAt = async (iso: string) => {
      site.clock.set(iso)
      await Promise.all([site.sweep(), site.sweep()])
      return (await kindsOf(id)).filter((kind) => kind !== 'depositTaken')
    }
    expect(await sweepAt('2026-12-09T12:00:00Z')).toEqual([])
    expect(await sweepAt('2026-12-10T04:00:00Z')).toEqual([])
    const soon = await sweepAt('2026-12-10T06:00:00Z')
    expect(new Set(soon)).toEqual(new Set(['depositSoon']))
    expect(await sweepAt('2026-12-11T12:00:00Z')).toEqual(soon)
    const overdue = await sweepAt('2026-12-12T06:00:00Z')
    expect(new Set(overdue)).toEqual(new Set(['depositSoon', 'depositOverdue']))
    expect(await sweepAt('2026-12-13T06:00:00Z')).toEqual(overdue)
    const { id: done } = await returned('CASH', { deposit: AMOUNT })
    await sweepAt('2026-12-10T06:00:00Z')
    expect(await kindsOf(done)).toEqual(['depositTaken', 'depositBack'])
  })
})
