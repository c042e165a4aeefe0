import { beforeAll, describe, expect, test } from 'vitest'
import { testApi } from '../support/api.ts'
import { testBank } from '../support/bank.ts'
import { testDatabase } from '../support/database.ts'
import { DRIVER, loadFleet, phoneOf, RENTAL } from '../support/fleet.ts'

const { db } = await testDatabase()
const start = new Date('2026-11-23T05:30:00Z')
const time = start.getTime()
const bank = await testBank(() => new Date(time))
const site = await testApi({ db, bank: bank.origin })

beforeAll(() => loadFleet(db))

let people = 0
async function book(change: Partial<typeof RENTAL> = {}) {
  people += 1
  return site.as().reservations.reserve({ ...RENTAL, ...DRIVER, phone: phoneOf(people), ...change })
}

describe('paying in toman', () => {
  test('a reservation is paid at the bank and becomes firm', async () => {
    const reservation = await book()
    const quote = await site.as().reservations.transactionCode({ id: reservation.id })
    expect(quote).toMatchObject({ gateway: 'saman', left: 810_000, wallet_used: 0, due_at_desk: 1_890_000 })
    const payment = await site.as().payments.gatewayPay({ gateway: 'saman', transaction_id: reservation.id })
    const answer = await bank.press(payment.url ?? '', 'pay')
    const settled = await site.as().payments.clientVerify({ ref_id: payment.payment_id, answer })
    expect(settled).toMatchObject({ status: 'PAID', settled_as: 'RESERVATION', amount: 810_000, reason: null })
    const voucher = await site.as().reservations.voucher({ id: reservation.id })
    expect(voucher).toMatchObject({ status: 'CONFIRMED', paid: 810_000, payable: false, refund_now: 810_000 })
    await site.drain()
    expect(site.messages.map(({ text }) => text).join('\n')).toMatch(/ثبت شد.*قطعی شد/s)
    expect(site.reported).toEqual([])
  })
})
