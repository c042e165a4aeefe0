import { beforeEach, describe, expect, test } from 'vitest'
import { publishEvents } from '#app/api/company/developers/events/publish.ts'
import { answerForCompany } from '#app/api/test-mode/answer-for-company.ts'
import { createTestMode, isForTestMode } from '#app/api/test-mode/test-mode.ts'
import { SCENARIOS, type Scenario } from '#app/db/test-mode/scenarios.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { storeKey } from '../../support/api/api-key.ts'
import { BY_HAND, loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testModeOf } from '../../support/api/test-mode.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const beside = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
for (const [index, { company }] of [TOMAN, BY_HAND].entries())
  await signedIn(site, { phone: `+98912000010${index}`, role: 'AGENT', company, staffRole: 'OWNER' })
const testMode = await testModeOf(site, beside)
const own = await storeKey(site, { company: TOMAN.company, mode: 'TEST' })
const others = await storeKey(site, { company: BY_HAND.company, mode: 'TEST' })
const reading = await storeKey(site, { company: TOMAN.company, mode: 'TEST', scopes: ['fleet:read'] })
const live = await storeKey(site, { company: TOMAN.company })

const TODAY = '2026-11-23'
/** Each rental has days of its own. */
let next = 30
let dates = { start_date: '', end_date: '' }
beforeEach(() => {
  dates = { start_date: addDays(TODAY, next), end_date: addDays(TODAY, next + 3) }
  next += 5
})

const DRIVER = {
  ...{ fullname: 'Sara Example', national_id: 'K12345678', country_code: '+49', phone: '15112345678' },
  ...{ email: 'sara@example.com', date_of_birth: '1990-05-20', country: 'DE', city: 'Berlin' },
  ...{ address: 'Example Street 1', zip_code: '10827' },
}

type Answer = { status: number; body: Record<string, unknown>; headers: Headers }

