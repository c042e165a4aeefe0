import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../../support/api/api.ts'
import { balances, wrongInBooks } from '../../../support/api/books.ts'
import { deskIdOf } from '../../../support/api/desk-id.ts'
import { BY_HAND, DRIVER, loadFleet, PLACES, phoneOf, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities } from '../../../support/api/identities.ts'
import { paidLongAgo } from '../../../support/api/past-card.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { payAtBank } from '../../../support/browser/steps/paid.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
// `elsewhere` is staff of the company that confirms by hand; the first company's staff have no rights there.
const { visitor, owner, other, agency, elsewhere, admin } = await fiveIdentities(site)
const byHand = elsewhere

beforeEach(() => {
  site.clock.set('2026-11-23T05:30:00Z')
  site.messages.length = 0
})
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

let count = 0
/** A paid reservation of a car of the company that confirms by hand (or of a car of the first), under the owner's phone. */
async function paid(ad?: number, change: object = {}) {
  count += 1
  const week = { start_date: addDays(RENTAL.start_date, count * 7), end_date: addDays(RENTAL.end_date, count * 7) }
  const car = ad === undefined ? { id: BY_HAND.ad, ...week } : { id: ad }
  const reserved = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, ...car, ...change })
  await payAtBank(site, bank, reserved.id)
  return reserved.id
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const statusOf = async (id: string) => (await visitor.reservations.status({ id })).status

describe('the desk', () => {
  test('lists what waits for an answer, with the hours left, only to the company and operators', async () => {
    const id = await paid()
    site.clock.advance(90)
    const { results, counts } = await byHand.calls.company.reservations.reserves({ filter: 'waiting' })
    expect(results).toMatchObject([
      {
        id: await deskIdOf(db, id),
        hours_left: 10,
        fullname: 'سارا',
        phone: '',
        receive: 'Office',
        deposit: { requested: true },
      },
    ])
    expect(counts).toMatchObject({ waiting: 1, pick_ups: 0, returns: 0, active: 0 })
    expect((await agency.calls.company.reservations.reserves({ filter: 'waiting' })).results).toEqual([])
    expect((await admin.calls.company.reservations.reserves({ filter: 'waiting' })).count).toBe(1)
    expect((await admin.calls.company.reservations.reserves({ filter: 'waiting', company: 1 })).count).toBe(0)
    for (const { calls } of [owner, other])
      expect(await codeOf(calls.company.reservations.reserves({}))).toBe('NOT_FOUND')
    expect(await codeOf(visitor.company.reservations.reserves({}))).toBe('INVALID_TOKEN')
    expect(await codeOf(agency.calls.company.reservations.reserves({ company: 2 }))).toBe('NOT_FOUND')
  })

  test('shows today’s pick-ups and returns in the city’s time zone', async () => {
    const id = await paid(101, { start_date: '2026-11-25', end_date: '2026-11-27' })
    const deskId = await deskIdOf(db, id)
    const inList = async (filter: 'pick_ups' | 'returns' | 'active') =>
      (await agency.calls.company.reservations.reserves({ filter })).results.some((one) => one.id === deskId)
    expect(await inList('pick_ups')).toBe(false)
    // 00:30 in Tehran.
    site.clock.set('2026-11-24T21:00:00Z')
    expect(await inList('pick_ups')).toBe(true)
    await agency.calls.company.reservations.changeReserve({ id, action: 'picked_up' })
    expect([await inList('pick_ups'), await inList('active'), await inList('returns')]).toEqual([false, true, false])
    site.clock.set('2026-11-27T05:00:00Z')
    expect(await inList('returns')).toBe(true)
    await agency.calls.company.reservations.changeReserve({ id, action: 'returned', reason: 'Pays by invoice' })
    expect(await inList('active')).toBe(false)
  })
})

