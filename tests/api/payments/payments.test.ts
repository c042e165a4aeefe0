import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settleOpenPayments } from '#app/api/payments/open.ts'
import { ASKED_ABOUT } from '#app/rules/money/payment/payment-status.ts'
import { testApi } from '../../support/api/api.ts'
import { balances, wrongInBooks } from '../../support/api/books.ts'
import { ABROAD, BY_HAND, DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin, callbackOrigins: ['https://app.example'] })
const { payments, reservations } = site.as()

beforeAll(() => loadFleet(db))
beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  site.messages.length = 0
  bank.behave()
  // Limits of messages do not matter in this test.
  await db.deleteFrom('message_count').execute()
})
afterEach(async () => {
  expect(await wrongInBooks(db)).toEqual([])
  expect(site.reported).toEqual([])
})

let people = 0
/** A reservation of a car and a phone of its own. */
async function book(change: Partial<Parameters<typeof reservations.reserve>[0]> = {}) {
  people += 1
  const id = 101 + (people % 20)
  const day = (after: number) =>
    new Date(Date.UTC(2026, 11, after + Math.floor(people / 20) * 6)).toISOString().slice(0, 10)
  const dates = { start_date: day(1), end_date: day(4) }
  return reservations.reserve({ ...RENTAL, ...DRIVER, ...dates, id, phone: phoneOf(people), ...change })
}
const pay = (reservation: string) => payments.gatewayPay({ gateway: 'saman', transaction_id: reservation })
const settle = (payment: string, answer?: Record<string, string>) => payments.clientVerify({ ref_id: payment, answer })
const statusOf = async (id: string) => (await reservations.status({ id })).status
const verifiesOf = () => bank.sales().filter(({ state }) => state === 'verified').length

/** A reservation whose customer is at the bank's page. */
async function atBank(change: Parameters<typeof book>[0] = {}) {
  const reservation = await book(change)
  const payment = await pay(reservation.id)
  return { reservation, payment: payment.payment_id, url: payment.url ?? '' }
}

