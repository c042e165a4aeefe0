import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { splitAmount } from '#app/api/account/wallet/wallet.ts'
import { balanceOf, post } from '#app/api/books/ledger.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { startPayment } from '#app/api/payments/start.ts'
import { testApi } from '../../../support/api/api.ts'
import { wrongInBooks } from '../../../support/api/books.ts'
import { DRIVER, loadFleet, phoneOf, RENTAL } from '../../../support/api/fleet.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
const { payments, reservations } = site.as()

beforeAll(() => loadFleet(db))
afterEach(async () => expect(await wrongInBooks(db)).toEqual([]))

let people = 0
/**
 * A reservation with 810,000 toman to pay, by somebody who has this much in their wallet from an earlier late payment.
 */
async function bookWith(money: number, owner = people + 1) {
  people += 1
  const phone = `+98${phoneOf(owner).slice(1)}`
  await giveMoney(phone, money)
  const ad = 100 + people
  const { id } = await reservations.reserve({ ...RENTAL, ...DRIVER, id: ad, phone: phoneOf(people) })
  const pay = () =>
    startPayment(site.deps, {
      reservation: id,
      change: null,
      proposal: null,
      part: null,
      deposit: null,
      gateway: site.deps.gateways.saman,
      returnAddress: 'http://localhost:3000/external-pay',
      useWallet: true,
      spender: { wallet: phone },
      ask: undefined,
    })
  return { id, ad, pay, wallet: () => balanceOf(db, { kind: 'WALLET', owner: phone, currency: 'IRT' }) }
}

/** Tops up the wallet as a payment that came too late does. */
async function giveMoney(phone: string, amount: number) {
  const reservation = await reservations.reserve({
    ...RENTAL,
    ...DRIVER,
    id: 120,
    start_date: new Date(Date.UTC(2027, 0, 1 + people * 5)).toISOString().slice(0, 10),
    end_date: new Date(Date.UTC(2027, 0, 4 + people * 5)).toISOString().slice(0, 10),
    phone: phoneOf(900 + people),
  })
  const at = site.clock.now()
  const payment = publicId()
  await db
    .insertInto('payment')
    .values({
      id: payment,
      reservation_id: reservation.id,
      gateway: 'saman',
      currency_id: 6,
      amount,
      status: 'PAID',
      settled_as: 'WALLET',
      return_address: '',
      created_at: at,
    })
    .execute()
  const entries = [
    { kind: 'GATEWAY' as const, owner: 'saman', amount: -amount },
    { kind: 'WALLET' as const, owner: phone, amount },
  ]
  await db
    .transaction()
    .execute((tx) => post(tx, { key: `given ${phone}`, kind: 'LATE_PAYMENT', currency: 'IRT', at, entries }))
}

describe('a wallet', () => {
  test('that covers the whole price pays at once, without a bank', async () => {
    const { id, pay, wallet } = await bookWith(1_000_000)
    expect(await pay()).toMatchObject({ status: 'PAID', url: null })
    expect(await reservations.status({ id })).toMatchObject({ status: 'CONFIRMED', paid: 810_000 })
    expect(await wallet()).toBe(190_000)
  })

  test('that covers a part leaves the rest to the bank', async () => {
    const { id, pay, wallet } = await bookWith(300_000)
    const payment = await pay()
    expect(bank.sales().at(-1)?.amount).toBe(5_100_000)
    expect(await wallet()).toBe(0)
    const answer = await bank.press(payment.url ?? '', 'pay')
    expect(await payments.clientVerify({ ref_id: payment.payment_id, answer })).toMatchObject({ status: 'PAID' })
    expect(await reservations.status({ id })).toMatchObject({ status: 'CONFIRMED', paid: 810_000 })
  })

  test('gets its part back when the bank’s part is cancelled, and a late callback cannot charge it again', async () => {
    const { id, pay, wallet } = await bookWith(300_000, 800)
    const payment = await pay()
    const sale = bank.sales().at(-1)
    const common = {
      MID: '21000001',
      TerminalId: '21000001',
      ResNum: sale?.orderNumber ?? '',
      Token: sale?.token ?? '',
    }
    const cancelled = { ...common, Amount: '5100000', State: 'CanceledByUser', Status: '1', RefNum: '' }
    await payments.clientVerify({ ref_id: payment.payment_id, answer: cancelled })
    expect(await wallet()).toBe(300_000)
    // The bank's part alone does not pay for the reservation, so it goes back.
    const answer = await bank.press(payment.url ?? '', 'pay')
    expect(await payments.clientVerify({ ref_id: payment.payment_id, answer })).toMatchObject({ status: 'REVERSED' })
    expect(await reservations.status({ id })).toMatchObject({ status: 'AWAITING_PAYMENT', paid: 0 })
    expect(await wallet()).toBe(300_000)
  })

  test('gets its part back at once if both parts came too late, while an operator asks the bank about the other', async () => {
    const { id, ad, pay, wallet } = await bookWith(300_000)
    const { payment_id, url } = await pay()
    const answer = await bank.press(url ?? '', 'pay')
    site.clock.advance(25)
    await reservations.reserve({ ...RENTAL, ...DRIVER, id: ad, phone: phoneOf(850) })
    bank.misbehave({ hang: ['reverse'] })
    const settle = () => payments.clientVerify({ ref_id: payment_id, answer })
    expect(await settle()).toMatchObject({ status: 'VERIFYING' })
    for (const sale of bank.sales()) if (sale.token === answer.Token) sale.state = 'paid'
    bank.behave()
    site.clock.advance(1)
    await site.sweep()
    expect(await settle()).toMatchObject({ status: 'REVIEW' })
    expect(await reservations.status({ id })).toMatchObject({ status: 'EXPIRED', paid: 0 })
    expect(await wallet()).toBe(300_000)
    await site.sweep()
    expect(await wallet()).toBe(300_000)
  })

  test('pays only whole units, and keeps the cents', async () => {
    const spender = { wallet: `+98${phoneOf(860).slice(1)}` }
    const rolledBack = db.transaction().execute(async (tx) => {
      const entries = [
        { kind: 'GATEWAY' as const, owner: 'yekpay', amount: -1_050 },
        { kind: 'WALLET' as const, owner: spender.wallet, amount: 1_050 },
      ]
      await post(tx, { key: 'cents', kind: 'TOP_UP', currency: 'EUR', at: site.clock.now(), entries })
      const split = await splitAmount(tx, { amount: 5_000, currency: 'EUR', useWallet: true, spender })
      expect(split).toEqual({ balance: 1_050, fromWallet: 1_000, left: 4_000 })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
  })

  test('is spent once by ten simultaneous requests', async () => {
    const { id, pay, wallet } = await bookWith(1_000_000)
    await Promise.allSettled(Array.from({ length: 10 }, pay))
    expect(await reservations.status({ id })).toMatchObject({ status: 'CONFIRMED', paid: 810_000 })
    expect(await wallet()).toBe(190_000)
  })

  test('cannot be used without a sign-in', async () => {
    const { id, wallet } = await bookWith(1_000_000)
    expect(await reservations.transactionCode({ id, use_wallet: true })).toMatchObject({
      wallet_used: 0,
      left: 810_000,
    })
    const payment = await payments.payOnline({ transaction_id: id, use_wallet: true })
    expect(payment.url).not.toBeNull()
    expect(await wallet()).toBe(1_000_000)
  })
})
