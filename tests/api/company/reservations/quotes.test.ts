import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApiClient } from '#app/api/app.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../../support/api/api.ts'
import { wrongInBooks } from '../../../support/api/books.ts'
import { DRIVER, loadFleet, PLACES, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
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
const desk = await signedIn(site, {
  ...{ role: 'AGENT', company: TOMAN.company, phone: '+989120000101', staffRole: 'DESK' },
})

beforeEach(() => {
  site.clock.set('2026-11-23T05:30:00Z')
})
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

const { id: _, ...TIMES } = RENTAL
type Form = Parameters<ApiClient['company']['reservations']['quotes']['offer']>[0]
let made = 0
/** A quote of a car and days of its own. */
function form(change: Partial<Form> = {}): Form {
  const week = 7 * Math.floor(made / 20)
  const ad = 101 + (made % 20)
  made += 1
  return {
    ...{ ad, ...TIMES, fullname: 'شرکت پارس', country_code: '+98', phone: '09135550126' },
    start_date: addDays(TIMES.start_date, week),
    end_date: addDays(TIMES.end_date, week),
    ...{ source: 'PHONE', payment: 'LINK', term: 'DAY', ...change },
  }
}
/** With a token of now. */
const quotes = () => desk.calls.company.reservations.quotes
/** Offers it; also with the id of its link. */
async function offer(change: Partial<Form> = {}) {
  const asked = form(change)
  const made = await quotes().offer(asked)
  const { share_id } = await db
    .selectFrom('reservation')
    .select('share_id')
    .where('number', '=', Number(made.number.slice(3)))
    .executeTakeFirstOrThrow()
  const { id } = await db
    .selectFrom('reservation')
    .select('id')
    .where('share_id', '=', share_id)
    .executeTakeFirstOrThrow()
  return { ...made, id, desk: share_id, asked }
}
const own = visitor.reservations.quotes
const wrongOf = async (call: Promise<unknown>) => {
  const { code, data } = await refusal(call)
  expect(code).toBe('INVALID_FIELDS')
  return (data as { fields: Record<string, string[]> }).fields
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const booksSame = ({ asked }: { asked: Form }) =>
  visitor.reservations.reserve({
    ...{ ...RENTAL, ...DRIVER, id: asked.ad, start_date: asked.start_date, end_date: asked.end_date },
    phone: `0936${String(1_000_000 + made).slice(0, 7)}`,
  })

describe('a quote', () => {
  test('holds the vehicle, is sent as a link, and is seen when its customer opens it', async () => {
    const quote = await offer({ message: 'رانندهٔ دوم مهمان ماست.' })
    expect(quote).toMatchObject({ status: 'AWAITING_PAYMENT', hold_until: '2026-11-24T05:30:00.000Z' })
    await db.updateTable('ad').set({ colour: 'red' }).where('id', '=', Number(quote.asked.ad)).execute()
    expect(await codeOf(booksSame(quote))).toBe('VEHICLE_TAKEN')
    await site.drain()
    expect(site.messages.some(({ text }) => text.includes(`/quote/${quote.id}`))).toBe(true)
    const read = () => desk.calls.company.reservations.read({ id: quote.desk })
    expect(await read()).toMatchObject({ pay_path: `/quote/${quote.id}`, offer: { state: 'OPEN' }, actions: [] })
    // Staff who look at it are not the customer.
    await desk.calls.reservations.quotes.read({ id: quote.id })
    expect((await read()).offer?.state).toBe('OPEN')
    expect(await own.read({ id: quote.id })).toMatchObject({
      ...{ total: 2_700_000, payable: false, quote: 'OPEN', offer: { message: 'رانندهٔ دوم مهمان ماست.' } },
    })
    expect((await read()).offer?.state).toBe('SEEN')
    const { results } = await desk.calls.company.reservations.list({ list: 'quotes', vehicle: quote.asked.ad })
    expect(results.map((one) => one.quote)).toEqual(['SEEN'])
    expect(await codeOf(own.read({ id: quote.desk }))).toBe('NOT_FOUND')
  })

  test('that is accepted waits for its payment as long as it stood, and is paid', async () => {
    const quote = await offer()
    expect(await codeOf(visitor.reservations.transactionCode({ id: quote.id }))).toBe('NOT_PAYABLE')
    expect(await wrongOf(own.accept({ id: quote.id }))).toEqual({ agreed: ['required'] })
    expect(await own.accept({ id: quote.id, agreed: true, shown_total: 2_700_000 })).toEqual({
      ...{ id: quote.id, status: 'AWAITING_PAYMENT', hold_until: '2026-11-24T05:30:00.000Z', before: false },
    })
    await payAtBank(site, bank, quote.id)
    expect(await desk.calls.company.reservations.read({ id: quote.desk })).toMatchObject({
      ...{ status: 'CONFIRMED', paid: 810_000, offer: { state: 'ACCEPTED' } },
    })
    await site.drain()
  })

  test('that is paid at the pick-up is confirmed by the acceptance', async () => {
    const quote = await offer({ payment: 'LATER' })
    expect(await own.accept({ id: quote.id, agreed: true })).toMatchObject({ status: 'CONFIRMED', hold_until: null })
    expect(await desk.calls.company.reservations.read({ id: quote.desk })).toMatchObject({
      ...{ status: 'CONFIRMED', due_at_desk: 2_700_000 },
    })
    expect(await codeOf(booksSame(quote))).toBe('VEHICLE_TAKEN')
  })

  test('that is accepted in its last minute gives an hour for the payment', async () => {
    const quote = await offer({ term: 'HOUR' })
    site.clock.advance(59)
    expect((await own.accept({ id: quote.id, agreed: true })).hold_until).toBe('2026-11-23T07:29:00.000Z')
  })

  test('is accepted by one of many with the same link, and the others learn what stands', async () => {
    const quote = await offer({ payment: 'LATER', may_extras: true })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_one, turn) => own.accept({ id: quote.id, agreed: true, child_seat_count: turn % 3 })),
    )
    expect(answers.filter(({ before }) => !before)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['CONFIRMED']))
    const { total } = await desk.calls.company.reservations.read({ id: quote.desk })
    expect([2_700_000, 2_850_000, 3_000_000]).toContain(total)
    expect(await codeOf(own.decline({ id: quote.id }))).toBe('QUOTE_OVER')
  })

  test('ends by itself, which frees the vehicle', async () => {
    const quote = await offer({ term: 'HOUR' })
    site.clock.advance(61)
    expect((await own.read({ id: quote.id })).offer.state).toBe('ENDED')
    expect(await refusal(own.accept({ id: quote.id, agreed: true }))).toMatchObject({
      ...{ code: 'QUOTE_OVER', data: { state: 'ENDED' } },
    })
    await site.sweep()
    expect(await desk.calls.company.reservations.read({ id: quote.desk })).toMatchObject({
      ...{ status: 'EXPIRED', offer: { state: 'ENDED' }, pay_path: null },
    })
    expect(await codeOf(quotes().extend({ id: quote.desk, term: 'DAY' }))).toBe('QUOTE_OVER')
    await booksSame(quote)
  })

  test('is declined with a word, which frees the vehicle', async () => {
    const quote = await offer()
    const decline = () => own.decline({ id: quote.id, reason: 'گران است' })
    expect(await decline()).toEqual({ id: quote.id, state: 'DECLINED' })
    expect(await decline()).toEqual({ id: quote.id, state: 'DECLINED' })
    expect(await desk.calls.company.reservations.read({ id: quote.desk })).toMatchObject({
      ...{ status: 'CANCELLED', offer: { state: 'DECLINED', answer: 'گران است' } },
    })
    expect(await codeOf(own.accept({ id: quote.id, agreed: true }))).toBe('QUOTE_OVER')
    await booksSame(quote)
  })

  test('is withdrawn by staff alone, and its customer is notified', async () => {
    const quote = await offer()
    expect(await codeOf(elsewhere.calls.company.reservations.quotes.withdraw({ id: quote.desk }))).toBe('NOT_FOUND')
    expect(await codeOf(owner.calls.company.reservations.quotes.withdraw({ id: quote.desk }))).toBe('NOT_FOUND')
    expect(await codeOf(desk.calls.reservations.quotes.accept({ id: quote.id, agreed: true }))).toBe('NOT_FOUND')
    expect(await codeOf(desk.calls.reservations.quotes.decline({ id: quote.id }))).toBe('NOT_FOUND')
    await quotes().withdraw({ id: quote.desk, reason: 'در تعمیر است' })
    await quotes().withdraw({ id: quote.desk })
    expect((await own.read({ id: quote.id })).offer).toMatchObject({ state: 'WITHDRAWN', answer: 'در تعمیر است' })
    await site.drain()
    const sent = await db
      .selectFrom('notification')
      .select('kind')
      .where('reservation_id', '=', quote.id)
      .orderBy('kind')
      .execute()
    expect(sent.map(({ kind }) => kind)).toEqual(['quote', 'quoteWithdrawn'])
    await booksSame(quote)
  })

  test('stands longer once, from its end', async () => {
    const quote = await offer({ term: 'HOUR' })
    expect(await wrongOf(quotes().extend({ id: quote.desk, term: 'DATE', until: '2026-11-22' }))).toEqual({
      until: ['quote_not_longer'],
    })
    expect(await quotes().extend({ id: quote.desk, term: 'DAY' })).toEqual({
      ...{ id: quote.desk, stands_until: '2026-11-24T06:30:00.000Z' },
    })
    expect(await codeOf(quotes().extend({ id: quote.desk, term: 'DAY' }))).toBe('QUOTE_EXTENDED')
    site.clock.advance(120)
    await site.sweep()
    expect((await own.accept({ id: quote.id, agreed: true })).before).toBe(false)
  })

  test('stands until a date at most two weeks ahead, and not beyond the pick-up', async () => {
    const until = (date: string) => quotes().offer(form({ term: 'DATE', until: date }))
    expect(await wrongOf(until('2026-11-22'))).toEqual({ until: ['quote_past'] })
    expect(await wrongOf(until('2027-01-30'))).toEqual({ until: ['quote_too_long'] })
    expect(await wrongOf(quotes().offer(form({ term: 'DATE' })))).toEqual({ until: ['required'] })
    expect((await until('2026-11-25')).hold_until).toBe('2026-11-25T16:30:00.000Z')
    expect(await wrongOf(quotes().offer(form({ payment: 'CASH' as never })))).toEqual({ payment: ['quote_payment'] })
  })
})

