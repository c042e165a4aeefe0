import { describe, expect, test } from 'vitest'
import { post } from '#app/api/books/ledger.ts'
import { deskIdOf } from '../../support/api/desk-id.ts'
import { DRIVER, RENTAL } from '../../support/api/fleet.ts'
import { AMOUNT, BACK, depositSite, OUT, PICK_UP, RETURN } from '../../support/api/online-deposit.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'

const { db, bank, site, state, visitor, owner, agency, desk, paid, ask, ...deposit } = await depositSite()
const { protocols, factsOf, held, companyHas, walletHas, cashHas, kindsOf, paymentsOf } = deposit

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
/** A rental whose deposit was paid online, after the vehicle came back. */
async function returned(charge: object = {}) {
  const id = await paid()
  site.clock.set(PICK_UP)
  await protocols().finish({ id, ...OUT })
  site.clock.set(RETURN)
  const { proposal } = await protocols().finish({ id, ...BACK, ...charge })
  return { id, proposal: proposal ?? '' }
}

describe('a deposit of a rental that was called off', () => {
  test('goes back to the card by itself, all of it, while its bank can reverse it', async () => {
    const id = await paid()
    await owner.calls.reservations.cancel({ id })
    expect(await factsOf(id)).toMatchObject({ state: 'HELD' })
    await Promise.all([site.sweep(), site.sweep()])
    await site.sweep()
    expect(await factsOf(id)).toMatchObject({ state: 'GIVEN_BACK', back: AMOUNT, held: 0 })
    const [payment] = await paymentsOf(id)
    expect(payment).toMatchObject({ card_return: 'DONE', settled_as: 'DEPOSIT' })
    expect(await kindsOf(id)).toContain('depositBackCard')
    expect(await codeOf(ask(id))).toBe('NOT_PAYABLE')
  })

  test('goes to the wallet as cash where the bank refuses, and later than it can', async () => {
    const refused = await paid()
    const before = { cash: await cashHas(), wallet: await walletHas() }
    state.isLate = true
    await owner.calls.reservations.cancel({ id: refused, way: 'WALLET' })
    await site.sweep()
    await site.sweep()
    expect(await held(refused)).toBe(0)
    const rent = 810_000
    expect(await walletHas()).toBe(before.wallet + AMOUNT + rent)
    expect(await cashHas()).toBe(before.cash + AMOUNT + rent)
    const late = await paid()
    site.clock.set('2026-11-24T05:30:00Z')
    await agency.calls.reservations.cancel({ id: late, reason: 'Broken down' })
    await site.sweep()
    expect(await walletHas()).toBe(before.wallet + 2 * (AMOUNT + rent))
    expect(await kindsOf(late)).toContain('depositBackWallet')
  })

  test('makes no cash of a gift that paid the rent', async () => {
    await db.transaction().execute((tx) =>
      post(tx, {
        ...{ key: 'gift for the rent', kind: 'CORRECTION', currency: 'IRT', at: site.clock.now() },
        entries: [
          { kind: 'COMMISSION', owner: 'marketplace', amount: -50_000_000 },
          { kind: 'WALLET', owner: owner.phone, amount: 50_000_000 },
        ],
      }),
    )
    state.car += 1
    const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: state.car })
    await owner.calls.payments.payOnline({ transaction_id: id, use_wallet: true })
    await db.updateTable('reservation').set({ trust: 'CASH', guarantee_amount: AMOUNT }).where('id', '=', id).execute()
    await payAtBank(site, bank, (await ask(id)).transaction_id)
    const before = await cashHas()
    state.isLate = true
    await owner.calls.reservations.cancel({ id })
    expect(await cashHas()).toBe(before)
    await site.sweep()
    await site.sweep()
    expect(await cashHas()).toBe(before + AMOUNT)
  })

  test('because nobody came goes back once the company can undo that no more', async () => {
    const id = await paid()
    site.clock.set('2026-12-01T08:30:00Z')
    await desk.calls.company.reservations.changeReserve({ id, action: 'no_show' })
    await site.sweep()
    expect(await held(id)).toBe(AMOUNT)
    await desk.calls.company.reservations.undo({ id })
    await desk.calls.company.reservations.changeReserve({ id, action: 'no_show' })
    site.clock.set('2026-12-01T08:45:00Z')
    await site.sweep()
    expect(await held(id)).toBe(0)
    expect(await factsOf(id)).toMatchObject({ state: 'GIVEN_BACK' })
  })
})