describe('paying in toman', () => {
  test('confirms the reservation once it is paid at the bank', async () => {
    const reservation = await book()
    const quote = await reservations.transactionCode({ id: reservation.id, use_wallet: true })
    expect(quote).toMatchObject({ gateway: 'saman', left: 810_000, wallet_used: 0, due_at_desk: 1_890_000 })
    const payment = await pay(reservation.id)
    const answer = await bank.press(payment.url ?? '', 'pay')
    const settled = await settle(payment.payment_id, answer)
    expect(settled).toMatchObject({ status: 'PAID', settled_as: 'RESERVATION', amount: 810_000, reason: null })
    expect(await reservations.voucher({ id: reservation.id })).toMatchObject({
      status: 'CONFIRMED',
      paid: 810_000,
      payable: false,
      refund_now: 810_000,
      payment: { status: 'PAID', gateway: 'saman', trace: expect.stringMatching(/^\d+$/) },
      events: [{ status: 'AWAITING_PAYMENT' }, { status: 'CONFIRMED', actor: 'SYSTEM', reason: 'paid' }],
    })
    await site.drain()
    expect(site.messages.map(({ text }) => text).join('\n')).toMatch(/نگه داشته شده است.*قطعی شد(?!ن)/s)
    expect(await refusal(pay(reservation.id))).toMatchObject({ code: 'NOT_PAYABLE' })
  })

  test('sends a return address with our payment, and an order number of digits', async () => {
    const { payment } = await atBank()
    const sale = bank.sales().at(-1)
    expect(sale?.returnAddress).toBe(`http://localhost:3000/external-pay?payment=${payment}`)
    expect(sale?.orderNumber).toMatch(/^[1-9]\d{0,17}$/)
    expect(sale?.amount).toBe(8_100_000)
  })

  test('gives a company that answers by hand twelve hours, and refunds the customer if it does not answer', async () => {
    const { reservation, payment, url } = await atBank({
      id: BY_HAND.ad,
      ...{ start_date: '2026-12-20', end_date: '2026-12-23' },
    })
    await settle(payment, await bank.press(url, 'pay'))
    expect(await reservations.voucher({ id: reservation.id })).toMatchObject({
      status: 'AWAITING_CONFIRMATION',
      confirm_by: '2026-11-23T17:30:00.000Z',
    })
    site.clock.advance(12 * 60)
    await site.sweep()
    expect(await reservations.voucher({ id: reservation.id })).toMatchObject({
      status: 'REJECTED',
      refunded: 810_000,
      refund_now: null,
    })
    const { phone } = await reservations.voucher({ id: reservation.id })
    expect(await balances(db)).toMatchObject({ [`WALLET ${phone}`]: 810_000 })
    expect(site.messages.at(-1)?.text).toContain('تأیید نکرد')
  })

  test('makes a company that answers by hand answer before the pick-up', async () => {
    const soon = { start_date: '2026-11-23', start_time: '15:00', end_date: '2026-11-25' }
    const { reservation, payment, url } = await atBank({ id: BY_HAND.ad + 1, ...soon })
    await settle(payment, await bank.press(url, 'pay'))
    expect(await reservations.voucher({ id: reservation.id })).toMatchObject({
      status: 'AWAITING_CONFIRMATION',
      confirm_by: '2026-11-23T11:30:00.000Z',
    })
  })

  test('refuses the gateway of another currency and a return address on another site', async () => {
    const { id } = await book()
    expect(await refusal(payments.gatewayPay({ gateway: 'yekpay', transaction_id: id }))).toMatchObject({
      code: 'GATEWAY_NOT_OFFERED',
    })
    for (const call_back_url of [
      'https://evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      'https://localhost:3000@evil.example',
    ]) {
      const call = payments.payOnline({ transaction_id: id, call_back_url })
      expect(await refusal(call)).toMatchObject({ data: { fields: { call_back_url: ['invalid'] } } })
    }
    await payments.payOnline({ transaction_id: id, call_back_url: 'https://app.example/done?x=1' })
    expect(bank.sales().at(-1)?.returnAddress).toMatch(/^https:\/\/app\.example\/done\?x=1&payment=/)
  })
})

describe('paying in euro', () => {
  test('uses Yekpay, and finds the payment even if the customer never comes back', async () => {
    const en = site.as({ language: 'en' })
    people += 1
    const dates = { start_date: '2027-02-01', end_date: '2027-02-04' }
    const form = { ...RENTAL, ...DRIVER, ...ABROAD, ...dates, phone: phoneOf(people) }
    const reservation = await en.reservations.reserve(form)
    expect(reservation).toMatchObject({ currency: 'EUR', total: 2_700, payable_now: 900 })
    const payment = await en.payments.payOnline({ transaction_id: reservation.id })
    expect(bank.sales().at(-1)).toMatchObject({
      bank: 'yekpay',
      amount: 900,
      returnAddress: `http://localhost:3000/en/external_yek?payment=${payment.payment_id}`,
    })
    await bank.press(payment.url ?? '', 'pay_never_return').catch(() => undefined)
    site.clock.advance(2)
    await site.sweep()
    expect(await statusOf(reservation.id)).toBe('CONFIRMED')
    // The company is notified of it, too.
    expect(site.messages.some(({ text }) => text.includes('is confirmed'))).toBe(true)
  })

  test('keeps checking while the customer is still at the bank', async () => {
    const en = site.as({ language: 'en' })
    people += 1
    const dates = { start_date: '2027-03-01', end_date: '2027-03-04' }
    const form = { ...RENTAL, ...DRIVER, ...ABROAD, ...dates, phone: phoneOf(people) }
    const reservation = await en.reservations.reserve(form)
    const payment = await en.payments.payOnline({ transaction_id: reservation.id })
    site.clock.advance(3)
    await site.sweep()
    expect(await en.payments.clientVerify({ ref_id: payment.payment_id })).toMatchObject({ status: 'REDIRECTED' })
    const answer = await bank.press(payment.url ?? '', 'pay')
    expect(await en.payments.clientVerify({ ref_id: payment.payment_id, answer })).toMatchObject({ status: 'PAID' })
  })
})

