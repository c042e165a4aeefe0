import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatMoney } from '#app/i18n/format/money.ts'
import { testApi } from '../../../support/api/api.ts'
import { balances, wrongInBooks } from '../../../support/api/books.ts'
import { DRIVER, loadFleet, phoneOf, RENTAL } from '../../../support/api/fleet.ts'
import { fiveIdentities, type Identity, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, other, agency, elsewhere, admin } = await fiveIdentities(site)

beforeEach(() => site.clock.set('2026-11-23T05:30:00Z'))
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

const walletOf = async ({ phone }: Identity) => (await balances(db))[`WALLET ${phone}`] ?? 0
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const ABROAD = { fullname: 'Sara', email: 's@example.com', country: 'DE', address: 'Hauptstraße 1', zip_code: '10827' }

async function topUp(who: Identity, amount: number) {
  const started = await who.calls.payments.payOnline({ amount, currency: 'IRT' })
  const answer = await bank.press(started.url ?? '', 'pay')
  return {
    id: started.payment_id,
    settled: await visitor.payments.clientVerify({ ref_id: started.payment_id, answer }),
  }
}

describe('topping up a wallet', () => {
  test('adds what the bank has confirmed, once, however often the bank calls', async () => {
    const started = await owner.calls.payments.payOnline({ amount: 500_000, currency: 'IRT' })
    expect(await walletOf(owner)).toBe(0)
    const answer = await bank.press(started.url ?? '', 'pay')
    const calls = Array.from({ length: 5 }, () => visitor.payments.clientVerify({ ref_id: started.payment_id, answer }))
    const [settled] = await Promise.all(calls)
    expect(settled).toMatchObject({ status: 'PAID', purpose: 'TOP_UP', reservation_id: null, settled_as: 'WALLET' })
    expect(await walletOf(owner)).toBe(500_000)
    const { results } = await owner.calls.account.walletHistory({ currency: 'IRT' })
    expect(results).toMatchObject([{ kind: 'TOP_UP', amount: 500_000, balance: 500_000 }])
  })

  test('notifies its person by the channels that they chose for payments', async () => {
    const person = await signedIn(site, { phone: '+989121110010' })
    const sentMessages = async () => {
      site.messages.length = 0
      await topUp(person, 100_000)
      await site.drain()
      return site.messages.filter(({ to }) => to === person.phone)
    }
    // An SMS has plain spaces, because others would make it cost more.
    const amount = formatMoney(100_000, 'IRT', 'fa').replaceAll('\u00a0', ' ')
    expect(await sentMessages()).toMatchObject([{ channel: 'sms', text: expect.stringContaining(amount) }])
    await person.calls.account.updateProfile({ body: { notifications: { payment: false } } })
    expect(await sentMessages()).toEqual([])
  })

  test('is completed by the sweep when nobody comes back, and adds nothing when it was cancelled', async () => {
    const before = await walletOf(other)
    const cancelled = await other.calls.payments.payOnline({ amount: 20_000, currency: 'IRT' })
    await visitor.payments.clientVerify({
      ref_id: cancelled.payment_id,
      answer: await bank.press(cancelled.url ?? '', 'cancel'),
    })
    expect(await walletOf(other)).toBe(before)
    const euro = { amount: 2_050, currency: 'EUR' as const }
    expect(await refusal(other.calls.payments.payOnline(euro))).toMatchObject({
      data: { fields: { address: ['required'], zip_code: ['required'], country: ['required'] } },
    })
    const started = await other.calls.payments.payOnline({ ...euro, ...ABROAD })
    expect(bank.sales().at(-1)).toMatchObject({ bank: 'yekpay', amount: 2_050 })
    await bank.press(started.url ?? '', 'pay_never_return').catch(() => undefined)
    site.clock.advance(2)
    await site.sweep()
    expect((await other.calls.payments.read({ id: started.payment_id })).status).toBe('PAID')
    expect(await walletOf(other)).toBe(2_050)
  })

  test('is one payment per key, also when it is sent twice at once', async () => {
    const keyed = () =>
      site
        .as({ accessToken: owner.access, idempotencyKey: 'double click' })
        .payments.payOnline({ amount: 30_000, currency: 'IRT' })
    const before = bank.sales().length
    const started = await Promise.all([keyed(), keyed(), keyed()])
    expect(new Set(started.map(({ payment_id }) => payment_id)).size).toBe(1)
    expect(await keyed()).toEqual(started[0])
    expect(bank.sales().length).toBe(before + 1)
  })

  test('has limits and requires a sign-in', async () => {
    const fields = async (amount: number, currency: 'IRT' | 'EUR' = 'IRT') =>
      ((await refusal(owner.calls.payments.payOnline({ amount, currency, ...ABROAD }))).data as { fields: unknown })
        .fields
    expect(await fields(9_999)).toEqual({ amount: ['min'] })
    expect(await fields(50_000_001)).toEqual({ amount: ['max'] })
    expect(await fields(-5)).toEqual({ amount: ['min'] })
    expect(await fields(1_000.5)).toEqual({ amount: ['number'] })
    expect(await refusal(owner.calls.payments.payOnline({}))).toMatchObject({
      data: { fields: { amount: ['required'], currency: ['required'] } },
    })
    expect(await codeOf(visitor.payments.payOnline({ amount: 50_000, currency: 'IRT' }))).toBe('INVALID_TOKEN')
  })
})

