import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FREE_ADDRESS_ID } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { balances, wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, PLACES, phoneOf, RENTAL } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { paidLongAgo } from '../../support/api/past-card.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db, { cars: 24 })
const { visitor, owner, other, agency, elsewhere, admin } = await fiveIdentities(site)

beforeEach(() => site.clock.set('2026-11-23T05:30:00Z'))
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

// The limits of messages are irrelevant in this test, and the clock stands still.
beforeEach(async () => {
  await db.deleteFrom('message_count').execute()
})

let count = 0
/** A paid reservation of three days in December, on a car of its own: 2,700,000 toman, 810,000 paid. */
async function paid(change: object = {}) {
  count += 1
  const form = { ...RENTAL, ...DRIVER, id: 100 + count, ...change }
  const { id } = await visitor.reservations.reserve(form)
  await payAtBank(site, bank, id)
  return { id, ad: form.id }
}
const wallet = async () => (await balances(db))['WALLET +989121234567'] ?? 0
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const longer = (days: number) => ({ end_date: addDays(RENTAL.end_date, days) })
/** Another reservation of the car, from the former return on. */
const next = (ad: number, start = RENTAL.end_date) =>
  visitor.reservations.reserve({
    ...RENTAL,
    ...DRIVER,
    id: ad,
    phone: phoneOf(500 + count),
    start_date: start,
    start_time: '12:00',
    end_date: addDays(start, 1),
  })

