import { describe, expect, test } from 'vitest'
import { post } from '#app/api/books/ledger.ts'
import { AMOUNT, depositSite } from '../../support/api/online-deposit.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'

const { db, bank, site, state, visitor, owner, other, agency, desk, confirmed, ask, ...deposit } = await depositSite()
const { protocols, factsOf, held, companyHas, walletHas, cashHas, kindsOf, paymentsOf } = deposit

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
/** Starts a payment, and comes back from the bank later. */
async function atBank(id: string) {
  const { transaction_id } = await ask(id)
  const { payment_id: ref_id, url } = await owner.calls.payments.payOnline({ transaction_id })
  return async (action: 'pay' | 'cancel' | 'pay_other_amount' = 'pay') =>
    site.as().payments.clientVerify({ ref_id, answer: await bank.press(url ?? '', action) })
}

describe('a deposit that is paid online', () => {
  test('is held apart, is no income and no part of what is paid, and has no invoice', async () => {
    const id = await confirmed()
    expect(await factsOf(id)).toMatchObject({ state: 'AGREED', online: AMOUNT })
    const before = { company: await companyHas(), reservation: await owner.calls.reservations.read({ id }) }
    const asked = await ask(id)
    expect(asked).toMatchObject({ amount: AMOUNT, gateway: 'saman' })
    expect(await ask(id)).toEqual(asked)
    expect(await owner.calls.reservations.transactionCode({ id: asked.transaction_id })).toMatchObject({
      ...{ total: AMOUNT, payable_now: AMOUNT, left: AMOUNT, due_at_desk: 0, hold_until: null, reservation_id: id },
    })
    const settled = await payAtBank(site, bank, asked.transaction_id)
    expect(settled).toMatchObject({ status: 'PAID', purpose: 'DEPOSIT', settled_as: 'DEPOSIT', amount: AMOUNT })
    expect(await held(id)).toBe(AMOUNT)
    expect(await companyHas()).toBe(before.company)
    expect(await factsOf(id)).toMatchObject({
      ...{ state: 'HELD', way: 'ONLINE', taken: AMOUNT, held: AMOUNT, back_by: '2026-12-11', online: null },
    })
    const { paid: now, total, payments, payment } = await owner.calls.reservations.read({ id })
    expect({ now, total }).toEqual({ now: before.reservation.paid, total: before.reservation.total })
    expect(payments[0]).toMatchObject({ purpose: 'DEPOSIT', amount: AMOUNT })
    expect(payment).toMatchObject({ id: before.reservation.payment?.id })
    expect(await owner.calls.payments.read({ id: settled.payment_id })).toMatchObject({ invoice: null, documents: [] })
    expect(await kindsOf(id)).toEqual(['depositPaid', 'depositPaidOnline'])
    const { parts } = await owner.calls.reservations.checkIn.read({ id })
    expect(parts).toContainEqual({ part: 'DEPOSIT', state: 'DONE' })
    expect((await owner.calls.reservations.read({ id })).deposit.requested).toBe(false)
    expect(await codeOf(ask(id))).toBe('NOT_PAYABLE')
    expect(await codeOf(owner.calls.payments.payOnline(asked))).toBe('NOT_PAYABLE')
  })

  test('is offered to the customer alone, by companies that take it, for a binding rental with a deposit', async () => {
    const id = await confirmed()
    for (const { calls } of [other, agency, desk])
      expect(await codeOf(calls.reservations.payDeposit({ id }))).toBe('NOT_FOUND')
    expect(await codeOf(visitor.reservations.payDeposit({ id }))).toBe('INVALID_TOKEN')
    const { transaction_id } = await ask(id)
    await agency.calls.company.settings.update({ deposit_online: false })
    expect((await agency.calls.company.settings.read({})).deposit_online).toBe(false)
    expect((await factsOf(id)).online).toBeNull()
    expect(await codeOf(ask(id))).toBe('NOT_PAYABLE')
    expect(await codeOf(owner.calls.payments.payOnline({ transaction_id }))).toBe('NOT_PAYABLE')
    await agency.calls.company.settings.update({ deposit_online: true })
    await db
      .updateTable('reservation')
      .set({ trust: 'DEPOSIT_FREE', guarantee_amount: 0 })
      .where('id', '=', id)
      .execute()
    expect(await codeOf(ask(id))).toBe('NOT_PAYABLE')
  })

  test('is one payment in two tabs, however often the bank calls back', async () => {
    const id = await confirmed()
    const [one, two] = await Promise.all([ask(id), ask(id)])
    expect(one).toEqual(two)
    const start = () => owner.calls.payments.gatewayPay({ gateway: 'saman', transaction_id: one.transaction_id })
    const [first, second] = await Promise.all([start(), start()])
    expect(first.payment_id).toBe(second.payment_id)
    const answer = await bank.press(first.url ?? '', 'pay')
    const verify = () => site.as().payments.clientVerify({ ref_id: first.payment_id, answer })
    const settled = await Promise.all([verify(), verify(), verify()])
    expect(settled.map(({ status }) => status)).toEqual(['PAID', 'PAID', 'PAID'])
    expect(await held(id)).toBe(AMOUNT)
  })

  test('is not paid where the bank did not take it, and can be tried again', async () => {
    const id = await confirmed()
    expect(await (await atBank(id))('cancel')).toMatchObject({ status: 'CANCELLED', purpose: 'DEPOSIT' })
    expect(await factsOf(id)).toMatchObject({ state: 'AGREED', online: AMOUNT })
    expect(await (await atBank(id))()).toMatchObject({ status: 'PAID' })
  })

  test('of another amount than was asked for is not held', async () => {
    const id = await confirmed()
    expect(await (await atBank(id))('pay_other_amount')).not.toMatchObject({ status: 'PAID' })
    expect(await factsOf(id)).toMatchObject({ state: 'AGREED', taken: 0 })
  })

  test('whose callback was lost is found by the job', async () => {
    const id = await confirmed()
    const { transaction_id } = await ask(id)
    const { url } = await owner.calls.payments.payOnline({ transaction_id })
    await bank.press(url ?? '', 'pay_never_return')
    site.clock.set('2026-11-23T05:33:00Z')
    await site.sweep()
    expect(await factsOf(id)).toMatchObject({ state: 'HELD', way: 'ONLINE', held: AMOUNT })
  })

  test('is never paid from the wallet, whose gifts would become cash', async () => {
    const id = await confirmed()
    await db.transaction().execute((tx) =>
      post(tx, {
        ...{ key: `gift ${id}`, kind: 'CORRECTION', currency: 'IRT', at: site.clock.now() },
        entries: [
          { kind: 'COMMISSION', owner: 'marketplace', amount: -AMOUNT },
          { kind: 'WALLET', owner: owner.phone, amount: AMOUNT },
        ],
      }),
    )
    const before = await walletHas()
    const { transaction_id } = await ask(id)
    const quoted = await owner.calls.reservations.transactionCode({ id: transaction_id, use_wallet: true })
    expect(quoted).toMatchObject({ wallet_balance: 0, wallet_used: 0, left: AMOUNT })
    const started = await owner.calls.payments.payOnline({ transaction_id, use_wallet: true })
    expect(started).toMatchObject({ status: 'REDIRECTED', amount: AMOUNT, wallet_amount: 0 })
    expect(await walletHas()).toBe(before)
  })

  test('is never more than the country allows', async () => {
    const id = await confirmed()
    const turkey = await db.updateTable('country').set({ code: 'TR' }).returning('id').executeTakeFirstOrThrow()
    try {
      const { cap } = await factsOf(id)
      expect(cap?.amount).toBeLessThan(AMOUNT)
      expect(await ask(id)).toMatchObject({ amount: cap?.amount })
      expect(await (await atBank(id))()).toMatchObject({ status: 'PAID', amount: cap?.amount })
      expect(await held(id)).toBe(cap?.amount)
    } finally {
      await db.updateTable('country').set({ code: 'IR' }).where('id', '=', turkey.id).execute()
    }
  })
})

