import { beforeAll, describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })

beforeAll(() => loadFleet(db))

async function post(path: string, body: unknown, authorization?: string) {
  const answer = await site.fetch(`/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'fa', ...(authorization && { authorization }) },
    body: JSON.stringify(body),
  })
  const answered = (await answer.json()) as Record<string, unknown>
  return { ...answered, status: answer.status } as Record<string, unknown>
}

const price = `/v2/rentals/${RENTAL.id}/price/`
const { id: _, start_date, end_date, ...others } = RENTAL
/** The input of a form that nobody has filled in. */
const UNTOUCHED = {
  receive_address: { id: '', address: '' },
  return_address: null,
  child_seat_count: '',
  discount_code: ' ',
  currency: null,
  email: '',
}

describe('the price of a whole form', () => {
  test('needs only its dates, and starts and ends at ten', async () => {
    const quote = await post(price, { start_date, end_date })
    expect(quote).toMatchObject({ status: 200 })
    const atTen = await post(price, { start_date, end_date, start_time: '10:00', end_time: '10:00' })
    expect(quote).toEqual(atTen)
  })

  test('accepts the driver’s fields, finished or not, and treats empty ones as missing', async () => {
    const plain = await post(price, { start_date, end_date, ...others })
    const { phone, ...driver } = DRIVER
    const typing = {
      ...driver,
      ...UNTOUCHED,
      phone: phone.slice(0, 3),
      national_id: '12',
      email: 'a@',
      shown_total: '1',
    }
    expect(await post(price, { ...others, ...typing, start_date, end_date })).toEqual(plain)
  })

  test('accepts numbers as texts, in any digits', async () => {
    const answer = await post(price, {
      start_date,
      end_date,
      child_seat_count: '۲',
      receive_address: { id: '۱۲', address: null },
    })
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.lines).toContainEqual(expect.objectContaining({ kind: 'child_seat', quantity: 2 }))
    expect(answer.lines).toContainEqual(expect.objectContaining({ kind: 'receive_place' }))
  })

  test('still reports unknown fields', async () => {
    expect(await post(price, { start_date, end_date, colour: 'red' })).toMatchObject({
      status: 400,
      fields: { colour: expect.anything() },
    })
  })

  test('can try a discount code before the rental is complete', async () => {
    const tried = { id: TOMAN.ad, code: 'NONE', ...UNTOUCHED, start_date: '', end_date: null, phone: null }
    expect(await post('/discount/discount_code/is_valid/', tried)).toMatchObject({ status: 200, is_valid: false })
  })
})

test('a reservation treats empty fields of its form as missing', async () => {
  const { address, city, ...driver } = { address: '', city: '', ...DRIVER }
  const form = { ...others, ...UNTOUCHED, ...driver, address: null, city: '', start_date, end_date, shown_total: '' }
  expect(await post(`/v2/rentals/${RENTAL.id}/reserve/`, form)).toMatchObject({
    status: 201,
    number: expect.stringMatching(/^SV-/),
  })
})

describe('a search by a body', () => {
  const search = (body: object, query = '') => post(`/business/rent/ad/search/${query}`, body)
  const idsOf = (answer: Record<string, unknown>) => (answer.results as { id: number }[]).map(({ id }) => id)

  test('accepts the city’s id as a number, as a text, or in an object', async () => {
    const whole = await search({ city: 'kish' })
    for (const city of [1061, '1061', '۱۰۶۱', { id: 1061 }, { id: '1061' }, { id: '1061', name: 'x', country: null }]) {
      expect(await search({ city })).toMatchObject({ status: 200, count: whole.count, city: { id: 1061 } })
    }
  })

  test('ignores empty fields, and accepts numbers as texts', async () => {
    const all = await search({})
    const nothing = {
      city: '',
      start_date: null,
      end_date: '',
      from: '',
      to: null,
      brands: null,
      seats: '',
      company: '',
    }
    expect(await search({ ...nothing, monthly: null, ordering: '' })).toEqual(all)
    expect(await search({ from: '۰', to: '900000000', company: '1', categories: '2', seats: '2' })).toMatchObject({
      status: 200,
    })
  })

  test('is sorted as its body says, unless the query has an order', async () => {
    await db.updateTable('ad').set({ year: 2026 }).where('id', '=', 107).execute()
    const newest = idsOf(await search({}, '?ordering=newest'))
    const recommended = idsOf(await search({}))
    expect(newest).not.toEqual(recommended)
    expect(idsOf(await search({ ordering: 'newest' }))).toEqual(newest)
    expect(idsOf(await search({ ordering: 'newest' }, '?ordering=recommended'))).toEqual(recommended)
    expect(idsOf(await search({ ordering: 'oldest' }))).toEqual(recommended)
  })
})