/** A call with a key: `{ status, body }` of its answer. */
async function call(
  path: string,
  { key = own.key, method, body }: { key?: string; method?: string; body?: object } = {},
) {
  const answer = await testMode.fetch(`/api${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'accept-language': 'en' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json(), headers: answer.headers } as Answer
}

async function vehicles(key = own.key): Promise<{ id: number; title: string; company: { id: number } }[]> {
  const { body } = await call('/business/rent/ad/search/?currency=EUR', { key, body: { city: 'test-city', ...dates } })
  return body.results as { id: number; title: string; company: { id: number } }[]
}

async function vehicleOf(scenario: Scenario, key = own.key): Promise<number> {
  const found = await beside.db
    .selectFrom('ad')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .select('ad.id')
    .where('model.slug', '=', scenario)
    .where('ad.company_id', '=', key === own.key ? TOMAN.company : BY_HAND.company)
    .executeTakeFirst()
  return found?.id ?? 0
}

const time = () => ({ ...dates, start_time: '10:00', end_time: '10:00', currency: 'EUR' })
const reserve = (vehicle: number, more: object = {}) =>
  call(`/v2/rentals/${vehicle}/reserve/`, { body: { ...time(), ...DRIVER, ...more } })

async function status(reservation: string) {
  return (await call(`/business/rent/ad/reserve/${reservation}/status/`)).body.status as string
}

/** Reserves and begins to pay. */
async function begin(scenario: Scenario) {
  const reserved = await reserve(await vehicleOf(scenario))
  expect(reserved.status, JSON.stringify(reserved.body)).toBe(201)
  const id = reserved.body.id as string
  const paying = await call('/gateway/pay/', { body: { gateway: 'yekpay', transaction_id: id } })
  expect(paying.status, JSON.stringify(paying.body)).toBeLessThan(300)
  const payment = paying.body.payment_id as string
  return { id, payment, url: paying.body.url as string }
}

const settle = async (payment: string) =>
  (await call('/payments/pay/client_verify/', { body: { ref_id: payment } })).body.status as string

/** The first search of a key makes its company. */
await vehicles()
await vehicles(others.key)

describe('what a test key sees', () => {
  test('is one vehicle for each scenario, which its title names, and those of its company alone', async () => {
    dates = { start_date: '2026-12-01', end_date: '2026-12-04' }
    const found = await vehicles()
    expect(found).toHaveLength(SCENARIOS.length)
    expect(new Set(found.map(({ company }) => company.id))).toEqual(new Set([TOMAN.company]))
    const titles = found.map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining([expect.stringContaining('Test Taken while you reserve')]))
    const offers = await call(`/v2/offers/?city=test-city&start_date=${dates.start_date}&end_date=${dates.end_date}`)
    expect(offers.body.count).toBe(SCENARIOS.length)
  })

  test('is for no cache', async () => {
    const { headers } = await call('/business/rent/cities/')
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  test('is unknown to another key, to a visitor and to a live key', async () => {
    const vehicle = await vehicleOf('free')
    const { id, payment } = await begin('free')
    for (const [path, body] of [
      [`/v2/rentals/${vehicle}/`],
      [`/business/rent/ad/${vehicle}/`],
      [`/business/rent/ad/reserve/${id}/status/`],
      [`/business/rent/ad/reserve/${id}/voucher/`],
      [`/business/rent/companies/${TOMAN.company}/`],
      ['/payments/pay/client_verify/', { ref_id: payment }],
      ['/gateway/pay/', { gateway: 'yekpay', transaction_id: id }],
      [`/desk/reservations/${id}/`],
    ] as [string, object?][])
      expect((await call(path, { key: others.key, ...(body && { body }) })).status, path).toBe(404)
    const several = await call('/business/rent/ad/several/', { key: others.key, body: { ids: [vehicle] } })
    expect(several.body.results).toEqual([])
    const asVisitor = await site.fetch(`/api/business/rent/ad/reserve/${id}/status/`)
    expect(asVisitor.status).toBe(404)
    const withLiveKey = await site.fetch(`/api/desk/reservations/${id}/`, {
      headers: { authorization: `Bearer ${live.key}` },
    })
    expect(withLiveKey.status).toBe(404)
    const cities = await site.fetch('/api/business/rent/cities/')
    expect(await cities.text()).not.toContain('test-city')
  })

  test('leaves out what is about people: no sign-in, no newsletter, no alerts', async () => {
    for (const [path, body] of [
      ['/users/login/', { phone: '+4915112345678' }],
      ['/newsletter/subscribe/', { email: 'sara@example.com' }],
      ['/business/rent/alerts/', { email: 'sara@example.com' }],
    ] as [string, object][])
      expect((await call(path, { body })).status, path).toBe(404)
  })
})

describe('keys', () => {
  test('reach nothing real, however the header is spelled', async () => {
    for (const header of [own.key, `Token ${own.key}`, `bearer  ${own.key} x`, `Basic ${own.key}`]) {
      const request = new Request('http://localhost:3000/api/business/rent/cities/', {
        headers: { authorization: header },
      })
      expect(isForTestMode(request), header).toBe(true)
      const refused = await testMode.mode.handle(request, { clientAddress: '192.0.2.8', requestId: 'test' })
      expect(refused.status, header).toBe(401)
    }
  })

  test('may have the name of a revoked one, in another case', async () => {
    for (const name of ['Shop', 'shop']) {
      const { id, key } = await storeKey(site, { company: TOMAN.company, mode: 'TEST' })
      await db.updateTable('api_key').set({ name }).where('id', '=', id).execute()
      expect((await call('/business/rent/vehicles/', { key })).status).toBe(200)
      await db.updateTable('api_key').set({ ended_at: site.clock.now() }).where('id', '=', id).execute()
    }
  })

  test('of test mode are none for the real API, and live ones none for test mode', async () => {
    const real = await site.fetch('/api/business/rent/vehicles/', { headers: { authorization: `Bearer ${own.key}` } })
    expect(real.status).toBe(401)
    expect((await call('/business/rent/vehicles/', { key: live.key })).status).toBe(401)
    expect((await call('/business/rent/vehicles/', { key: `${own.key.slice(0, -1)}x` })).status).toBe(401)
  })

  test('have their scopes there, too, and act as the test company', async () => {
    const list = await call('/business/rent/vehicles/', { key: reading.key })
    expect(list.status).toBe(200)
    expect(list.body.count).toBe(SCENARIOS.length)
    const refused = await call('/business/rent/prices/', {
      ...{ key: reading.key, method: 'PATCH', body: { weekdays: [0, 0, 0, 0, 10, 10, 0] } },
    })
    expect(refused.status).toBe(403)
  })

  test('end at once when they are revoked', async () => {
    const { id, key } = await storeKey(site, { company: TOMAN.company, mode: 'TEST' })
    expect((await call('/business/rent/vehicles/', { key })).status).toBe(200)
    await db.updateTable('api_key').set({ ended_at: site.clock.now() }).where('id', '=', id).execute()
    expect((await call('/business/rent/vehicles/', { key })).status).toBe(401)
  })

  test('reach nothing where there is no test mode, not even what everybody sees', async () => {
    const none = createTestMode({ deps: site.deps, open: undefined, report: (error) => site.reported.push(error) })
    const request = new Request('http://localhost:3000/api/business/rent/cities/', {
      headers: { authorization: `Bearer ${own.key}` },
    })
    const refused = await none.handle(request, { clientAddress: '192.0.2.7', requestId: 'test' })
    expect(refused.status).toBe(401)
  })

  test('make 120 calls a minute', async () => {
    const { id, key } = await storeKey(site, { company: TOMAN.company, mode: 'TEST' })
    await db
      .insertInto('rate_count')
      .values({ bucket: `api key ${id}`, window_start: minuteStart(), count: 120 })
      .execute()
    const refused = await call('/business/rent/cities/', { key })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

const minuteStart = () => new Date(Math.floor(site.clock.now().getTime() / 60_000) * 60_000)

describe('scenarios', () => {
  test('free: paid and confirmed at once', async () => {
    const { id, payment, url } = await begin('free')
    expect(url).toBe('http://localhost:3000/api/docs/test-mode')
    expect(await settle(payment)).toBe('PAID')
    expect(await status(id)).toBe('CONFIRMED')
    const voucher = await call(`/business/rent/ad/reserve/${id}/voucher/`)
    const shared = voucher.body.share_id ?? id
    expect((await call(`/business/rent/ad/reserve/${shared}/voucher/`)).status).toBe(200)
    const cancelled = await call(`/business/rent/ad/reserve/${id}/cancel/`, { method: 'PATCH' })
    expect(cancelled.body.status).toBe('CANCELLED')
  })

  test('taken: on offer, priced, and taken at the reservation, each time', async () => {
    const vehicle = await vehicleOf('taken')
    expect((await call(`/v2/rentals/${vehicle}/price/`, { body: time() })).status).toBe(200)
    for (let time = 0; time < 2; time++) {
      const refused = await reserve(vehicle)
      expect(refused).toMatchObject({ status: 409, body: { type: 'VEHICLE_TAKEN' } })
    }
    expect((await reserve(vehicle, { fullname: '' })).body.type).toBe('INVALID_FIELDS')
    expect((await reserve(vehicle, { start_date: '+275760-09-13' })).status).toBe(400)
    const many = await Promise.all(Array.from({ length: 6 }, () => reserve(vehicle)))
    expect(new Set(many.map((one) => one.status))).toEqual(new Set([409]))
    expect((await vehicles()).map(({ id }) => id)).toContain(vehicle)
  })

  test('price changes: refused once with the new price, which holds for the second try', async () => {
    const vehicle = await vehicleOf('price-changes')
    const quote = await call(`/v2/rentals/${vehicle}/price/`, { body: time() })
    const shown = quote.body.total as number
    // What is wrong changes nothing.
    expect((await reserve(vehicle, { shown_total: shown, fullname: '' })).body.type).toBe('INVALID_FIELDS')
    expect((await call(`/v2/rentals/${vehicle}/price/`, { body: time() })).body.total).toBe(shown)
    const refused = await reserve(vehicle, { shown_total: shown })
    expect(refused).toMatchObject({ status: 409, body: { type: 'PRICE_CHANGED' } })
    const { data } = refused.body as { data: { now: { total: number } } }
    expect(data.now.total).toBeGreaterThan(shown)
    const reserved = await reserve(vehicle, { shown_total: data.now.total })
    expect(reserved.status).toBe(201)
    dates = { start_date: addDays(TODAY, 300), end_date: addDays(TODAY, 303) }
    expect((await call(`/v2/rentals/${vehicle}/price/`, { body: time() })).body.total).toBe(shown)
  })

  test('confirmed: the company answers after a minute', async () => {
    const { id, payment } = await begin('confirmed')
    expect(await settle(payment)).toBe('PAID')
    expect(await status(id)).toBe('AWAITING_CONFIRMATION')
    await answerForCompany(testMode.deps, (error) => site.reported.push(error))
    expect(await status(id)).toBe('AWAITING_CONFIRMATION')
    site.clock.advance(1)
    await answerForCompany(testMode.deps, (error) => site.reported.push(error))
    expect(await status(id)).toBe('CONFIRMED')
  })

  test('rejected: with a full refund', async () => {
    const { id, payment } = await begin('rejected')
    await settle(payment)
    expect(await status(id)).toBe('AWAITING_CONFIRMATION')
    site.clock.advance(1)
    await answerForCompany(testMode.deps, (error) => site.reported.push(error))
    expect(await status(id)).toBe('REJECTED')
  })

  test('unanswered: until the time of the company is over', async () => {
    const { id, payment } = await begin('unanswered')
    await settle(payment)
    site.clock.advance(60)
    await answerForCompany(testMode.deps, (error) => site.reported.push(error))
    expect(await status(id)).toBe('AWAITING_CONFIRMATION')
  })

  test('bank fails: the payment fails, and another one can begin', async () => {
    const { id, payment } = await begin('bank-fails')
    expect(await settle(payment)).toBe('FAILED')
    expect(await status(id)).toBe('AWAITING_PAYMENT')
    const again = await call('/gateway/pay/', { body: { gateway: 'yekpay', transaction_id: id } })
    expect(again.body.payment_id).not.toBe(payment)
  })

  test('bank late: paid after a minute', async () => {
    const { id, payment } = await begin('bank-late')
    expect(await settle(payment)).toBe('REDIRECTED')
    site.clock.advance(1)
    expect(await settle(payment)).toBe('PAID')
    expect(await status(id)).toBe('CONFIRMED')
  })

  test('slow: the answer comes late, and is right', async () => {
    const from = performance.now()
    expect((await reserve(await vehicleOf('slow'))).status).toBe(201)
    expect(performance.now() - from).toBeGreaterThan(290)
  })

  test('unavailable: 503 and when to try again', async () => {
    const refused = await reserve(await vehicleOf('unavailable'))
    expect(refused).toMatchObject({ status: 503, body: { type: 'SERVICE_UNAVAILABLE' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('events of the test company are read by its key', async () => {
  const { payment } = await begin('rejected')
  await settle(payment)
  site.clock.advance(1)
  await answerForCompany(testMode.deps, (error) => site.reported.push(error))
  await publishEvents(testMode.deps)
  const { body } = await call('/v2/events/')
  const types = (body.results as { type: string }[]).map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['reservation.held', 'payment.paid', 'reservation.rejected']))
})

test('no person gets a message, and nothing real has moved', async () => {
  expect(site.messages).toEqual([])
  expect(site.pushed).toEqual([])
  for (const table of ['reservation', 'payment', 'ledger_entry'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count, table).toBe(0)
  }
  expect(site.reported).toEqual([])
})