describe('the company', () => {
  test('confirms a reservation, and the customer is notified once however often that is sent', async () => {
    const id = await paid()
    await site.drain()
    site.messages.length = 0
    expect(await byHand.calls.company.reservations.changeReserve({ id, action: 'confirm' })).toMatchObject({
      status: 'CONFIRMED',
    })
    expect(await byHand.calls.company.reservations.changeReserve({ id, action: 'confirm' })).toMatchObject({
      status: 'CONFIRMED',
    })
    await site.drain()
    expect(site.messages.map(({ text }) => text)).toEqual([expect.stringContaining('قطعی شد')])
    expect((await visitor.reservations.voucher({ id })).events.at(-1)).toMatchObject({
      status: 'CONFIRMED',
      actor: 'COMPANY',
    })
  })

  test('rejects with a reason, which the customer reads, and everything is refunded', async () => {
    const id = await paid()
    await paidLongAgo(db, id)
    const before = (await balances(db))['WALLET +989121234567'] ?? 0
    expect(await refusal(byHand.calls.company.reservations.changeReserve({ id, action: 'reject' }))).toMatchObject({
      code: 'INVALID_FIELDS',
    })
    const rejected = await byHand.calls.company.reservations.changeReserve({
      id,
      action: 'reject',
      reason: 'خودرو تصادف کرد',
    })
    expect(rejected).toMatchObject({ status: 'REJECTED', refund: 810_000 })
    await site.drain()
    expect(site.messages.at(-1)?.text).toContain('«خودرو تصادف کرد»')
    expect((await balances(db))['WALLET +989121234567']).toBe(before + 810_000)
    expect(await codeOf(byHand.calls.company.reservations.changeReserve({ id, action: 'confirm' }))).toBe(
      'STATUS_CONFLICT',
    )
  })

  test('hands over on the day, not before, and takes back what is out', async () => {
    const id = await paid(102)
    const action = (what: 'picked_up' | 'returned') =>
      agency.calls.company.reservations.changeReserve({ id, action: what, reason: 'Pays by invoice' })
    expect(await refusal(action('picked_up'))).toMatchObject({ code: 'STATUS_CONFLICT', data: { status: 'CONFIRMED' } })
    site.clock.set('2026-12-01T06:00:00Z')
    expect(await refusal(action('returned'))).toMatchObject({ code: 'STATUS_CONFLICT' })
    expect(await action('picked_up')).toMatchObject({ status: 'ACTIVE' })
    expect(await codeOf(visitor.reservations.cancel({ id }))).toBe('NOT_CANCELLABLE')
    site.clock.set('2026-12-02T06:30:00Z')
    expect(await action('returned')).toMatchObject({ status: 'COMPLETED' })
    await site.drain()
    expect(site.messages.map(({ text }) => text).join()).toMatch(/سفر خوش.*پایان یافت/s)
    // Back two days early: free again after half an hour.
    const next = { ...RENTAL, ...DRIVER, id: 102, phone: phoneOf(77), start_date: '2026-12-02', start_time: '13:00' }
    expect(await visitor.reservations.reserve(next)).toMatchObject({ status: 'AWAITING_PAYMENT' })
  })

  test('cannot change another company’s reservations, and other people can change none', async () => {
    const id = await paid()
    for (const { calls } of [owner, other, agency]) {
      for (const action of ['confirm', 'picked_up', 'returned'] as const) {
        expect(await codeOf(calls.company.reservations.changeReserve({ id, action }))).toBe('NOT_FOUND')
      }
    }
    expect(await codeOf(visitor.company.reservations.changeReserve({ id, action: 'confirm' }))).toBe('INVALID_TOKEN')
    expect(
      await codeOf(byHand.calls.company.reservations.changeReserve({ id: 'A'.repeat(22), action: 'confirm' })),
    ).toBe('NOT_FOUND')
    expect(await admin.calls.company.reservations.changeReserve({ id, action: 'confirm' })).toMatchObject({
      status: 'CONFIRMED',
    })
    expect((await visitor.reservations.voucher({ id })).events.at(-1)?.actor).toBe('OPERATOR')
  })

  test('rejects a reservation that expires at the same moment only once', async () => {
    const id = await paid()
    site.clock.advance(12 * 60)
    await Promise.all([
      site.sweep(),
      byHand.calls.company.reservations.changeReserve({ id, action: 'reject', reason: 'x' }).catch(() => undefined),
    ])
    expect(await statusOf(id)).toBe('REJECTED')
    expect(
      (await visitor.reservations.voucher({ id })).events.filter(({ status }) => status === 'REJECTED'),
    ).toHaveLength(1)
  })
})