describe('spending a wallet', () => {
  test('pays wholly or in part, only for the signed-in person', async () => {
    const person = await signedIn(site, { phone: '+989121110001' })
    await topUp(person, 1_000_000)
    const book = (id: number) => visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id, phone: '09121110001' })
    const one = await book(101)
    const quote = (by = person.calls) => by.reservations.transactionCode({ id: one.id, use_wallet: true })
    expect(await quote()).toMatchObject({ wallet_balance: 1_000_000, wallet_used: 810_000, left: 0 })
    expect(await quote(visitor)).toMatchObject({ wallet_balance: 0, wallet_used: 0 })
    expect(await quote(other.calls)).toMatchObject({ wallet_balance: 0, left: 810_000 })
    const paid = await person.calls.payments.payOnline({ transaction_id: one.id, use_wallet: true })
    expect(paid).toMatchObject({ status: 'PAID', url: null })
    const two = await book(102)
    const part = await person.calls.payments.payOnline({ transaction_id: two.id, use_wallet: true })
    expect(await walletOf(person)).toBe(0)
    const answer = await bank.press(part.url ?? '', 'pay')
    expect(await visitor.payments.clientVerify({ ref_id: part.payment_id, answer })).toMatchObject({ amount: 620_000 })
    expect((await person.calls.reservations.list({ only_successful: true })).count).toBe(2)
  })

  test('is quoted including its part of a pending payment, which another choice returns and replaces', async () => {
    const person = await signedIn(site, { phone: '+989121110009' })
    await topUp(person, 300_000)
    const rental = { ...RENTAL, ...DRIVER, id: 119, phone: '09121110009' }
    const { id } = await visitor.reservations.reserve({ ...rental, start_date: '2027-03-01', end_date: '2027-03-04' })
    const quote = (use_wallet: boolean) => person.calls.reservations.transactionCode({ id, use_wallet })
    const pay = (use_wallet: boolean) => person.calls.payments.payOnline({ transaction_id: id, use_wallet })

    const part = await pay(true)
    expect(part).toMatchObject({ amount: 510_000, wallet_amount: 300_000 })
    expect(await quote(true)).toMatchObject({ wallet_balance: 300_000, wallet_used: 300_000, left: 510_000 })
    expect(await quote(false)).toMatchObject({ wallet_balance: 300_000, wallet_used: 0, left: 810_000 })
    expect(await pay(true)).toEqual(part)

    const whole = await pay(false)
    expect(whole).toMatchObject({ amount: 810_000, wallet_amount: 0 })
    expect(await walletOf(person)).toBe(300_000)
    expect(await pay(false)).toEqual(whole)

    const again = await pay(true)
    expect(again).toMatchObject({ amount: 510_000, wallet_amount: 300_000 })
    const answer = await bank.press(again.url ?? '', 'pay')
    expect(await visitor.payments.clientVerify({ ref_id: again.payment_id, answer })).toMatchObject({ status: 'PAID' })
    expect(await walletOf(person)).toBe(0)
  })

  test('follows the person’s last choice if the payment does not say', async () => {
    const person = await signedIn(site, { phone: '+989121119903' })
    await topUp(person, 300_000)
    const rental = { ...RENTAL, ...DRIVER, id: 119, phone: '09121119903' }
    const { id } = await visitor.reservations.reserve({ ...rental, start_date: '2027-03-08', end_date: '2027-03-11' })
    const choose = (use_wallet: boolean, by = person.calls) => by.reservations.transactionCode({ id, use_wallet })
    const pay = (by = person.calls) => by.payments.gatewayPay({ gateway: 'saman', transaction_id: id })

    expect(await pay()).toMatchObject({ wallet_amount: 0 })
    await choose(true)
    await choose(false, visitor)
    await choose(false, other.calls)
    expect(await pay(other.calls)).toMatchObject({ wallet_amount: 0 })
    expect(await pay()).toMatchObject({ amount: 510_000, wallet_amount: 300_000 })
    await choose(false)
    expect(await pay()).toMatchObject({ wallet_amount: 0 })
    const { amount, wallet_amount } = await person.calls.payments.payOnline({ transaction_id: id, use_wallet: true })
    expect({ amount, wallet_amount }).toEqual({ amount: 510_000, wallet_amount: 300_000 })
  })

  test('never goes below zero with forty payments at once', async () => {
    const person = await signedIn(site, { phone: '+989121110002' })
    // Enough to pay four of them in full.
    await topUp(person, 4 * 810_000 + 5)
    const reserved = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        site.as({ clientAddress: `198.51.100.${at}` }).reservations.reserve({
          ...RENTAL,
          ...DRIVER,
          id: 103 + (at % 17),
          phone: phoneOf(700 + at),
          ...(at >= 17 && { start_date: '2027-01-01', end_date: '2027-01-04' }),
          ...(at >= 34 && { start_date: '2027-02-01', end_date: '2027-02-04' }),
        }),
      ),
    )
    const spends = await Promise.all(
      reserved.map(({ id }) => person.calls.payments.payOnline({ transaction_id: id, use_wallet: true })),
    )
    expect(spends.filter(({ status }) => status === 'PAID')).toHaveLength(4)
    expect(await walletOf(person)).toBe(0)
    const parts = await db.selectFrom('payment').select('wallet_amount').where('wallet_amount', '=', 5).execute()
    expect(parts).toHaveLength(1)
  })
})