describe('a callback', () => {
  test('that comes twenty times at once is one payment', async () => {
    const { reservation, payment, url } = await atBank()
    const answer = await bank.press(url, 'pay')
    const before = verifiesOf()
    const settled = await Promise.all(Array.from({ length: 20 }, () => settle(payment, answer)))
    expect(new Set(settled.map(({ status }) => status))).toEqual(new Set(['PAID']))
    expect(verifiesOf() - before).toBe(1)
    expect((await reservations.status({ id: reservation.id })).paid).toBe(810_000)
    expect(await settle(payment, answer)).toMatchObject({ status: 'PAID' })
    expect(await settle(payment, { ...answer, State: 'CanceledByUser', Status: '1' })).toMatchObject({ status: 'PAID' })
  })

  test('that is forged changes nothing', async () => {
    const { payment, url, reservation } = await atBank()
    const { token, number, amount } = await db
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', payment)
      .executeTakeFirstOrThrow()
    const forged = {
      State: 'OK',
      Status: '2',
      RefNum: 'made up',
      ResNum: String(number),
      MID: '21000001',
      TerminalId: '21000001',
    }
    const foreign = [
      { ...forged, Token: 'another', Amount: String(amount * 10) },
      { ...forged, Token: token ?? '', Amount: '10' },
      { ...forged, Token: token ?? '', Amount: String(amount * 10), ResNum: '1' },
      { ...forged, Token: token ?? '', Amount: String(amount * 10), TerminalId: '1' },
    ]
    for (const answer of foreign) expect(await settle(payment, answer)).toMatchObject({ status: 'REDIRECTED' })
    // Everything is right except for the money: we verify, and the bank knows of no payment.
    const right = { ...forged, Token: token ?? '', Amount: String(amount * 10) }
    expect(await settle(payment, right)).toMatchObject({ status: 'FAILED', reason: 'payment_failed' })
    expect(await statusOf(reservation.id)).toBe('AWAITING_PAYMENT')
    // The genuine one still counts.
    expect(await settle(payment, await bank.press(url, 'pay'))).toMatchObject({ status: 'PAID' })
  })

  test('with the receipt of another payment does not pay this one', async () => {
    const first = await atBank()
    const paid = await bank.press(first.url, 'pay')
    await settle(first.payment, paid)
    const second = await atBank()
    const sale = bank.sales().at(-1)
    const stolen = { ...paid, Token: sale?.token ?? '', ResNum: sale?.orderNumber ?? '' }
    expect(await settle(second.payment, stolen)).toMatchObject({ status: 'REDIRECTED' })
    expect(await statusOf(second.reservation.id)).toBe('AWAITING_PAYMENT')
  })

  test('of a cancelled payment leaves the vehicle held, and can be paid again', async () => {
    const { reservation, payment, url } = await atBank()
    expect(await settle(payment, await bank.press(url, 'cancel'))).toMatchObject({
      status: 'CANCELLED',
      reason: 'payment_cancelled',
    })
    expect(await reservations.voucher({ id: reservation.id })).toMatchObject({
      status: 'AWAITING_PAYMENT',
      payable: true,
      payment: { status: 'CANCELLED' },
    })
    const again = await pay(reservation.id)
    expect(again.payment_id).not.toBe(payment)
    expect(await settle(again.payment_id, await bank.press(again.url ?? '', 'pay'))).toMatchObject({ status: 'PAID' })
  })

  test('of the first of two payments, after the second was paid, is refunded', async () => {
    const { reservation, payment, url } = await atBank()
    // The customer cancels in one tab and pays in another; our site gets the cancellation first.
    const sale = bank.sales().at(-1)
    const common = {
      MID: '21000001',
      TerminalId: '21000001',
      ResNum: sale?.orderNumber ?? '',
      Amount: '8100000',
      Token: sale?.token ?? '',
    }
    await settle(payment, { ...common, State: 'CanceledByUser', Status: '1', RefNum: '' })
    const again = await pay(reservation.id)
    await settle(again.payment_id, await bank.press(again.url ?? '', 'pay'))
    expect(await settle(payment, await bank.press(url, 'pay'))).toMatchObject({
      status: 'REVERSED',
      settled_as: 'REVERSED',
    })
    expect(bank.sales().find(({ token }) => token === sale?.token)?.state).toBe('reversed')
    expect(await statusOf(reservation.id)).toBe('CONFIRMED')
  })

  test('with another amount than ours is refunded and pays nothing', async () => {
    const { reservation, payment, url } = await atBank()
    const answer = await bank.press(url, 'pay_other_amount')
    expect(await settle(payment, answer)).toMatchObject({ status: 'REDIRECTED' })
    // Even if its amount is forged to match, the receipt shows the real one.
    expect(await settle(payment, { ...answer, Amount: '8100000' })).toMatchObject({ status: 'REVERSED' })
    expect(await statusOf(reservation.id)).toBe('AWAITING_PAYMENT')
  })

  test('of an unknown payment is not found', async () => {
    expect(await refusal(settle('A'.repeat(22)))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a payment after its hold has expired', () => {
  test('takes the vehicle again while it is free', async () => {
    const { reservation, payment, url } = await atBank()
    const answer = await bank.press(url, 'pay')
    site.clock.advance(25)
    await db.updateTable('payment').set({ status: 'EXPIRED' }).where('id', '=', payment).execute()
    await site.sweep()
    expect(await statusOf(reservation.id)).toBe('EXPIRED')
    expect(await settle(payment, answer)).toMatchObject({ status: 'PAID', settled_as: 'RESERVATION' })
    expect(await statusOf(reservation.id)).toBe('CONFIRMED')
  })

  test('does not use a code again that its phone has used for another rental meanwhile', async () => {
    const dates = { starts_at: new Date('2026-01-01'), ends_at: new Date('2027-06-01') }
    const code = { code: 'ONCE', percent: 10, currency_id: 6, total_uses: 100, once_per_phone: true, ...dates }
    await db.insertInto('discount_code').values(code).execute()
    const phone = phoneOf(950)
    const { reservation, payment, url } = await atBank({ phone, discount_code: 'ONCE' })
    const answer = await bank.press(url, 'pay')
    site.clock.advance(25)
    await db.updateTable('payment').set({ status: 'EXPIRED' }).where('id', '=', payment).execute()
    await site.sweep()
    await book({ phone, discount_code: 'ONCE' })
    expect(await settle(payment, answer)).toMatchObject({ status: 'PAID', settled_as: 'RESERVATION' })
    expect(await statusOf(reservation.id)).toBe('CONFIRMED')
    const uses = db.selectFrom('discount_code').select('used').where('code', '=', 'ONCE')
    expect(await uses.executeTakeFirst()).toEqual({ used: 1 })
  })

  test('is reversed when the pick-up has passed, even if the vehicle is free', async () => {
    const soon = { id: 120, start_date: '2026-11-23', start_time: '10:00', end_date: '2026-11-25' }
    site.clock.set('2026-11-23T06:10:00Z')
    const { reservation, payment, url } = await atBank(soon)
    const answer = await bank.press(url, 'pay')
    site.clock.advance(25)
    await db.updateTable('payment').set({ status: 'EXPIRED' }).where('id', '=', payment).execute()
    await site.sweep()
    expect(await settle(payment, answer)).toMatchObject({ status: 'REVERSED' })
    expect(await statusOf(reservation.id)).toBe('EXPIRED')
  })

  test.each([
    ['was retired', { status: 2 }, {}],
    ['was taken down', { status: 3 }, {}],
    ['belongs to a suspended company', {}, { suspended_at: new Date('2026-11-23') }],
    ['was paused before its company was suspended', { status: 0 }, { suspended_at: new Date('2026-11-23') }],
  ])('is reversed when the vehicle %s', async (_, ad, company) => {
    const { reservation, payment, url } = await atBank()
    const answer = await bank.press(url, 'pay')
    site.clock.advance(25)
    await db.updateTable('payment').set({ status: 'EXPIRED' }).where('id', '=', payment).execute()
    await site.sweep()
    const { ad_id } = await db
      .selectFrom('reservation')
      .select('ad_id')
      .where('id', '=', reservation.id)
      .executeTakeFirstOrThrow()
    const changeCompany = (set: { suspended_at?: Date | null }) =>
      db.updateTable('company').set(set).where('id', '=', TOMAN.company).execute()
    if ('status' in ad) await db.updateTable('ad').set(ad).where('id', '=', ad_id).execute()
    if ('suspended_at' in company) await changeCompany(company)
    expect(await settle(payment, answer)).toMatchObject({ status: 'REVERSED' })
    expect(await statusOf(reservation.id)).toBe('EXPIRED')
    await changeCompany({ suspended_at: null })
    await db.updateTable('ad').set({ status: 1 }).where('id', '=', ad_id).execute()
  })

  test('is reversed when somebody else has the vehicle', async () => {
    const { reservation, payment, url } = await atBank()
    const answer = await bank.press(url, 'pay')
    site.clock.advance(25)
    await takeSameVehicle(reservation.id)
    expect(await settle(payment, answer)).toMatchObject({ status: 'REVERSED', settled_as: 'REVERSED' })
    expect(await statusOf(reservation.id)).toBe('EXPIRED')
    await site.drain()
    expect(site.messages.at(-1)?.text).toContain('به کارت شما برمی‌گردد')
    expect(await settle(payment, answer)).toMatchObject({ status: 'REVERSED' })
  })

  test('waits for an operator if the bank’s answer to the reversal was lost and the bank then refuses', async () => {
    const { reservation, payment, url } = await atBank()
    const answer = await bank.press(url, 'pay')
    site.clock.advance(25)
    await takeSameVehicle(reservation.id)
    bank.misbehave({ hang: ['reverse'] })
    expect(await settle(payment, answer)).toMatchObject({ status: 'VERIFYING', reason: 'payment_pending' })
    const sale = bank.sales().find(({ token }) => token === answer.Token)
    if (sale) sale.state = 'paid'
    bank.behave()
    site.clock.advance(1)
    await site.sweep()
    expect(await settle(payment, answer)).toMatchObject({ status: 'REVIEW' })
    const { phone } = await reservations.voucher({ id: reservation.id })
    expect((await balances(db))[`WALLET ${phone}`] ?? 0).toBe(0)
  })

  test('of a cancelled reservation is reversed', async () => {
    const { reservation, payment, url } = await atBank()
    const answer = await bank.press(url, 'pay')
    await reservations.cancel({ id: reservation.id })
    expect(await settle(payment, answer)).toMatchObject({ status: 'REVERSED' })
    expect(await statusOf(reservation.id)).toBe('CANCELLED')
  })

  async function takeSameVehicle(id: string) {
    const { ad_id, ...was } = await db
      .selectFrom('reservation')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await book({ id: ad_id, start_date: was.start_date, end_date: was.end_date })
  }
})

describe('cancelling a paid reservation', () => {
  test.each([
    ['at the first deadline', 'free_until', 0, 810_000],
    ['a minute after the first deadline', 'free_until', 1, 405_000],
    ['at the second deadline', 'half_until', 0, 405_000],
    ['a minute after the second deadline', 'half_until', 1, 0],
  ] as const)(
    '%s: the wallet gets the refund, and the company the rest less commission',
    async (_, deadline, minutes, refund) => {
      const { reservation, payment, url } = await atBank()
      await settle(payment, await bank.press(url, 'pay'))
      const { phone, [deadline]: until } = await reservations.voucher({ id: reservation.id })
      const amounts = async () => {
        const all = await balances(db)
        return {
          ...{ wallet: all[`WALLET ${phone}`] ?? 0, company: all['COMPANY 1'] ?? 0 },
          commission: all['COMMISSION marketplace'] ?? 0,
        }
      }
      const before = await amounts()
      site.clock.set(until)
      site.clock.advance(minutes)
      expect(await reservations.cancel({ id: reservation.id })).toMatchObject({ status: 'CANCELLED', refund })
      const commission = (810_000 - refund) * 0.12
      expect(await amounts()).toEqual({
        wallet: before.wallet + refund,
        company: before.company + 810_000 - refund - commission,
        commission: before.commission + commission,
      })
    },
  )
})

describe('starting a payment', () => {
  test('again resumes the open one', async () => {
    const { reservation, payment, url } = await atBank()
    expect(await pay(reservation.id)).toMatchObject({ payment_id: payment, url })
    expect(
      await db.selectFrom('payment').selectAll().where('reservation_id', '=', reservation.id).execute(),
    ).toHaveLength(1)
  })

  test('ten times at once asks the bank once', async () => {
    const { id } = await book()
    const before = bank.sales().length
    const started = await Promise.all(Array.from({ length: 10 }, () => pay(id)))
    expect(new Set(started.map(({ url }) => url)).size).toBe(1)
    expect(bank.sales().length - before).toBe(1)
  })

  test('with the same key gives the same answer, and with another body is refused', async () => {
    const { id } = await book()
    const keyed = site.as({ idempotencyKey: `pay-${id}` }).payments
    const first = await keyed.payOnline({ transaction_id: id })
    expect(await keyed.payOnline({ transaction_id: id })).toEqual(first)
    const other = keyed.payOnline({ transaction_id: id, call_back_url: '/pay_redirect' })
    expect(await refusal(other)).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  })

  test('extends the hold until the bank’s token expires, to forty minutes in all', async () => {
    const reservation = await book()
    site.clock.advance(15)
    await pay(reservation.id)
    expect((await reservations.status({ id: reservation.id })).hold_until).toBe('2026-11-23T06:05:00.000Z')
    site.clock.advance(19)
    const current = await db
      .selectFrom('payment')
      .select('id')
      .where('reservation_id', '=', reservation.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('payment').set({ status: 'CANCELLED' }).where('id', '=', current.id).execute()
    await pay(reservation.id)
    expect((await reservations.status({ id: reservation.id })).hold_until).toBe('2026-11-23T06:10:00.000Z')
    site.clock.set('2026-11-23T06:10:00Z')
    expect(await statusOf(reservation.id)).toBe('EXPIRED')
  })

  test('is refused, and a person is notified, if the bank gives a token of another payment', async () => {
    const redirect = { method: 'GET' as const, url: 'https://bank.example/' }
    const start = async () => ({ outcome: 'started' as const, token: 'TWICE', redirect })
    const careless = await testApi({ db, gateways: { saman: { ...site.deps.gateways.saman, start } } })
    const order = async () => ({ gateway: 'saman' as const, transaction_id: (await book()).id })
    const calls = careless.as().payments
    expect(await calls.gatewayPay(await order())).toMatchObject({ status: 'REDIRECTED' })
    expect(await refusal(calls.gatewayPay(await order()))).toMatchObject({ code: 'GATEWAY_UNAVAILABLE' })
    expect(careless.reported).toEqual([])
  })

  test('while the bank is down charges nothing and can be tried again', async () => {
    const { id } = await book()
    bank.misbehave({ unavailable: ['token'] })
    expect(await refusal(pay(id))).toMatchObject({ code: 'GATEWAY_UNAVAILABLE', status: 503 })
    bank.behave()
    bank.misbehave({ refuseCaller: true })
    expect(await refusal(pay(id))).toMatchObject({ code: 'GATEWAY_UNAVAILABLE' })
    bank.behave()
    const payment = await pay(id)
    expect(await settle(payment.payment_id, await bank.press(payment.url ?? '', 'pay'))).toMatchObject({
      status: 'PAID',
    })
  })

  test('of an expired or unknown reservation is refused', async () => {
    const { id } = await book()
    site.clock.advance(20)
    expect(await refusal(pay(id))).toMatchObject({ code: 'NOT_PAYABLE', status: 409 })
    expect(await refusal(pay('A'.repeat(22)))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a bank that does not answer', () => {
  test('is asked again, and what it did counts', async () => {
    const { reservation, payment, url } = await atBank()
    const answer = await bank.press(url, 'pay')
    bank.misbehave({ hang: ['verify'] })
    expect(await settle(payment, answer)).toMatchObject({ status: 'VERIFYING', reason: 'payment_pending' })
    expect(await refusal(pay(reservation.id))).toMatchObject({ code: 'NOT_PAYABLE' })
    bank.behave()
    site.clock.advance(1)
    await site.drain()
    expect(await statusOf(reservation.id)).toBe('CONFIRMED')
  })

  test('and never does leaves the payment to a person', async () => {
    const { payment, url } = await atBank()
    const answer = await bank.press(url, 'pay')
    bank.misbehave({ unavailable: ['verify'] })
    await settle(payment, answer)
    site.clock.advance(24 * 60)
    await site.sweep()
    expect(await settle(payment)).toMatchObject({ status: 'REVIEW', reason: 'payment_pending' })
  })

  test('keeps neither the other bank nor the minute’s other work waiting, and asks about the rest in the next run', async () => {
    await db.updateTable('payment').set({ status: 'FAILED' }).where('status', 'in', ASKED_ABOUT).execute()
    const open = [await atBank(), await atBank(), await atBank(), await atBank()].map(({ payment }) => payment)
    await db
      .updateTable('payment')
      .set({ gateway: 'yekpay' })
      .where('id', '=', open[3] ?? '')
      .execute()
    site.clock.advance(2)
    const asked: string[] = []
    const ms = 20
    const { saman, yekpay } = site.deps.gateways
    const gateways = {
      ...site.deps.gateways,
      saman: {
        ...saman,
        settlesBy: 'inquire' as const,
        inquire: async () => {
          asked.push('saman')
          await new Promise((resolve) => setTimeout(resolve, ms))
          return { state: 'unknown' as const, reason: 'no answer' }
        },
      },
      yekpay: {
        ...yekpay,
        verify: async () => {
          asked.push('yekpay')
          return { outcome: 'not_paid' as const, code: '-1', reason: 'not paid', alert: false }
        },
      },
    }
    const run = () => settleOpenPayments({ ...site.deps, gateways }, ms / 2)
    await run()
    expect(asked.sort()).toEqual(['saman', 'yekpay'])
    site.clock.advance(1)
    await run()
    site.clock.advance(1)
    await run()
    const unasked = await db
      .selectFrom('payment')
      .select('id')
      .where('id', 'in', open)
      .where('checked_at', 'is', null)
      .execute()
    expect(unasked).toEqual([])
  })

  test('gives no clear answer about one payment is asked about the others all the same', async () => {
    await db.updateTable('payment').set({ status: 'FAILED' }).where('status', 'in', ASKED_ABOUT).execute()
    const open = [await atBank(), await atBank(), await atBank()].map(({ payment }) => payment)
    await db
      .updateTable('payment')
      .set({ gateway: 'yekpay', checked_at: site.clock.now() })
      .where('id', 'in', open)
      .execute()
    await db
      .updateTable('payment')
      .set({ checked_at: null })
      .where('id', '=', open[0] ?? '')
      .execute()
    const { yekpay } = site.deps.gateways
    const ms = 20
    const verify = async () => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      return { outcome: 'unknown' as const, reason: 'no answer', review: false }
    }
    const gateways = { ...site.deps.gateways, yekpay: { ...yekpay, verify } }
    for (const _ of open) {
      site.clock.advance(2)
      await settleOpenPayments({ ...site.deps, gateways }, ms / 2)
    }
    const asked = await db.selectFrom('payment').select('status').where('id', 'in', open).execute()
    expect(asked.map(({ status }) => status)).toEqual(['VERIFYING', 'VERIFYING', 'VERIFYING'])
  })
})