describe('the price of a quote', () => {
  test('holds when the list changes, and what is added has today’s', async () => {
    await agency.calls.company.settings.update({ desk_price_percent: 20 })
    const quote = await offer({ day_price: 800_000, price_reason: 'REGULAR', may_extras: true })
    await db.updateTable('ad').set({ p1: 2_000_000, p3: 2_000_000 }).where('id', '=', Number(quote.asked.ad)).execute()
    const priced = await own.price({ id: quote.id, child_seat_count: 1 })
    expect(priced).toMatchObject({ total: 2_400_000 + 150_000, available: true })
    expect(
      await refusal(own.accept({ id: quote.id, agreed: true, child_seat_count: 1, shown_total: 1 })),
    ).toMatchObject({ code: 'PRICE_CHANGED', data: { now: { total: 2_550_000 } } })
    await own.accept({ id: quote.id, agreed: true, child_seat_count: 1, shown_total: 2_550_000 })
    expect(await desk.calls.company.reservations.read({ id: quote.desk })).toMatchObject({
      ...{ total: 2_550_000, child_seat_count: 1, status: 'AWAITING_PAYMENT' },
    })
    await agency.calls.company.settings.update({ desk_price_percent: 0 })
  })

  test('changes only within the bounds that staff set', async () => {
    const quote = await offer()
    const { price } = own
    expect(
      await wrongOf(
        price({ id: quote.id, internet: true, return_address: { id: PLACES.airport }, start_time: '12:00' }),
      ),
    ).toEqual({ internet: ['quote_fixed'], return_address: ['quote_fixed'], start_time: ['quote_fixed'] })
    // What is as it was offered is no change.
    expect((await price({ id: quote.id, internet: false, start_time: TIMES.start_time })).total).toBe(2_700_000)
    const open = await offer({ may_places: true, may_times: true, may_extras: true })
    expect((await price({ id: open.id, return_address: { id: PLACES.airport } })).total).toBe(2_900_000)
    expect(await wrongOf(price({ id: open.id, return_address: { id: PLACES.byHand } }))).toEqual({
      return_address: ['place'],
    })
  })

  test('at other hours takes them only if nobody else has them', async () => {
    const quote = await offer({ may_times: true })
    const { term: _term, may_times: _may, end_date, ...asked } = quote.asked
    const next = { start_date: end_date, start_time: '11:00', end_date: addDays(end_date, 1), end_time: '11:00' }
    await desk.calls.company.reservations.book({ ...asked, ...next, payment: 'LATER', phone: '09135550199' })
    const later = { id: quote.id, end_time: '11:00' }
    expect((await own.price(later)).available).toBe(false)
    expect(await codeOf(own.accept({ ...later, agreed: true }))).toBe('VEHICLE_TAKEN')
    expect((await own.read({ id: quote.id })).offer.state).toBe('OPEN')
    await own.accept({ id: quote.id, agreed: true, start_time: '12:00' })
    const { start_at } = await db
      .selectFrom('busy')
      .select('start_at')
      .where('reservation_id', '=', quote.id)
      .executeTakeFirstOrThrow()
    expect(start_at.toISOString()).toMatch(/T08:30/)
  })
})