describe('invoices', () => {
  test('of a wallet are not shown to somebody who only claims the number', async () => {
    const person = await signedIn(site, { phone: '+989121110007' })
    const { id } = await topUp(person, 900_000)
    const rental = { ...RENTAL, ...DRIVER, id: 119, phone: '09121110007', email: 'first@example.com' }
    await visitor.reservations.reserve({ ...rental, start_date: '2027-05-11', end_date: '2027-05-14' })
    // The number is unproven again, and somebody else books with it and their own e-mail address.
    const change = { phone_proven_at: null, email: 'second@example.com' }
    await db.updateTable('account').set(change).where('id', '=', person.id).execute()
    expect((await person.calls.payments.list({})).results).toEqual([])
    expect(await codeOf(person.calls.payments.read({ id }))).toBe('NOT_FOUND')
  })

  test('are the payments of one’s own reservations and wallet, newest first, and each can be printed', async () => {
    const person = await signedIn(site, { phone: '+989121110003' })
    const filled = await topUp(person, 900_000)
    site.clock.advance(1)
    const rental = { ...RENTAL, ...DRIVER, id: 120, phone: '09121110003' }
    const { id } = await visitor.reservations.reserve({ ...rental, start_date: '2027-03-01', end_date: '2027-03-04' })
    const paid = await person.calls.payments.payOnline({ transaction_id: id, use_wallet: true })
    const { results, count } = await person.calls.payments.list({})
    expect(count).toBe(2)
    expect(results).toMatchObject([
      {
        id: paid.payment_id,
        purpose: 'RESERVATION',
        gateway: 'wallet',
        status: 'PAID',
        amount: 810_000,
        reservation: { id },
      },
      { id: filled.id, purpose: 'TOP_UP', gateway: 'saman', settled_as: 'WALLET', reservation: null },
    ])
    expect(await person.calls.payments.read({ id: filled.id })).toMatchObject({
      payer: { fullname: 'سارا محمدی', phone: '+989121110003' },
      rental: null,
      reference: expect.any(String),
    })
    for (const { calls } of [person, admin]) {
      expect(await calls.payments.read({ id: paid.payment_id })).toMatchObject({
        rental: { title: 'Kia فا Rio فا', company: 'Marjan', total: 2_700_000, payable_now: 810_000 },
      })
    }
    for (const { calls } of [other, agency, elsewhere]) {
      expect(await codeOf(calls.payments.read({ id: paid.payment_id }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.payments.read({ id: filled.id }))).toBe('NOT_FOUND')
      expect((await calls.payments.list({})).results.map((one) => one.id)).not.toContain(filled.id)
    }
    expect(await codeOf(visitor.payments.list({}))).toBe('INVALID_TOKEN')
    expect(await codeOf(visitor.payments.read({ id: filled.id }))).toBe('INVALID_TOKEN')
    const overHttp = await site.fetch('/api/payments/?size=1', {
      headers: { authorization: `Bearer ${person.access}` },
    })
    expect(await overHttp.json()).toMatchObject({ count: 2, next: expect.stringContaining('page=2') })
  })
})
