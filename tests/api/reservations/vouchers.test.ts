import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { balances, wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, PLACES, phoneOf, RENTAL } from '../../support/api/fleet.ts'
import { paidLongAgo } from '../../support/api/past-card.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
const { payments, reservations } = site.as()

beforeAll(() => loadFleet(db))
beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  await db.deleteFrom('rate_count').execute()
})

let people = 0
async function paid(change: Partial<Parameters<typeof reservations.reserve>[0]> = {}) {
  people += 1
  const phone = phoneOf(people)
  const reserved = await reservations.reserve({ ...RENTAL, ...DRIVER, id: 100 + people, phone, ...change })
  const payment = await payments.payOnline({ transaction_id: reserved.id })
  const answer = await bank.press(payment.url ?? '', 'pay')
  await payments.clientVerify({ ref_id: payment.payment_id, answer })
  return { ...reserved, phone }
}

describe('a voucher', () => {
  test('shows places, lines, deadlines and the amount due in the reader’s language', async () => {
    const { id } = await paid({
      receive_address: PLACES.airport,
      return_address: { id: -1, address: 'هتل شایان' },
      child_seat_count: 1,
    })
    const voucher = await site.as({ language: 'en' }).reservations.voucher({ id })
    expect(voucher).toMatchObject({
      status: 'CONFIRMED',
      currency: 'IRT',
      total: 3_350_000,
      payable_now: 1_005_000,
      due_at_desk: 2_345_000,
      paid: 1_005_000,
      ad: { title: 'Kia Rio', year: 2022, min_driver_age: 21, min_licence_years: 1 },
      company: { name: 'Marjan', phone: '+982112345678' },
      city: { name: 'Kish', zone: 'Asia/Tehran' },
      receive: { place: { kind: 'AIRPORT', receive_fee: 200_000 }, address: 'Street 1' },
      return: { place: null, address: 'هتل شایان' },
      free_until: '2026-11-29T06:30:00.000Z',
      half_until: '2026-11-30T06:30:00.000Z',
      hold_until: null,
    })
    expect(voucher.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(voucher.total)
  })

  test('is found by its number and phone, however they are written', async () => {
    const { id, number, phone } = await paid()
    const { share_id } = await reservations.voucher({ id })
    // The company knows number and phone, too: they show the reservation and manage nothing.
    const shown = { id: share_id, is_shared: true, number }
    const digits = number.slice(3)
    const persian = digits.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? '')
    for (const written of [number, digits, persian, `sv-${digits}`, ` SV ${persian} `]) {
      expect(await reservations.voucher({ id: written, phone })).toMatchObject(shown)
    }
    const abroad = { id: digits, phone: phone.slice(1), country_code: '98' }
    await expect(reservations.voucher(abroad)).resolves.toMatchObject(shown)
  })

  test('is not found by its number alone, another phone or another number, and tries are limited', async () => {
    const { number } = await paid()
    expect(await refusal(reservations.voucher({ id: number }))).toMatchObject({ code: 'NOT_FOUND' })
    const other = { id: number, phone: '09129999999' }
    expect(await refusal(reservations.voucher(other))).toMatchObject({ code: 'NOT_FOUND' })
    for (let tries = 0; tries < 8; tries += 1) await refusal(reservations.voucher({ id: '1', phone: '09129999999' }))
    expect(await refusal(reservations.voucher(other))).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
    // Attempts from many addresses on one reservation number are limited, too.
    await db.deleteFrom('rate_count').execute()
    const tries = Array.from({ length: 11 }, (_, index) =>
      refusal(
        site
          .as({ clientAddress: `198.51.100.${index}` })
          .reservations.voucher({ id: number, phone: `0912999${1000 + index}` }),
      ),
    )
    expect((await Promise.all(tries)).filter(({ code }) => code === 'TOO_MANY_REQUESTS')).toHaveLength(1)
    // So are attempts with one phone on many reservation numbers.
    await db.deleteFrom('rate_count').execute()
    const numbers = Array.from({ length: 11 }, (_, index) =>
      refusal(
        site
          .as({ clientAddress: `198.51.100.${index}` })
          .reservations.voucher({ id: String(index + 1), phone: other.phone }),
      ),
    )
    expect((await Promise.all(numbers)).filter(({ code }) => code === 'TOO_MANY_REQUESTS')).toHaveLength(1)
    site.clock.advance(11)
    expect(await refusal(reservations.voucher(other))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the link that its holder shares', () => {
  test('shows the trip without identity, contacts and payments', async () => {
    const { id, number, phone } = await paid()
    const own = await reservations.voucher({ id })
    const shared = await reservations.voucher({ id: own.share_id })
    expect(shared).toMatchObject({
      ...{ id: own.share_id, is_shared: true, number, status: 'CONFIRMED', fullname: own.fullname },
      ...{ receive: own.receive, start_at: own.start_at, due_at_desk: own.due_at_desk },
      ...{ national_id: '', phone: '', email: null, payment: null, refund_now: null, sent_to: [] },
    })
    const text = JSON.stringify(shared)
    for (const secret of [id, phone.slice(-7), own.payment?.id ?? '-']) expect(text).not.toContain(secret)
  })

  test('cancels nothing, corrects nothing and pays nothing', async () => {
    const { id } = await paid()
    const { share_id } = await reservations.voucher({ id })
    expect(await refusal(reservations.cancel({ id: share_id }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(reservations.transactionCode({ id: share_id }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(reservations.refundWays({ id: share_id }))).toMatchObject({ code: 'NOT_FOUND' })
    const corrected = { id: share_id, country_code: '+98', phone: phoneOf(900) }
    expect(await refusal(reservations.correctPhone(corrected))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await reservations.voucher({ id })).toMatchObject({ status: 'CONFIRMED', is_shared: false })
  })
})

test('a voucher says where its last message went', async () => {
  const { id, phone } = await paid()
  await site.drain()
  const { sent_to } = await reservations.voucher({ id })
  expect(sent_to).toEqual([{ channel: 'sms', receiver: expect.stringContaining(phone.slice(-7)), failed: false }])
})

describe('cancelling a paid reservation', () => {
  test.each([
    ['two days before', '2026-11-29T06:30:00Z', 810_000],
    ['a minute later', '2026-11-29T06:31:00Z', 405_000],
    ['one day before', '2026-11-30T06:30:00Z', 405_000],
    ['a minute later still', '2026-11-30T06:31:00Z', 0],
  ])('%s refunds what the deadlines say', async (_, moment, refund) => {
    const { id, phone } = await paid()
    site.clock.set(moment)
    expect(await reservations.voucher({ id })).toMatchObject({ refund_now: refund })
    const answer = { id, status: 'CANCELLED', refund, currency: 'IRT' }
    expect(await reservations.cancel({ id })).toEqual(answer)
    expect(await reservations.cancel({ id })).toEqual(answer)
    expect(await reservations.voucher({ id })).toMatchObject({
      status: 'CANCELLED',
      refunded: refund,
      refund_now: null,
    })
    expect((await balances(db))[`WALLET +98${phone.slice(1)}`] ?? 0).toBe(refund)
    expect(await wrongInBooks(db)).toEqual([])
  })

  test('is impossible after the pick-up', async () => {
    const { id } = await paid()
    site.clock.set('2026-12-01T06:30:00Z')
    expect(await reservations.voucher({ id })).toMatchObject({ refund_now: null })
    expect(await refusal(reservations.cancel({ id }))).toMatchObject({ code: 'NOT_CANCELLABLE' })
  })

  test('ten times at once refunds once', async () => {
    const { id, phone } = await paid()
    await paidLongAgo(db, id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => reservations.cancel({ id })))
    expect(new Set(answers.map(({ refund }) => refund))).toEqual(new Set([810_000]))
    expect((await balances(db))[`WALLET +98${phone.slice(1)}`]).toBe(810_000)
  })
})