describe('money that comes for nothing', () => {
  test.each([
    ['the reservation was cancelled', (id: string) => owner.calls.reservations.cancel({ id })],
    ['the company took it in cash', (id: string) => protocols().takeDeposit({ id, amount: AMOUNT, way: 'CASH' })],
    [
      'another amount was agreed',
      (id: string) => db.updateTable('reservation').set({ guarantee_amount: 9_000_000 }).where('id', '=', id).execute(),
    ],
  ])('because %s meanwhile is reversed by the bank', async (_, meanwhile) => {
    const id = await confirmed()
    const comeBack = await atBank(id)
    await meanwhile(id)
    const { taken } = await factsOf(id)
    expect(await comeBack()).toMatchObject({ status: 'REVERSED', purpose: 'DEPOSIT' })
    expect((await factsOf(id)).taken).toBe(taken)
    expect(await kindsOf(id)).toContain('depositGoneReversed')
  })

  test('goes to the wallet as cash where the bank refuses', async () => {
    const id = await confirmed()
    const comeBack = await atBank(id)
    await protocols().takeDeposit({ id, amount: AMOUNT, way: 'CASH' })
    const before = await cashHas()
    state.isLate = true
    expect(await comeBack()).toMatchObject({ status: 'PAID', settled_as: 'WALLET' })
    expect(await cashHas()).toBe(before + AMOUNT)
    expect(await kindsOf(id)).toContain('depositGoneWallet')
    const [payment] = await paymentsOf(id)
    expect(await owner.calls.payments.read({ id: payment?.id ?? '' })).toMatchObject({ documents: [] })
  })

  test('because it was paid in another tab before goes back, too', async () => {
    const id = await confirmed()
    const { transaction_id } = await ask(id)
    const first = await owner.calls.payments.payOnline({ transaction_id })
    site.clock.set('2026-11-23T05:42:00Z')
    const answer = await bank.press(first.url ?? '', 'pay')
    site.clock.set('2026-11-23T06:00:00Z')
    expect(await (await atBank(id))()).toMatchObject({ status: 'PAID' })
    const late = await site.as().payments.clientVerify({ ref_id: first.payment_id, answer })
    expect(late).toMatchObject({ status: 'REVERSED' })
    expect(await held(id)).toBe(AMOUNT)
    expect((await paymentsOf(id)).filter(({ settled_as }) => settled_as === 'DEPOSIT')).toHaveLength(1)
  })
})