describe('a change that costs more', () => {
  test('holds the new time, is paid at the bank, and then applies', async () => {
    const { id, ad } = await paid()
    const quote = await owner.calls.reservations.quoteChange({ id, ...longer(1), child_seat_count: '1' as never })
    // Four days of 900,000 and a seat of 50,000 a day; 30 % now.
    expect(quote).toMatchObject({
      available: true,
      total: 3_800_000,
      payable_now: 1_140_000,
      difference: 330_000,
      before: { total: 2_700_000, paid: 810_000 },
    })
    const changed = await owner.calls.reservations.change({
      id,
      ...longer(1),
      child_seat_count: 1,
      shown_total: 3_800_000,
    })
    expect(changed).toMatchObject({ status: 'AWAITING_PAYMENT', difference: 330_000, to_wallet: 0 })
    expect(await codeOf(next(ad))).toBe('VEHICLE_TAKEN')
    const before = await owner.calls.reservations.read({ id })
    expect(before).toMatchObject({ end_date: RENTAL.end_date, change: { difference: 330_000, ...longer(1) } })
    expect(before.changeable_until).toBeNull()

    const transaction = changed.transaction_id ?? ''
    const due = await visitor.reservations.transactionCode({ id: transaction })
    expect(due).toMatchObject({ reservation_id: id, left: 330_000, payable_now: 1_140_000, due_at_desk: 2_660_000 })
    expect(await payAtBank(site, bank, transaction)).toMatchObject({
      status: 'PAID',
      purpose: 'CHANGE',
      reservation_id: id,
    })
    const after = await owner.calls.reservations.read({ id })
    expect(after).toMatchObject({
      status: 'CONFIRMED',
      ...longer(1),
      days: 4,
      paid: 1_140_000,
      total: 3_800_000,
      child_seat_count: 1,
      change: null,
      payments: [{ purpose: 'CHANGE' }, { purpose: 'RESERVATION' }],
    })
    expect(after.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(3_800_000)
    expect(after.events.at(-1)).toMatchObject({ status: 'CONFIRMED', actor: 'CUSTOMER', reason: 'changed' })
    expect(await codeOf(next(ad))).toBe('VEHICLE_TAKEN')
  })

  test('keeps the company’s half hour after the new return, while it is held and once it is paid', async () => {
    const { id, ad } = await paid()
    const { transaction_id } = await owner.calls.reservations.change({ id, ...longer(1) })
    const nextAt = (start_time: string) =>
      visitor.reservations.reserve({
        ...RENTAL,
        ...DRIVER,
        id: ad,
        phone: phoneOf(600 + count),
        start_date: longer(1).end_date,
        start_time,
        end_date: longer(3).end_date,
      })
    expect(await codeOf(nextAt('10:00'))).toBe('VEHICLE_TAKEN')
    await payAtBank(site, bank, transaction_id ?? '')
    expect(await codeOf(nextAt('10:00'))).toBe('VEHICLE_TAKEN')
    expect(await nextAt('10:30')).toMatchObject({ status: 'AWAITING_PAYMENT' })
  })

  test('that is not paid leaves everything as it was, and frees the time again', async () => {
    const { id, ad } = await paid()
    await owner.calls.reservations.change({ id, ...longer(2) })
    site.clock.advance(21)
    expect(await next(ad)).toMatchObject({ status: 'AWAITING_PAYMENT' })
    const after = await owner.calls.reservations.read({ id })
    expect(after).toMatchObject({ status: 'CONFIRMED', end_date: RENTAL.end_date, change: null, paid: 810_000 })
    expect(after.changeable_until).not.toBeNull()
  })

  test('can be withdrawn, and another one requested', async () => {
    const { id } = await paid()
    const first = await owner.calls.reservations.change({ id, ...longer(2) })
    expect(await codeOf(owner.calls.reservations.change({ id, ...longer(1) }))).toBe('NOT_CHANGEABLE')
    expect(await owner.calls.reservations.dropChange({ id })).toEqual({ id, dropped: true })
    expect(await owner.calls.reservations.dropChange({ id })).toEqual({ id, dropped: false })
    expect(await codeOf(visitor.reservations.transactionCode({ id: first.transaction_id ?? '' }))).toBe('NOT_PAYABLE')
    const second = await owner.calls.reservations.change({ id, ...longer(1) })
    expect(await payAtBank(site, bank, second.transaction_id ?? '')).toMatchObject({ status: 'PAID' })
    expect((await owner.calls.reservations.read({ id })).days).toBe(4)
  })

  test('paid after it was withdrawn or expired is refunded', async () => {
    const { id, ad } = await paid()
    const { transaction_id } = await owner.calls.reservations.change({ id, ...longer(2) })
    const started = await visitor.payments.payOnline({ transaction_id: transaction_id ?? '' })
    const answer = await bank.press(started.url ?? '', 'pay')
    site.clock.advance(25)
    await next(ad)
    const settled = await visitor.payments.clientVerify({ ref_id: started.payment_id, answer })
    expect(settled).toMatchObject({ status: 'REVERSED', purpose: 'CHANGE' })
    expect(await owner.calls.reservations.read({ id })).toMatchObject({ end_date: RENTAL.end_date, paid: 810_000 })
  })

  test('that is withdrawn returns the wallet’s part at once, and the bank’s when it arrives', async () => {
    const { id } = await paid()
    const topUp = await owner.calls.payments.payOnline({ amount: 10_000, currency: 'IRT' })
    await visitor.payments.clientVerify({ ref_id: topUp.payment_id, answer: await bank.press(topUp.url ?? '', 'pay') })
    const had = await wallet()
    const { transaction_id } = await owner.calls.reservations.change({ id, ...longer(4) })
    const by = { transaction_id: transaction_id ?? '', use_wallet: true }
    const started = await owner.calls.payments.payOnline(by)
    expect(await wallet()).toBe(0)
    const answer = await bank.press(started.url ?? '', 'pay')
    await owner.calls.reservations.dropChange({ id })
    expect(await wallet()).toBe(had)
    const settled = await visitor.payments.clientVerify({ ref_id: started.payment_id, answer })
    expect(settled).toMatchObject({ status: 'REVERSED' })
    expect(await wallet()).toBe(had)
  })

  test('paid late applies if the time is still free', async () => {
    const { id } = await paid()
    const { transaction_id } = await owner.calls.reservations.change({ id, ...longer(2) })
    const started = await visitor.payments.payOnline({ transaction_id: transaction_id ?? '' })
    const answer = await bank.press(started.url ?? '', 'pay')
    site.clock.advance(25)
    const settled = await visitor.payments.clientVerify({ ref_id: started.payment_id, answer })
    expect(settled).toMatchObject({ status: 'PAID', settled_as: 'RESERVATION' })
    expect(await owner.calls.reservations.read({ id })).toMatchObject(longer(2))
  })

  test('can be paid from the wallet, wholly or in part', async () => {
    const start = await wallet()
    const { id } = await paid()
    // The refund is in the wallet.
    const given = await paid()
    await paidLongAgo(db, given.id)
    await visitor.reservations.cancel({ id: given.id })
    expect(await wallet()).toBe(start + 810_000)
    const { transaction_id } = await owner.calls.reservations.change({ id, ...longer(1) })
    const by = { transaction_id: transaction_id ?? '', use_wallet: true }
    expect(await owner.calls.payments.payOnline(by)).toMatchObject({ status: 'PAID', url: null })
    expect(await wallet()).toBe(start + 540_000)
    expect(await owner.calls.reservations.read({ id })).toMatchObject({ ...longer(1), paid: 1_080_000 })
  })

  test('ends with its reservation', async () => {
    const { id, ad } = await paid()
    const { transaction_id } = await owner.calls.reservations.change({ id, ...longer(2) })
    await visitor.reservations.cancel({ id })
    expect(await codeOf(visitor.payments.payOnline({ transaction_id: transaction_id ?? '' }))).toBe('NOT_PAYABLE')
    expect(await next(ad)).toMatchObject({ status: 'AWAITING_PAYMENT' })
  })
})

describe('a change that costs less or the same', () => {
  test('applies at once, and the rest goes to the wallet', async () => {
    const { id, ad } = await paid({ end_date: addDays(RENTAL.end_date, 2) })
    const had = await wallet()
    // Five days of 900,000 become three: 30 % of 1,800,000 less.
    const changed = await owner.calls.reservations.change({ id, end_date: RENTAL.end_date })
    expect(changed).toMatchObject({ status: 'DONE', transaction_id: null, difference: -540_000, to_wallet: 540_000 })
    expect(await wallet()).toBe(had + 540_000)
    expect(await owner.calls.reservations.read({ id })).toMatchObject({ days: 3, paid: 810_000, total: 2_700_000 })
    expect(await next(ad)).toMatchObject({ status: 'AWAITING_PAYMENT' })
    await site.drain()
    expect(site.messages.map(({ text }) => text).join('\n')).toContain('تغییر کرد و ۵۴۰٬۰۰۰')
    // A cancellation refunds what is left, not all that was paid.
    expect(await visitor.reservations.cancel({ id })).toMatchObject({ refund: 810_000 })
    expect(await wallet()).toBe(had + 540_000 + 810_000)
  })

  test('that shortens the rental after a deadline refunds no more than a cancellation would', async () => {
    const { id } = await paid({ end_date: addDays(RENTAL.end_date, 2) })
    const had = await wallet()
    site.clock.set('2026-11-29T20:00:00Z')
    const shorter = { id, end_date: RENTAL.end_date }
    const halved = { difference: -270_000, kept: 270_000 }
    expect(await owner.calls.reservations.quoteChange(shorter)).toMatchObject({ ...halved, share: 'half' })
    expect(await owner.calls.reservations.change(shorter)).toMatchObject({ ...halved, to_wallet: 270_000 })
    expect(await wallet()).toBe(had + 270_000)
    expect(await owner.calls.reservations.read({ id })).toMatchObject({ days: 3, paid: 810_000, payable_now: 810_000 })
    await site.drain()
    expect(site.messages.filter(({ text }) => text.includes('۲۷۰٬۰۰۰'))).toHaveLength(1)
  })

  test('that shortens the rental after both deadlines refunds nothing, whatever is added to it', async () => {
    const { id } = await paid({ end_date: addDays(RENTAL.end_date, 7) })
    await db
      .updateTable('reservation')
      .set({ free_until: site.clock.now(), half_until: site.clock.now() })
      .where('id', '=', id)
      .execute()
    site.clock.advance(1)
    const had = await wallet()
    const oneDay = { id, end_date: addDays(RENTAL.start_date, 1) }
    expect(await owner.calls.reservations.quoteChange(oneDay)).toMatchObject({ difference: 0, share: 'none' })
    const withSeat = await owner.calls.reservations.change({ ...oneDay, child_seat_count: 1 })
    // The seat must be paid for again: the retained money does not cover it.
    expect(withSeat).toMatchObject({ status: 'AWAITING_PAYMENT', difference: 15_000 })
    await payAtBank(site, bank, withSeat.transaction_id ?? '')
    expect(await owner.calls.reservations.read({ id })).toMatchObject({ days: 1, child_seat_count: 1 })
    expect(await wallet()).toBe(had)
    expect(await visitor.reservations.cancel({ id })).toMatchObject({ refund: 0 })
  })

  test('can move the rental to overlapping days, with its deadlines', async () => {
    const { id, ad } = await paid()
    const moved = { start_date: addDays(RENTAL.start_date, 1), end_date: addDays(RENTAL.end_date, 1) }
    expect(await owner.calls.reservations.change({ id, ...moved })).toMatchObject({ status: 'DONE', difference: 0 })
    const { free_until, start_at } = await owner.calls.reservations.read({ id })
    expect(Date.parse(start_at) - Date.parse(free_until)).toBe(48 * 3_600_000)
    expect(await codeOf(next(ad, RENTAL.end_date))).toBe('VEHICLE_TAKEN')
    expect(await next(ad, '2026-11-30')).toMatchObject({ status: 'AWAITING_PAYMENT' })
  })

  test('does not restore a deadline that has passed', async () => {
    const { id } = await paid()
    site.clock.set('2026-11-29T20:00:00Z')
    const refund = async () => (await owner.calls.reservations.read({ id })).refund_now
    expect(await refund()).toBe(405_000)
    const moved = { start_date: '2027-02-01', end_date: '2027-02-04' }
    await owner.calls.reservations.change({ id, ...moved })
    expect(await refund()).toBe(405_000)
  })
})

describe('a change prices only what changes', () => {
  /** Runs something while all prices, rates and terms are a fifth higher. */
  async function rise<T>(run: () => Promise<T>): Promise<T> {
    const percent = { p1: 1_200_000, p3: 1_080_000, p7: 960_000, p14: 840_000, p30: 720_000 }
    const old = { p1: 1_000_000, p3: 900_000, p7: 800_000, p14: 700_000, p30: 600_000 }
    const company = (share: number, seat: number) =>
      db.updateTable('company').set({ prepayment_percent: share, child_seat_price: seat }).where('id', '=', 1).execute()
    await db.updateTable('ad').set(percent).where('company_id', '=', 1).execute()
    await company(50, 60_000)
    try {
      return await run()
    } finally {
      await db.updateTable('ad').set(old).where('company_id', '=', 1).execute()
      await company(30, 50_000)
    }
  }
  /** The reservations of the current test, whose cars are freed after it. */
  const booked: string[] = []
  const book = async (change: object = {}) => {
    const { id } = await paid(change)
    booked.push(id)
    return id
  }
  afterEach(async () => {
    for (const id of booked.splice(0)) {
      await visitor.reservations.cancel({ id })
      count -= 1
    }
  })
  const quote = (id: string, wanted: object) => owner.calls.reservations.quoteChange({ id, ...wanted })

  test('an empty change changes nothing, even if prices, share and code have changed', async () => {
    const id = await book({ child_seat_count: 2, receive_address: { id: PLACES.airport } })
    const { lines, total } = await owner.calls.reservations.read({ id })
    await rise(async () => {
      expect(await quote(id, {})).toMatchObject({ difference: 0, kept: 0, total, lines })
      expect(await owner.calls.reservations.change({ id })).toMatchObject({
        status: 'DONE',
        difference: 0,
        to_wallet: 0,
      })
    })
    expect((await owner.calls.reservations.read({ id })).lines).toEqual(lines)
  })

  test('added days and extras have the current price, and the others keep theirs', async () => {
    const id = await book({ child_seat_count: 1 })
    await rise(async () => {
      // Two days at 1,080,000, a seat for two days and another for five, half of them now.
      const { lines, difference, total } = await quote(id, { ...longer(2), child_seat_count: 2 })
      expect(lines).toMatchObject([
        { kind: 'rent', days: 3, unit: 900_000 },
        { kind: 'rent', days: 2, unit: 1_080_000 },
        { kind: 'child_seat', unit: 50_000, amount: 150_000 },
        { kind: 'child_seat', unit: 60_000, amount: 420_000 },
      ])
      expect(total).toBe(2_850_000 + 2_160_000 + 420_000)
      expect(difference).toBe((2_160_000 + 420_000) / 2)
    })
  })

  test('removed parts are refunded at the price they were booked for', async () => {
    const id = await book({ ...longer(2), child_seat_count: 1 })
    await rise(async () => {
      expect(await quote(id, { end_date: RENTAL.end_date, child_seat_count: 0 })).toMatchObject({
        ...{ total: 2_700_000, payable_now: 810_000, kept: 0, difference: -(1_800_000 + 250_000) * 0.3 },
      })
    })
  })

  test('other days are added days', async () => {
    const id = await book()
    await rise(async () => {
      const moved = { start_date: addDays(RENTAL.start_date, 2), end_date: addDays(RENTAL.end_date, 2) }
      expect((await quote(id, moved)).lines).toMatchObject([
        { kind: 'rent', days: 1, unit: 900_000 },
        { kind: 'rent', days: 2, unit: 1_080_000 },
      ])
    })
  })
})

describe('a change', () => {
  test('can be requested by the owner and operators; for visitors and other people the reservation does not exist', async () => {
    const { id } = await paid()
    for (const { calls } of [other, elsewhere, agency]) {
      expect(await codeOf(calls.reservations.change({ id, ...longer(1) }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.reservations.quoteChange({ id, ...longer(1) }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.reservations.dropChange({ id }))).toBe('NOT_FOUND')
    }
    for (const call of [visitor.reservations.change({ id }), visitor.reservations.quoteChange({ id })]) {
      expect(await codeOf(call)).toBe('INVALID_TOKEN')
    }
    expect(await admin.calls.reservations.quoteChange({ id, ...longer(1) })).toMatchObject({ difference: 270_000 })
  })

  test('is refused for taken days, and from 24 hours before the pick-up', async () => {
    const { id, ad } = await paid()
    await next(ad)
    expect(await owner.calls.reservations.quoteChange({ id, ...longer(2) })).toMatchObject({
      available: false,
      gap: null,
    })
    // Nobody has it then, but its 30 minutes between two rentals begin.
    expect(await owner.calls.reservations.quoteChange({ id, end_time: '12:00' })).toMatchObject({
      available: false,
      gap: { minutes: 30, from: null, until: '2026-12-04T08:00:00.000Z' },
    })
    expect(await codeOf(owner.calls.reservations.change({ id, ...longer(2) }))).toBe('VEHICLE_TAKEN')
    expect(
      await codeOf(owner.calls.reservations.change({ id, start_date: '2026-12-05', end_date: '2026-12-06' })),
    ).toBe('VEHICLE_TAKEN')
    site.clock.set('2026-11-30T06:30:00Z')
    expect(await codeOf(owner.calls.reservations.change({ id, child_seat_count: 1 }))).toBe('NOT_CHANGEABLE')
  })

  test('does not give back on its own what the company’s desk has received', async () => {
    const { id } = await paid()
    await agency.calls.company.protocols.recordRent({ id, amount: 1_890_000, way: 'CASH', due: 1_890_000 })
    const { change, quoteChange } = owner.calls.reservations
    for (const call of [quoteChange, change]) {
      expect(await refusal(call({ id, ...longer(-1) }))).toMatchObject({
        data: { fields: { end_date: ['paid_at_desk'] } },
      })
    }
    expect(await quoteChange({ id })).toMatchObject({ total: 2_700_000, difference: 0 })
    expect(await quoteChange({ id, ...longer(1) })).toMatchObject({ total: 3_600_000 })
  })

  test('is not refused for an age that the company asks for since the booking, unless the pick-up moves', async () => {
    const { id, ad } = await paid({ date_of_birth: '1990-01-01' })
    await db.updateTable('ad').set({ min_driver_age: 60 }).where('id', '=', ad).execute()
    expect(await owner.calls.reservations.quoteChange({ id, ...longer(1) })).toMatchObject({ available: true })
    const moved = { start_date: longer(-1).end_date, end_date: longer(3).end_date }
    expect(await refusal(owner.calls.reservations.quoteChange({ id, ...moved }))).toMatchObject({
      data: { fields: { start_date: ['driver_too_young'] } },
    })
  })

  test('keeps what the company offers no more, at the price of the booking', async () => {
    const address = { id: FREE_ADDRESS_ID, address: 'Simorgh Street 4' }
    const { id } = await paid({ internet: true, receive_address: address, return_address: address })
    const { change, quoteChange } = owner.calls.reservations
    const offered = await quoteChange({ id, ...longer(1) })
    const prices = { internet_price: null, free_address_fee: null, child_seat_price: null }
    const before = await db
      .selectFrom('company')
      .select(['internet_price', 'free_address_fee', 'child_seat_price'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    await db.updateTable('company').set(prices).where('id', '=', 1).execute()
    expect(await quoteChange({ id, ...longer(1) })).toMatchObject({ total: offered.total, lines: offered.lines })
    expect(await refusal(quoteChange({ id, child_seat_count: 1 }))).toMatchObject({
      data: { fields: { child_seat_count: ['not_offered'] } },
    })
    expect(await refusal(quoteChange({ id, return_address: { ...address, address: 'Elsewhere 5' } }))).toMatchObject({
      data: { fields: { return_address: ['not_offered'] } },
    })
    await change({ id, internet: false })
    expect(await refusal(quoteChange({ id, internet: true }))).toMatchObject({
      data: { fields: { internet: ['not_offered'] } },
    })
    await db.updateTable('company').set(before).where('id', '=', 1).execute()
  })

  test('follows the rules of a reservation, and the price that was shown', async () => {
    const { id } = await paid()
    const wrong = { end_date: '2026-11-30', return_address: { id: PLACES.elsewhere } }
    expect(await refusal(owner.calls.reservations.change({ id, ...wrong }))).toMatchObject({
      data: { fields: { end_date: ['return_before_pickup'], return_address: ['place'] } },
    })
    expect(await refusal(owner.calls.reservations.change({ id, ...longer(1), shown_total: 1 }))).toMatchObject({
      code: 'PRICE_CHANGED',
      data: { shown: 1, now: { total: 3_600_000 } },
    })
    expect(await refusal(owner.calls.reservations.change({ id, fullname: 'x' } as never))).toMatchObject({
      code: 'INVALID_FIELDS',
    })
  })

  test('for the same days is granted to one of many', async () => {
    const [one, two] = [await paid(), await paid()]
    const moved = { start_date: '2027-03-01', end_date: '2027-03-04' }
    await db
      .updateTable('busy')
      .set({ ad_id: one.ad, start_at: '2027-04-01T00:00:00Z', end_at: '2027-04-04T00:00:00Z' })
      .where('reservation_id', '=', two.id)
      .execute()
    await db
      .updateTable('reservation')
      .set({ ad_id: one.ad, start_at: '2027-04-01T00:00:00Z', end_at: '2027-04-04T00:00:00Z' })
      .where('id', '=', two.id)
      .execute()
    const rentals = [500, 501, 502].map((phone) =>
      visitor.reservations.reserve({ ...RENTAL, ...DRIVER, ...moved, id: one.ad, phone: phoneOf(phone + 100) }),
    )
    const changes = [one, two].map(({ id }) => owner.calls.reservations.change({ id, ...moved }))
    const outcomes = await Promise.allSettled([...rentals, ...changes])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'VEHICLE_TAKEN' })
    }
  })
})

test('a company that cancels after both deadlines refunds everything', async () => {
  const { id } = await paid({ id: 101, start_date: '2027-01-10', end_date: '2027-01-13' })
  await paidLongAgo(db, id)
  const before = await wallet()
  const passed = { free_until: site.clock.now(), half_until: site.clock.now() }
  await db.updateTable('reservation').set(passed).where('id', '=', id).execute()
  site.clock.advance(1)
  expect(await agency.calls.reservations.cancel({ id, reason: 'تعمیر' })).toMatchObject({ refund: 810_000 })
  expect(await wallet()).toBe(before + 810_000)
})