describe('blocked dates', () => {
  const dates = { start_date: '2027-01-10', start_time: '10:00', end_date: '2027-01-12', end_time: '10:00' }

  test('keep a vehicle from being rented until they are removed', async () => {
    const made = await agency.calls.company.calendar.block({ ad: 110, ...dates })
    expect(made).toMatchObject({ ad: { id: 110, title: 'Kia فا Rio فا' }, ...dates })
    const rental = {
      ...RENTAL,
      ...DRIVER,
      id: 110,
      phone: phoneOf(78),
      start_date: '2027-01-11',
      end_date: '2027-01-14',
    }
    expect(await codeOf(visitor.reservations.reserve(rental))).toBe('VEHICLE_TAKEN')
    expect((await agency.calls.company.calendar.blocks({})).results.map(({ id }) => id)).toContain(made.id)
    expect((await byHand.calls.company.calendar.blocks({})).results).toEqual([])
    for (const { calls } of [owner, other, byHand]) {
      expect(await codeOf(calls.company.calendar.unblock({ id: made.id }))).toBe('NOT_FOUND')
    }
    expect(await agency.calls.company.calendar.unblock({ id: made.id })).toEqual({ id: made.id, removed: true })
    expect(await codeOf(agency.calls.company.calendar.unblock({ id: made.id }))).toBe('NOT_FOUND')
    expect(await visitor.reservations.reserve(rental)).toMatchObject({ status: 'AWAITING_PAYMENT' })
  })

  test('never overlap a rental or one another, however many come at once', async () => {
    await paid(111, { start_date: '2027-01-10', end_date: '2027-01-13' })
    expect(await codeOf(agency.calls.company.calendar.block({ ad: 111, ...dates }))).toBe('VEHICLE_TAKEN')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => agency.calls.company.calendar.block({ ad: 112, ...dates })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('belong to one company, and are in the future', async () => {
    for (const { calls } of [owner, other, byHand]) {
      expect(await codeOf(calls.company.calendar.block({ ad: 113, ...dates }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.company.calendar.block({ ad: 99_999, ...dates }))).toBe('NOT_FOUND')
    }
    expect(await codeOf(visitor.company.calendar.block({ ad: 113, ...dates }))).toBe('INVALID_TOKEN')
    const past = { ...dates, start_date: '2026-11-01', end_date: '2026-11-02' }
    expect(await refusal(agency.calls.company.calendar.block({ ad: 113, ...past }))).toMatchObject({
      code: 'INVALID_FIELDS',
    })
    // A rental is not a block, so it can't be removed here.
    const { id } = await db.selectFrom('busy').select('id').where('kind', '=', 'RESERVATION').executeTakeFirstOrThrow()
    expect(await codeOf(admin.calls.company.calendar.unblock({ id }))).toBe('NOT_FOUND')
  })
})

describe('the company’s data', () => {
  test('can be changed in part, and are public', async () => {
    const changed = await agency.calls.company.settings.update({
      phone: '+98 21 555 1234',
      about: { en: 'New about' },
      internet_price: null,
      child_seat_price: 70_000,
      places: [{ id: PLACES.office, opens_at: '09:00', receive_fee: 10_000 }],
    })
    expect(changed).toMatchObject({ internet_price: null, child_seat_price: 70_000, extra_driver_price: 400_000 })
    expect(changed.places.find(({ id }) => id === PLACES.office)).toMatchObject({
      opens_at: '09:00',
      closes_at: '20:00',
    })
    const shown = await site.as({ language: 'en' }).companies.read({ id: 1 })
    expect(shown).toMatchObject({ about: 'New about', phone: '+98 21 555 1234' })
    expect(await agency.calls.company.settings.read({})).toEqual(changed)
    expect((await visitor.companies.read({ id: 1 })).about).toBe('About')
  })

  test('are separate for each company, and do not include its rate and name', async () => {
    const theirs = { places: [{ id: PLACES.byHand, opens_at: '01:00' }], phone: '123456' }
    expect(await refusal(agency.calls.company.settings.update(theirs))).toMatchObject({
      data: { fields: { 'places.0.id': ['place'] } },
    })
    expect((await agency.calls.company.settings.read({})).phone).toBe('+98 21 555 1234')
    for (const { calls } of [owner, other, byHand]) {
      expect(await codeOf(calls.company.settings.update({ company: 1, phone: '123456' }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.company.settings.read({ company: 1 }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.company.money.commission({ company: 1 }))).toBe('NOT_FOUND')
    }
    expect(await codeOf(visitor.company.settings.update({ phone: '123456' }))).toBe('INVALID_TOKEN')
    expect(await codeOf(visitor.company.money.commission({}))).toBe('INVALID_TOKEN')
    const rate = { commission_percent: 0 } as never
    expect(await refusal(agency.calls.company.settings.update(rate))).toMatchObject({ code: 'INVALID_FIELDS' })
    expect(await admin.calls.company.settings.update({ company: 1, phone: '+982112345678' })).toMatchObject({ id: 1 })
    expect(await codeOf(admin.calls.company.settings.update({ phone: '123456' }))).toBe('NOT_FOUND')
  })
})

describe('the commission', () => {
  test('is earned when a rental is completed, at that day’s rate, and shown to both sides by month', async () => {
    const before = await agency.calls.company.money.commission({})
    const id = await paid(115, { receive_address: { id: PLACES.airport }, child_seat_count: 1 })
    const company = async () => (await balances(db))['COMPANY 1'] ?? 0
    const had = await company()
    site.clock.set('2026-12-01T06:00:00Z')
    await agency.calls.company.reservations.changeReserve({ id, action: 'picked_up' })
    expect((await agency.calls.company.money.commission({})).rentals).toHaveLength(before.rentals.length)
    site.clock.set('2026-12-04T06:00:00Z')
    await agency.calls.company.reservations.changeReserve({ id, action: 'returned', reason: 'Pays by invoice' })
    await db.updateTable('company').set({ commission_percent: 50 }).where('id', '=', 1).execute()
    const after = await agency.calls.company.money.commission({ month: '1405-09' })
    // 12 % of three days of 900,000, without airport and seat; 30 % of the whole was paid to us.
    const rental = { ad: 115, rent: 2_700_000, commission_percent: 12, commission: 324_000, completed_on: '2026-12-04' }
    const kept = (await visitor.reservations.voucher({ id })).paid
    const owed = { kept, company_owes: 0, marketplace_owes: kept - 324_000, month: '1405-09' }
    expect(after.rentals.find(({ ad }) => ad === 115)).toMatchObject({ ...rental, ...owed })
    expect(after.listings.find((ad) => ad.id === 115)?.earned).toMatchObject([{ reservations: 1, commission: 324_000 }])
    expect(after.months.map(({ month, start }) => ({ month, start }))).toEqual([
      { month: '1405-09', start: '2026-11-22' },
    ])
    expect(await company()).toBe(had + kept - 324_000)
    const english = await site.as({ language: 'en', accessToken: agency.access }).company.money.commission({})
    expect(english.months.map(({ month }) => month)).toContain('2026-12')
    await db.updateTable('company').set({ commission_percent: 12 }).where('id', '=', 1).execute()
  })

  test('is in the books as the sum over listings and months', async () => {
    const { totals, months, listings, rentals } = await agency.calls.company.money.commission({})
    const sum = (all: { commission: number }[]) => all.reduce((total, { commission }) => total + commission, 0)
    expect(sum(months)).toBe(sum(totals))
    expect(sum(rentals)).toBe(sum(totals))
    expect(sum(listings.flatMap(({ earned }) => earned))).toBe(sum(totals))
    expect((await balances(db))['COMMISSION marketplace']).toBe(sum(totals))
    expect((await byHand.calls.company.money.commission({})).totals).toEqual([])
  })

  test('is counted once, however often a return is undone, and is the same on every page', async () => {
    const commission = async () => {
      const { turnover } = await admin.calls.operator.overview.read({ days: 90 })
      return turnover.find(({ currency }) => currency === 'IRT')?.commission
    }
    const had = (await balances(db))['COMMISSION marketplace'] ?? 0
    site.clock.set('2026-11-23T05:30:00Z')
    const id = await paid(116, {})
    site.clock.set('2026-12-01T06:00:00Z')
    await agency.calls.company.reservations.handOver({ id })
    for (let round = 0; round < 3; round++) {
      await agency.calls.company.reservations.takeBack({ id, reason: 'Pays by invoice' })
      expect((await balances(db))['COMMISSION marketplace']).toBe(had + 324_000)
      expect(await commission()).toBe(had + 324_000)
      const list = await admin.calls.operator.reservations.list({ list: 'commission', days: 90 })
      expect(list.results.find((one) => one.id === id)?.commission).toBe(324_000)
      if (round < 2) await agency.calls.company.reservations.undo({ id })
    }
    // One reservation was cancelled too late, and one refund is at the company's cost.
    const late = await paid(117, { start_date: '2026-12-05', end_date: '2026-12-08' })
    site.clock.set('2026-12-05T05:00:00Z')
    await visitor.reservations.cancel({ id: late })
    const [payment] = (await agency.calls.company.reservations.read({ id })).payments
    await admin.calls.operator.payments.refund({
      id: payment!.id,
      amount: 1000,
      bearer: 'COMPANY',
      reason: 'The car came late',
    })
    const { accounts, rentals, totals } = await agency.calls.company.money.commission({})
    const statement = await agency.calls.company.money.statement({})
    const [account] = accounts
    expect(account).toEqual(statement.account)
    const { balance, shares, refunds, charges, corrections, payouts } = statement.account
    expect(shares + refunds + charges + corrections + payouts).toBe(balance)
    expect(balance).toBe((await balances(db))[`COMPANY ${TOMAN.company}`])
    expect(refunds).toBe(-1000)
    const [total] = totals
    expect((total?.marketplace_owes ?? 0) - (total?.company_owes ?? 0)).toBe(shares)
    expect(total?.commission).toBe((await balances(db))['COMMISSION marketplace'])
    const { number, paid: prepaid } = await visitor.reservations.voucher({ id: late })
    expect(rentals.find((one) => one.number === number)).toMatchObject({ rent: 0, kept: prepaid })
  })
})