describe('a deposit after the return', () => {
  test('is given back by the desk once, to the wallet', async () => {
    const { id } = await returned()
    const before = { wallet: await walletHas(), company: await companyHas() }
    const shown = await deskIdOf(db, id)
    const list = await desk.calls.company.deposits.list({ size: 100 })
    expect(list.results.find(({ reservation }) => reservation.id === shown)).toMatchObject({
      ...{ free: AMOUNT, deposit: { way: 'ONLINE', due: 'LATER', back_by: '2026-12-11' } },
    })
    expect(list.held.find(({ way }) => way === 'ONLINE')?.amount).toBeGreaterThanOrEqual(AMOUNT)
    const give = (by: typeof desk) => by.calls.company.protocols.giveDepositBack({ id, amount: AMOUNT })
    const answers = await Promise.allSettled([give(desk), give(agency)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await walletHas()).toBe(before.wallet + AMOUNT)
    expect(await companyHas()).toBe(before.company)
    expect(await factsOf(id)).toMatchObject({ state: 'GIVEN_BACK', closed_at: new Date(RETURN).toISOString() })
    expect(await codeOf(desk.calls.company.reservations.undo({ id }))).toBe('UNDO_OVER')
  })

  test('is given back with the record of the return, which then cannot be undone', async () => {
    const before = await walletHas()
    const { id } = await returned({ deposit: AMOUNT })
    expect(await walletHas()).toBe(before + AMOUNT)
    expect(await factsOf(id)).toMatchObject({ state: 'GIVEN_BACK', held: 0 })
    expect(await codeOf(desk.calls.company.reservations.undo({ id }))).toBe('UNDO_OVER')
  })

  test('is kept in part for an accepted charge, which is the company’s, without commission and with an invoice', async () => {
    const { id, proposal } = await returned({ level: 4 })
    const { proposals } = await desk.calls.company.reservations.read({ id })
    const amount = proposals[0]?.amount ?? 0
    await protocols().sendProposal({ id, proposal, amount })
    const keep = () => protocols().settleProposal({ id, proposal, by: 'DEPOSIT' })
    expect(await codeOf(keep())).toBe('PROPOSAL_CONFLICT')
    await owner.calls.reservations.answerProposal({ id, proposal, answer: 'ACCEPT' })
    const before = { wallet: await walletHas(), company: await companyHas() }
    await Promise.all([keep(), keep()])
    expect(await companyHas()).toBe(before.company + amount)
    expect((await agency.calls.company.money.statement({})).results[0]).toMatchObject({ kind: 'CHARGE', amount })
    const [payment] = await paymentsOf(id)
    expect(await owner.calls.payments.read({ id: payment?.id ?? '' })).toMatchObject({
      invoice: { amount },
      documents: [{ kind: 'INVOICE', amount }],
    })
    await protocols().giveDepositBack({ id, amount: AMOUNT - amount })
    expect(await walletHas()).toBe(before.wallet + AMOUNT - amount)
    expect(await factsOf(id)).toMatchObject({ state: 'PARTLY_KEPT', kept: amount, back: AMOUNT - amount })
    const { results } = await agency.calls.company.money.accounting.journal({ from: '2026-12-01', to: '2026-12-31' })
    const { number } = await owner.calls.reservations.read({ id })
    const booked = results.filter((line) => line.number === number && line.event.includes('CHARGE'))
    expect(booked.map(({ event, amount }) => ({ event, amount }))).toEqual([{ event: 'SITE_CHARGE', amount }])
  })

  test('goes back by itself after its last day, except what a charge still asks for', async () => {
    const { id } = await returned()
    const { id: charged, proposal } = await returned({ level: 4 })
    const { proposals } = await desk.calls.company.reservations.read({ id: charged })
    const amount = proposals[0]?.amount ?? 0
    await protocols().sendProposal({ id: charged, proposal, amount })
    site.clock.set('2026-12-11T12:00:00Z')
    await site.sweep()
    expect(await held(id)).toBe(AMOUNT)
    site.clock.set('2026-12-12T06:00:00Z')
    await Promise.all([site.sweep(), site.sweep()])
    expect([await held(id), await held(charged)]).toEqual([0, amount])
    await protocols().withdrawProposal({ id: charged, proposal })
    await site.sweep()
    expect(await held(charged)).toBe(0)
    expect(await kindsOf(id)).not.toContain('depositOverdue')
  })
})

test('a held deposit is in the owner’s copy of their data, and keeps the account until it is given back', async () => {
  const id = await paid()
  const data = (await owner.calls.account.exportData({})) as { deposits: { reservation_id: string; held: number }[] }
  expect(data.deposits.find(({ reservation_id }) => reservation_id === id)).toMatchObject({ held: AMOUNT })
  site.clock.set(PICK_UP)
  await protocols().finish({ id, ...OUT })
  site.clock.set(RETURN)
  await protocols().finish({ id, ...BACK })
  const leave = () => owner.calls.account.deleteAccount({ forfeit_wallet: true })
  expect(await codeOf(leave())).toBe('OPEN_RESERVATIONS')
  await protocols().giveDepositBack({ id, amount: AMOUNT })
  expect(await leave()).toMatchObject({ deleted: false })
})
