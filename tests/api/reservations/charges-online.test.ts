import { afterEach, describe, expect, test } from 'vitest'
import { post } from '#app/api/books/ledger.ts'
import { testApi } from '../../support/api/api.ts'
import { balances, wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
await db.updateTable('ad').set({ mileage_per_day: 250 }).execute()
const { visitor, owner, agency } = await fiveIdentities(site)
// A new session each time, because the clock moves between the steps.
const desk = () => agency.calls.company

afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const RECORD = { odometer: 48_000, level: 8, handed_by: 'لیلا', received_by: 'سارا محمدی' } as const
let car = 101

/** The company's charges for a rental that was returned with a quarter of the fuel missing. */
async function asked() {
  site.clock.set('2026-11-23T05:30:00Z')
  car += 1
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: car })
  await payAtBank(site, bank, id)
  site.clock.set('2026-12-01T06:30:00Z')
  await desk().protocols.finish({ id, kind: 'PICK_UP', ...RECORD })
  site.clock.set('2026-12-04T06:30:00Z')
  const { proposal } = await desk().protocols.finish({
    id,
    kind: 'RETURN',
    ...RECORD,
    odometer: 48_500,
    level: 6,
    open_reason: 'Pays by invoice',
  })
  await desk().protocols.sendProposal({ id, proposal: proposal ?? '', amount: 300_000 })
  return { id, proposal: proposal ?? '' }
}
async function accepted() {
  const one = await asked()
  const { amount } = await owner.calls.reservations.answerProposal({ ...one, answer: 'ACCEPT' })
  return { ...one, amount }
}
/** The kinds of notifications about a reservation. */
const kindsOf = async (id: string) => {
  const rows = await db
    .selectFrom('notification')
    .select(['kind', 'account_id'])
    .where('reservation_id', '=', id)
    .execute()
  return (account: string) => rows.flatMap((row) => (row.account_id === account ? [row.kind] : []))
}
const shown = async (id: string) => (await owner.calls.reservations.protocols({ id })).proposals[0]
const companyHas = async () => (await balances(db))[`COMPANY ${TOMAN.company}`] ?? 0
const start = (proposal: string, use_wallet = false) =>
  owner.calls.payments.gatewayPay({ gateway: 'saman', transaction_id: proposal, use_wallet })

describe('a company’s charge', () => {
  test('is paid online once the customer has accepted it, and goes to the company without commission', async () => {
    const one = await asked()
    expect(await codeOf(start(one.proposal))).toBe('NOT_PAYABLE')
    const { amount } = await owner.calls.reservations.answerProposal({ ...one, answer: 'ACCEPT' })
    const before = await companyHas()
    expect(await owner.calls.reservations.transactionCode({ id: one.proposal })).toMatchObject({
      ...{ total: amount, payable_now: amount, left: amount, hold_until: null, reservation_id: one.id },
    })
    expect(await companyHas()).toBe(before)
    expect(await payAtBank(site, bank, one.proposal)).toMatchObject({ status: 'PAID', purpose: 'CHARGE', amount })
    expect(await shown(one.id)).toMatchObject({ status: 'PAID', paid_by: 'ONLINE' })
    expect(await companyHas()).toBe(before + amount)
    expect((await desk().money.statement({})).results[0]).toMatchObject({ kind: 'CHARGE', amount })
    const kinds = await kindsOf(one.id)
    expect(kinds(agency.id)).toContain('chargePaidOnline')
    expect(kinds(owner.id)).toContain('chargePaid')
    expect(await codeOf(start(one.proposal))).toBe('NOT_PAYABLE')
    expect(await codeOf(desk().protocols.settleProposal({ ...one, by: 'DESK', way: 'CASH' }))).toBe('PROPOSAL_CONFLICT')
    expect(await codeOf(desk().protocols.withdrawProposal(one))).toBe('PROPOSAL_CONFLICT')
  })

  test('is one payment, however many pay it at once', async () => {
    const { id, proposal, amount } = await accepted()
    const before = await companyHas()
    const starts = await Promise.all([1, 2, 3].map(() => start(proposal)))
    expect(new Set(starts.map(({ payment_id }) => payment_id)).size).toBe(1)
    const [{ payment_id, url }] = starts as [(typeof starts)[0]]
    const answer = await bank.press(url ?? '', 'pay')
    const verify = () => site.as().payments.clientVerify({ ref_id: payment_id, answer })
    const settled = await Promise.all([verify(), verify(), verify()])
    expect(settled.map(({ status }) => status)).toEqual(['PAID', 'PAID', 'PAID'])
    await verify()
    expect(await companyHas()).toBe(before + amount)
    expect(await shown(id)).toMatchObject({ status: 'PAID', paid_by: 'ONLINE' })
  })

  test('that the desk has received meanwhile is reversed by the bank', async () => {
    const { id, proposal } = await accepted()
    const { payment_id, url } = await start(proposal)
    await desk().protocols.settleProposal({ id, proposal, by: 'DESK', way: 'CASH' })
    const before = await companyHas()
    const answer = await bank.press(url ?? '', 'pay')
    expect(await site.as().payments.clientVerify({ ref_id: payment_id, answer })).toMatchObject({ status: 'REVERSED' })
    expect(await companyHas()).toBe(before)
    expect(await shown(id)).toMatchObject({ status: 'PAID', paid_by: 'DESK' })
    const kinds = await kindsOf(id)
    expect(kinds(owner.id)).toContain('chargeGoneReversed')
    expect(kinds(agency.id)).not.toContain('chargePaidOnline')
  })

  test('is paid from the wallet once, also by two at once, and a failed payment is returned to it', async () => {
    const { id, proposal, amount } = await accepted()
    const wallet = `WALLET ${owner.phone}`
    await db.transaction().execute((tx) =>
      post(tx, {
        ...{ key: 'test top-up', kind: 'CORRECTION', currency: 'IRT', at: site.clock.now() },
        entries: [
          { kind: 'COMMISSION', owner: 'marketplace', amount: -amount },
          { kind: 'WALLET', owner: owner.phone, amount },
        ],
      }),
    )
    const before = await companyHas()
    const answers = await Promise.allSettled([start(proposal, true), start(proposal, true)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await balances(db))[wallet]).toBeUndefined()
    expect(await companyHas()).toBe(before + amount)
    expect(await shown(id)).toMatchObject({ status: 'PAID', paid_by: 'ONLINE' })
  })

  test('is not paid by a failed payment, which can be tried again', async () => {
    const { id, proposal, amount } = await accepted()
    const { payment_id, url } = await start(proposal)
    const answer = await bank.press(url ?? '', 'cancel')
    expect(await site.as().payments.clientVerify({ ref_id: payment_id, answer })).toMatchObject({ status: 'CANCELLED' })
    expect(await shown(id)).toMatchObject({ status: 'ACCEPTED', paid_by: null })
    // The voucher still shows the payment of the trip itself.
    expect((await owner.calls.reservations.voucher({ id })).payment).toMatchObject({ status: 'PAID' })
    expect(await payAtBank(site, bank, proposal)).toMatchObject({ status: 'PAID', amount })
  })
})
