import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApiClient } from '#app/api/app.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../../support/api/api.ts'
import { balances, wrongInBooks } from '../../../support/api/books.ts'
import { BY_HAND, DRIVER, loadFleet, PLACES, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { payAtBank } from '../../../support/browser/steps/paid.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, agency, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000101', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000102', staffRole: 'DRIVER' })

const START = '2026-11-23T05:30:00Z'
beforeEach(() => {
  site.clock.set(START)
})
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

const { id: _, ...TIMES } = RENTAL
const CUSTOMER = { fullname: 'مهدی سعادت', country_code: '+98', phone: '09135550126' }
type StaffForm = Parameters<ApiClient['company']['reservations']['book']>[0] & { ad: number }
let made = 0
/** A form for a car and days of its own. */
function form(change: Partial<StaffForm> = {}): StaffForm {
  const week = 7 * Math.floor(made / 20)
  const days = { start_date: addDays(TIMES.start_date, week), end_date: addDays(TIMES.end_date, week) }
  const ad = 101 + (made % 20)
  made += 1
  return { ...{ ad, ...TIMES, ...days, ...CUSTOMER }, source: 'PHONE', payment: 'LATER', ...change }
}
/** The same rental as the site books it. */
const siteForm = ({ ad: id, start_date, end_date }: { ad: number; start_date: string; end_date: string }) => ({
  ...{ ...RENTAL, ...DRIVER, id, start_date, end_date },
})
const wrongOf = async (call: Promise<unknown>) => {
  const { code, data } = await refusal(call)
  expect(code).toBe('INVALID_FIELDS')
  return (data as { fields: Record<string, string[]> }).fields
}
/** What is stored of a reservation that staff name by the id of its shared voucher. */
const stored = (id: string) =>
  db.selectFrom('reservation').selectAll().where('share_id', '=', id).executeTakeFirstOrThrow()

describe('a booking by staff', () => {
  test('is confirmed at once, without identity, and belongs to the customer’s phone', async () => {
    const { id, status, payable_now, total } = await desk.calls.company.reservations.book(
      form({ source: 'COUNTER', note: 'Seat for a child of 3', phone: '0912 123 4567' }),
    )
    expect({ status, payable_now, total }).toEqual({ status: 'CONFIRMED', payable_now: 0, total: 2_700_000 })
    expect(await stored(id)).toMatchObject({
      ...{
        source: 'COUNTER',
        booked_by: desk.id,
        national_id: '',
        date_of_birth: null,
        commission_percent: 0,
      },
    })
    const read = await desk.calls.company.reservations.read({ id })
    expect(read).toMatchObject({ source: 'COUNTER', booked_by: 'سارا محمدی', fullname: CUSTOMER.fullname })
    expect(read.notes.map(({ body }) => body)).toEqual(['Seat for a child of 3'])
    const own = (await stored(id)).id
    expect((await owner.calls.reservations.list({})).results.map((one) => one.id)).toContain(own)
    await site.drain()
    expect(site.messages.some(({ text }) => text.includes(`/voucher/${own}`))).toBe(true)
    expect((await visitor.reservations.voucher({ id: own })).national_id).toBe('')
  })

  test('needs no answer where the company confirms by hand', async () => {
    const by = elsewhere.calls.company.reservations
    const { id } = await by.book(form({ ad: BY_HAND.ad, payment: 'LINK' }))
    expect((await by.read({ id })).company.confirmation).toBe('AT_ONCE')
    await payAtBank(site, bank, (await stored(id)).id)
    expect((await by.read({ id })).status).toBe('CONFIRMED')
  })

  test('takes the money at the desk into the till, and no more than is due', async () => {
    const till = async () => (await balances(db))[`TILL ${TOMAN.company}`] ?? 0
    const before = await till()
    const asked = form({ payment: 'CARD', received: 1_000_000, reference: '4711' })
    expect(await wrongOf(desk.calls.company.reservations.book({ ...asked, received: 2_700_001 }))).toEqual({
      received: ['more_than_due'],
    })
    const { id } = await desk.calls.company.reservations.book(asked)
    expect((await till()) - before).toBe(-1_000_000)
    expect(await desk.calls.company.reservations.read({ id })).toMatchObject({
      ...{ received_at_desk: 1_000_000, due_at_desk: 1_700_000, takes_rent: true },
    })
    const whole = await desk.calls.company.reservations.book(form({ payment: 'CASH' }))
    expect((await desk.calls.company.reservations.read({ id: whole.id })).due_at_desk).toBe(0)
  })

  test('can begin in the hour that has just passed, but not before', async () => {
    const asked = form({ source: 'COUNTER' })
    site.clock.set(`${asked.start_date}T07:10:00Z`)
    const { book } = desk.calls.company.reservations
    expect(await wrongOf(book({ ...asked, start_time: '09:30' }))).toEqual({ start_time: ['past'] })
    expect(await wrongOf(book({ ...asked, end_date: '2028-01-05' }))).toEqual({ end_date: ['too_long'] })
    expect((await book(asked)).status).toBe('CONFIRMED')
  })

  test('says everything that is wrong by its field', async () => {
    const { book } = desk.calls.company.reservations
    expect(
      await wrongOf(
        book(form({ phone: '12345678', national_id: '1234567890', date_of_birth: '2010-01-01', country: 'IR' })),
      ),
    ).toEqual({ phone: ['phone'], national_id: ['national_id'], date_of_birth: ['driver_too_young'] })
    expect(await wrongOf(book(form({ fullname: '', source: 'SITE' as never, payment: 'GOLD' as never })))).toEqual({
      ...{ fullname: ['required'], source: ['required'], payment: ['required'] },
    })
    expect(await wrongOf(book(form({ receive_address: { id: PLACES.byHand } })))).toEqual({
      ...{ receive_address: ['place'], return_address: ['place'] },
    })
  })

  test('is made once, however often it is sent', async () => {
    const asked = form()
    const again = () =>
      site.as({ accessToken: desk.access, idempotencyKey: 'counter 1' }).company.reservations.book(asked)
    const answers = await Promise.all(Array.from({ length: 8 }, again))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(
      (
        await refusal(
          site
            .as({ accessToken: desk.access, idempotencyKey: 'counter 1' })
            .company.reservations.book({ ...asked, note: 'x' }),
        )
      ).code,
    ).toBe('IDEMPOTENCY_CONFLICT')
  })

  test('of the last car is won by one of two counters and the site', async () => {
    const asked = form()
    const ways = (turn: number) => [
      desk.calls.company.reservations.book({ ...asked, phone: `0913555${1000 + turn}` }),
      agency.calls.company.reservations.book({ ...asked, payment: 'LINK', phone: `0913556${1000 + turn}` }),
      visitor.reservations.reserve({ ...siteForm(asked), phone: `0913557${1000 + turn}` }),
    ]
    await db.updateTable('ad').set({ colour: 'red' }).where('id', '=', asked.ad).execute()
    const answers = await Promise.allSettled(Array.from({ length: 6 }, (_one, turn) => ways(turn)).flat())
    const lost = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(new Set(lost)).toEqual(new Set(['VEHICLE_TAKEN']))
  })

  test('is refused to drivers, other companies and customers, and open to operators', async () => {
    for (const { calls } of [driver, elsewhere, owner])
      expect((await refusal(calls.company.reservations.book(form()))).code).toBe('NOT_FOUND')
    expect((await refusal(visitor.company.reservations.book(form()))).code).toBe('INVALID_TOKEN')
    const { id } = await admin.calls.company.reservations.book(form())
    const { events } = await agency.calls.company.reservations.read({ id })
    expect(events).toMatchObject([{ status: 'CONFIRMED', actor: 'OPERATOR' }])
  })

  test('refuses another total than the one that was shown', async () => {
    expect((await refusal(desk.calls.company.reservations.book(form({ shown_total: 1 })))).code).toBe('PRICE_CHANGED')
  })
})

describe('a link to pay', () => {
  test('holds the vehicle for an hour, is seen by the company, and expires', async () => {
    const asked = form({ payment: 'LINK', hold: 'HOUR' })
    const { id, status, hold_until, payable_now } = await desk.calls.company.reservations.book(asked)
    expect({ status, hold_until, payable_now }).toEqual({
      ...{ status: 'AWAITING_PAYMENT', hold_until: '2026-11-23T06:30:00.000Z', payable_now: 810_000 },
    })
    const { read, list } = desk.calls.company.reservations
    expect(await read({ id })).toMatchObject({
      ...{
        pay_path: `/voucher/${(await stored(id)).id}`,
        actions: ['cancel'],
        fullname: CUSTOMER.fullname,
        takes_rent: true,
      },
    })
    expect((await list({ list: 'held', vehicle: asked.ad })).count).toBe(1)
    site.clock.advance(61)
    await site.sweep()
    const later = desk.calls.company.reservations
    expect(await later.read({ id })).toMatchObject({ status: 'EXPIRED', pay_path: null, actions: [] })
    expect((await later.list({ list: 'held', vehicle: asked.ad })).count).toBe(0)
    expect((await later.list({ vehicle: asked.ad })).results.map((one) => one.status)).toContain('EXPIRED')
    expect((await desk.calls.company.reservations.book({ ...asked })).status).toBe('AWAITING_PAYMENT')
  })

  test('is paid by the customer', async () => {
    const { id } = await desk.calls.company.reservations.book(form({ payment: 'LINK', hold: 'DAY' }))
    await payAtBank(site, bank, (await stored(id)).id)
    expect(await desk.calls.company.reservations.read({ id })).toMatchObject({
      ...{ status: 'CONFIRMED', paid: 810_000, due_at_desk: 1_890_000, pay_path: null },
    })
  })

  test('is not needed any more once the customer pays at the desk', async () => {
    const { id } = await desk.calls.company.reservations.book(form({ payment: 'LINK' }))
    const paying = { id, amount: 2_700_000, way: 'CASH' as const, due: 2_700_000 }
    await desk.calls.company.protocols.recordRent(paying)
    expect(await desk.calls.company.reservations.read({ id })).toMatchObject({
      ...{ status: 'CONFIRMED', due_at_desk: 0, received_at_desk: 2_700_000, pay_path: null },
    })
    expect((await desk.calls.company.protocols.recordRent(paying)).due).toBe(0)
    expect((await refusal(visitor.reservations.transactionCode({ id: (await stored(id)).id }))).code).toBe(
      'NOT_PAYABLE',
    )
  })

  test('of staff does not keep the customer from booking on the site', async () => {
    const phone = '09351112233'
    for (let held = 0; held < 4; held += 1)
      await desk.calls.company.reservations.book(form({ payment: 'LINK', hold: 'DAY', phone }))
    await visitor.reservations.reserve({ ...siteForm(form()), phone })
  })

  test('is cancelled by the company, which frees the vehicle', async () => {
    const asked = form({ payment: 'LINK' })
    const { id } = await desk.calls.company.reservations.book(asked)
    await desk.calls.reservations.cancel({ id })
    expect((await desk.calls.company.reservations.book(asked)).status).toBe('AWAITING_PAYMENT')
  })
})

describe('a booking by mistake', () => {
  test('is taken back within 15 minutes with a reason, which frees the vehicle and notifies the customer', async () => {
    const asked = form()
    const { id } = await desk.calls.company.reservations.book(asked)
    const { undoBooking } = desk.calls.company.reservations
    expect(await wrongOf(undoBooking({ id, reason: ' ' }))).toEqual({ reason: ['required'] })
    expect((await refusal(elsewhere.calls.company.reservations.undoBooking({ id, reason: 'x' }))).code).toBe(
      'NOT_FOUND',
    )
    site.clock.advance(14)
    expect((await desk.calls.company.reservations.read({ id })).undo_booking_until).toBe('2026-11-23T05:45:00.000Z')
    await undoBooking({ id, reason: 'Wrong car' })
    await site.drain()
    const read = await agency.calls.company.reservations.read({ id })
    expect(read).toMatchObject({ status: 'CANCELLED', undo_booking_until: null, undo: null })
    expect(read.events.at(-1)).toMatchObject({ status: 'CANCELLED', actor: 'COMPANY', reason: 'Wrong car' })
    const reservation = (await stored(id)).id
    const kinds = await db.selectFrom('notification').select('kind').where('reservation_id', '=', reservation).execute()
    expect(kinds.map(({ kind }) => kind)).toContain('bookingUndone')
    expect((await refusal(desk.calls.company.reservations.undoBooking({ id, reason: 'x' }))).code).toBe('UNDO_OVER')
    expect((await desk.calls.company.reservations.book(asked)).status).toBe('CONFIRMED')
  })

  test('is taken back after its pick-up, too', async () => {
    site.clock.set('2026-11-23T06:50:00Z')
    const days = { start_date: '2026-11-23', start_time: '10:30', end_date: '2026-11-25' }
    const { id } = await desk.calls.company.reservations.book({ ...form(days), source: 'COUNTER' })
    site.clock.advance(12)
    await desk.calls.company.reservations.undoBooking({ id, reason: 'Wrong car' })
    expect(await stored(id)).toMatchObject({ status: 'CANCELLED', paid: 0, refunded: 0 })
  })

  test('is not taken back later, once it is paid, or where the customer made it', async () => {
    const undone = async (id: string) =>
      (await refusal(desk.calls.company.reservations.undoBooking({ id, reason: 'x' }))).code
    const paid = await desk.calls.company.reservations.book(form({ payment: 'CASH' }))
    expect(await undone(paid.id)).toBe('UNDO_OVER')
    const own = await visitor.reservations.reserve({ ...siteForm(form()), phone: '09354445566' })
    expect(
      await undone(
        (await db.selectFrom('reservation').select('share_id').where('id', '=', own.id).executeTakeFirstOrThrow())
          .share_id,
      ),
    ).toBe('UNDO_OVER')
    const late = await desk.calls.company.reservations.book(form())
    site.clock.advance(15)
    expect(await undone(late.id)).toBe('UNDO_OVER')
  })
})

describe('another price', () => {
  test('is an owner’s to give, or the desk’s within the owner’s limit, with a reason', async () => {
    const { book, priceBooking } = desk.calls.company.reservations
    const cheaper = (day_price: number) => form({ day_price, price_reason: 'REGULAR' })
    expect(await wrongOf(book(cheaper(899_999)))).toEqual({ day_price: ['price_owners'] })
    await agency.calls.company.settings.update({ desk_price_percent: 10 })
    expect(await wrongOf(book(cheaper(809_999)))).toEqual({ day_price: ['price_limit'] })
    expect(await wrongOf(book(form({ day_price: 850_000 })))).toEqual({ price_reason: ['required'] })
    expect((await priceBooking({ ad: 101, ...TIMES })).price).toEqual({
      ...{ listed: 900_000, lowest: 810_000, highest: 990_000, percent: 10 },
    })
    const { id, total } = await book(form({ day_price: 810_000, price_reason: 'COMPETITOR', price_note: 'Kish Rent' }))
    expect(total).toBe(2_430_000)
    const read = await agency.calls.company.reservations.read({ id })
    expect(read).toMatchObject({ price_reason: 'COMPETITOR', price_note: 'Kish Rent' })
    expect(read.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['rent', 2_700_000],
      ['price_change', -270_000],
    ])
  })

  test('is what the commission on own bookings is taken from, at the operator’s rate', async () => {
    await db.updateTable('company').set({ own_booking_percent: 5 }).where('id', '=', TOMAN.company).execute()
    const { book, read } = agency.calls.company.reservations
    const { id } = await book(form({ day_price: 800_000, price_reason: 'REGULAR' }))
    expect((await read({ id })).earnings).toEqual({ commission_percent: 5, commission: 120_000, share: 2_280_000 })
    await db.updateTable('company').set({ own_booking_percent: 0 }).where('id', '=', TOMAN.company).execute()
  })

  test('of an owner is neither nothing nor absurd', async () => {
    const { book } = agency.calls.company.reservations
    const at = (day_price: number) => form({ day_price, price_reason: 'AMENDS' })
    expect(await wrongOf(book(at(0)))).toEqual({ day_price: ['min'] })
    expect(await wrongOf(book(at(4_500_001)))).toEqual({ day_price: ['price_absurd'] })
    expect((await book(at(1))).total).toBe(3)
  })
})