describe('meanwhile', () => {
  test('a suspended company’s quote cannot be accepted, and can again once it is back', async () => {
    const quote = await offer({ payment: 'LATER' })
    const change = admin.calls.operator.companies.change
    await change({ id: TOMAN.company, suspended: true, reason: 'Papers' })
    expect(await own.read({ id: quote.id })).toMatchObject({ suspended: true, offer: { state: 'OPEN' } })
    expect(await codeOf(own.accept({ id: quote.id, agreed: true }))).toBe('COMPANY_SUSPENDED')
    await change({ id: TOMAN.company, suspended: false, reason: 'Papers' })
    expect((await own.accept({ id: quote.id, agreed: true })).status).toBe('CONFIRMED')
  })

  test('a customer whom the company blocks cannot accept', async () => {
    const quote = await offer({ phone: '09351230000' })
    await db
      .insertInto('company_block')
      .values({ company_id: TOMAN.company, phone: '+989351230000', reason: 'x', at: site.clock.now() } as never)
      .execute()
    expect(await codeOf(own.accept({ id: quote.id, agreed: true }))).toBe('BOOKING_REFUSED')
  })

  test('who pays at the desk has accepted', async () => {
    const quote = await offer()
    await desk.calls.company.protocols.recordRent({
      ...{ id: quote.desk, amount: 2_700_000, way: 'CASH', due: 2_700_000 },
    })
    expect(await desk.calls.company.reservations.read({ id: quote.desk })).toMatchObject({
      ...{ status: 'CONFIRMED', offer: { state: 'ACCEPTED' } },
    })
  })

  test('the reservation’s own page says that it is a quote, and its phone cannot be taken over', async () => {
    const quote = await offer({ phone: '09351112299' })
    expect(await visitor.reservations.voucher({ id: quote.id })).toMatchObject({ quote: 'OPEN', payable: false })
    expect(
      await codeOf(visitor.reservations.correctPhone({ id: quote.id, country_code: '+98', phone: '09121112233' })),
    ).toBe('PHONE_FIXED')
  })

  test('the same request makes one quote', async () => {
    const asked = form()
    const again = () =>
      site.as({ accessToken: desk.access, idempotencyKey: 'quote 1' }).company.reservations.quotes.offer(asked)
    const answers = await Promise.all(Array.from({ length: 4 }, again))
    expect(new Set(answers.map(({ number }) => number)).size).toBe(1)
  })
})