describe('the form', () => {
  test('lists only free vehicles, with their price', async () => {
    const { freeVehicles, book } = desk.calls.company.reservations
    const times = { ...TIMES, start_date: '2027-03-01', end_date: '2027-03-04' }
    await book({ ...form(), ...times, ad: 103 })
    const { count, results, extras } = await freeVehicles(times)
    expect(count).toBe(19)
    expect(results.map(({ id }) => id)).not.toContain(103)
    expect(results[0]).toMatchObject({ per_day: 900_000, total: 2_700_000, days: 3 })
    const company = await db.selectFrom('company').selectAll().where('id', '=', TOMAN.company).executeTakeFirstOrThrow()
    expect(extras).toEqual({
      currency: 'IRT',
      child_seat: company.child_seat_price,
      extra_driver: company.extra_driver_price,
      internet: company.internet_price,
      supplemental_insurance: company.insurance_price,
    })
    const atAirport = await freeVehicles({ ...times, place: PLACES.airport })
    expect(atAirport.results[0]?.total).toBe(3_100_000)
    expect((await freeVehicles({ ...times, place: PLACES.byHand })).count).toBe(0)
    expect(await wrongOf(freeVehicles({ ...times, start_date: '2026-11-01' }))).toEqual({ start_date: ['past'] })
    expect((await elsewhere.calls.company.reservations.freeVehicles(times)).results.map(({ id }) => id)).not.toContain(
      104,
    )
  })

  test('finds customers of this company by phone or name, and carries their papers over unseen', async () => {
    const { book, knownCustomers } = desk.calls.company.reservations
    const { id } = await book(
      form({
        fullname: 'کیان زندی',
        phone: '09367654321',
        national_id: DRIVER.national_id,
        date_of_birth: '1990-05-20',
      }),
    )
    for (const q of ['كيان', '۰۹۳۶ ۷۶۵ ۴۳۲۱', '7654321'])
      expect((await knownCustomers({ q })).results, q).toMatchObject([{ phone: '+989367654321', trips: 0 }])
    expect((await knownCustomers({ q: '%%%' })).count).toBe(0)
    expect((await elsewhere.calls.company.reservations.knownCustomers({ q: '7654321' })).count).toBe(0)
    await sql`update reservation set status = 'ACTIVE' where share_id = ${id}`.execute(db)
    const next = await book(form({ fullname: 'کیان زندی', phone: '09367654321' }))
    expect(await stored(next.id)).toMatchObject({ national_id: DRIVER.national_id, date_of_birth: '1990-05-20' })
    expect((await desk.calls.company.reservations.read({ id: next.id })).national_id).toBe('')
  })
})
