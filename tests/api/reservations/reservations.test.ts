import type { ORPCError } from '@orpc/client'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { ABROAD, BY_HAND, DRIVER, loadFleet, PLACES, phoneOf, RENTAL } from '../../support/api/fleet.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
const fa = site.as().reservations
const en = site.as({ language: 'en' }).reservations

beforeAll(() => loadFleet(db))
beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  for (const table of [
    'test_work',
    'rate_count',
    'message_count',
    'idempotency',
    'discount_use',
    'reservation_event',
    'busy',
  ] as const) {
    await db.deleteFrom(table as 'busy').execute()
  }
  await db.deleteFrom('reservation').execute()
  await db.deleteFrom('discount_code').execute()
  site.messages.length = 0
})

type Form = Parameters<typeof fa.reserve>[0]
const form = (change: Partial<Form> = {}): Form => ({ ...RENTAL, ...DRIVER, ...change })
const inEuro = (change: Partial<Form> = {}): Form => form({ ...ABROAD, ...change })

const fieldErrorsIn = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: unknown }).fields

describe('the price of a rental', () => {
  test('is the tier’s price per day with places and extras, and no tax on top', async () => {
    const quote = await fa.price({
      ...RENTAL,
      receive_address: PLACES.airport,
      child_seat_count: 2,
      extra_driver: true,
      supplemental_insurance: 'on',
    })
    expect(quote.lines).toEqual([
      { kind: 'rent', quantity: 1, days: 3, unit: 900_000, amount: 2_700_000 },
      { kind: 'receive_place', quantity: 1, unit: 200_000, amount: 200_000 },
      { kind: 'return_place', quantity: 1, unit: 200_000, amount: 200_000 },
      { kind: 'child_seat', quantity: 2, days: 3, unit: 50_000, amount: 300_000 },
      { kind: 'extra_driver', quantity: 1, unit: 400_000, amount: 400_000 },
      { kind: 'insurance', quantity: 1, days: 3, unit: 100_000, amount: 300_000 },
    ])
    expect(quote).toMatchObject({
      total: 4_100_000,
      payable_now: 1_230_000,
      due_at_desk: 2_870_000,
      guarantee_amount: 20_000_000,
      available: true,
      zone: 'Asia/Tehran',
      start_at: '2026-12-01T06:30:00.000Z',
      free_until: '2026-11-29T06:30:00.000Z',
      discount: null,
    })
  })

  test('is converted unit by unit into euro for readers of other languages', async () => {
    const quote = await en.price(RENTAL)
    expect(quote).toMatchObject({ currency: 'EUR', total: 2_700, payable_now: 900, guarantee_amount: 20_000 })
  })

  test('has the fee of a free-text address', async () => {
    const quote = await fa.price({ ...RENTAL, receive_address: { id: -1, address: 'هتل شایان' } })
    expect(quote.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['rent', 2_700_000],
      ['receive_place', 300_000],
      ['return_place', 300_000],
    ])
  })

  test('is refused with every field that the listing does not allow', async () => {
    const { ad } = BY_HAND
    expect(
      await fieldErrorsIn(fa.price({ ...RENTAL, id: ad, internet: true, receive_address: PLACES.office })),
    ).toEqual({
      internet: ['not_offered'],
      receive_address: ['place'],
      return_address: ['place'],
    })
    expect(await fieldErrorsIn(fa.price({ ...RENTAL, receive_address: PLACES.elsewhere }))).toMatchObject({
      receive_address: ['place'],
    })
    expect(await fieldErrorsIn(fa.price({ ...RENTAL, end_date: '2026-11-30' }))).toEqual({
      end_date: ['return_before_pickup'],
    })
    expect(await fieldErrorsIn(fa.price({ ...RENTAL, start_date: '2026-11-20' }))).toEqual({ start_date: ['past'] })
    expect(await fieldErrorsIn(fa.price({ ...RENTAL, start_date: '2028-01-01', end_date: '2028-01-05' }))).toEqual({
      start_date: ['too_far'],
    })
    expect(await fieldErrorsIn(fa.price({ ...RENTAL, start_time: '10:15', child_seat_count: 4 }))).toEqual({
      start_time: ['time_slot'],
      child_seat_count: ['child_seats'],
    })
  })

  test('is refused outside an office’s hours, and given at a place that is open then', async () => {
    const night = { ...RENTAL, start_time: '22:00' }
    expect(await fieldErrorsIn(fa.price(night))).toEqual({ start_time: ['outside_hours'] })
    const quote = await fa.price({ ...night, receive_address: PLACES.airport, return_address: PLACES.office })
    expect(quote.total).toBe(2_900_000)
    const address = { id: -1, address: 'هتل شایان' }
    await expect(fa.price({ ...night, receive_address: address, return_address: PLACES.office })).resolves.toBeDefined()
  })

  test('of an unknown listing is not found', async () => {
    expect(await refusal(fa.price({ ...RENTAL, id: 99 }))).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })
})

describe('reserving', () => {
  test('holds the vehicle for twenty minutes with a fixed price, and sends the address', async () => {
    const reserved = await fa.reserve(form({ phone: '۰۹۱۲ ۱۲۳ ۴۵۶۷'.replaceAll(' ', ''), shown_total: 2_700_000 }))
    expect(reserved).toMatchObject({
      status: 'AWAITING_PAYMENT',
      hold_until: '2026-11-23T05:50:00.000Z',
      total: 2_700_000,
      payable_now: 810_000,
      currency: 'IRT',
    })
    expect(reserved.number).toMatch(/^SV-\d+$/)
    const stored = await db.selectFrom('reservation').selectAll().executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ phone: '+989121234567', receive_place_id: PLACES.office, days: 3 })
    await db.updateTable('ad').set({ p3: 5_000_000 }).where('id', '=', RENTAL.id).execute()
    expect(await fa.voucher({ id: reserved.id })).toMatchObject({
      total: 2_700_000,
      national_id: '008•••948',
      receive: { address: 'Street 1', place: { id: PLACES.office, receive_fee: 0 } },
      payable: true,
      refund_now: 0,
      events: [{ status: 'AWAITING_PAYMENT', actor: 'CUSTOMER' }],
    })
    await db.updateTable('ad').set({ p3: 900_000 }).where('id', '=', RENTAL.id).execute()
    await site.drain()
    expect(site.messages).toEqual([
      {
        id: expect.any(Number),
        channel: 'sms',
        to: '+989121234567',
        text: expect.stringContaining(`http://localhost:3000/voucher/${reserved.id}`),
      },
    ])
    // Nine hours twenty in Kish, in Persian digits.
    expect(site.messages[0]?.text).toContain('۰۹:۲۰')
  })

  test('in another language also sends an e-mail in that language', async () => {
    const reserved = await en.reserve(inEuro())
    await site.drain()
    expect(site.messages.map(({ channel, to }) => [channel, to])).toEqual([
      ['sms', '+989121234567'],
      ['email', 'sara@example.com'],
    ])
    expect(site.messages[1]).toMatchObject({
      subject: `Reservation ${reserved.number} is held`,
      text: expect.stringContaining(`http://localhost:3000/en/voucher/${reserved.id}`),
    })
  })

  test('requires the further fields for euro, other languages and other countries', async () => {
    expect(await fieldErrorsIn(en.reserve(form()))).toEqual({
      email: ['required'],
      address: ['required'],
      zip_code: ['required'],
      country: ['required'],
    })
    expect(await fieldErrorsIn(en.reserve(form({ currency: '6' })))).toEqual({ email: ['required'] })
    expect(await fieldErrorsIn(fa.reserve(form({ country_code: '+49', phone: '15112345678' })))).toEqual({
      email: ['required'],
    })
  })

  test('refuses a driver who is one day too young on the day of pick-up', async () => {
    const call = fa.reserve(form({ date_of_birth: '2005-12-02' }))
    expect((await refusal(call)).data).toMatchObject({
      fields: { date_of_birth: ['driver_too_young'] },
      values: { date_of_birth: { age: 21 } },
    })
    await expect(fa.reserve(form({ date_of_birth: '2005-12-01' }))).resolves.toBeDefined()
  })

  test('reports all errors of the rental, its code and the driver at once', async () => {
    const wrong = { receive_address: { id: PLACES.elsewhere }, discount_code: 'NOPE', date_of_birth: '2005-12-02' }
    expect(await fieldErrorsIn(en.reserve(form(wrong)))).toMatchObject({
      receive_address: ['place'],
      discount_code: ['discount_unknown'],
      date_of_birth: ['driver_too_young'],
      email: ['required'],
      zip_code: ['required'],
    })
    const { receive_address: _, ...withoutPlace } = wrong
    expect(await fieldErrorsIn(fa.reserve(form(withoutPlace)))).toEqual({
      discount_code: ['discount_unknown'],
      date_of_birth: ['driver_too_young'],
    })
  })

  test('requires an Iranian’s Iranian id on the Persian site, and does not accept a mistyped one as a passport', async () => {
    const passport = { national_id: 'K91284406', country: 'ایران' }
    expect(await fieldErrorsIn(fa.reserve(form(passport)))).toEqual({ national_id: ['national_id'] })
    expect(await fieldErrorsIn(fa.reserve(form({ national_id: '008457594' })))).toEqual({
      national_id: ['national_id'],
    })
    expect(
      await fieldErrorsIn(fa.reserve(form({ ...passport, country: 'آلمان', date_of_birth: '2020-01-01' }))),
    ).toEqual({
      date_of_birth: ['driver_too_young'],
    })
  })

  test('refuses an invalid phone, passport, e-mail address and name', async () => {
    const fieldErrors = await fieldErrorsIn(
      fa.reserve(form({ phone: '0912abc', national_id: 'k9123', email: 'sara@example', fullname: 'ن'.repeat(10_000) })),
    )
    expect(fieldErrors).toEqual({
      phone: ['phone'],
      national_id: ['passport'],
      email: ['email'],
      fullname: ['max_length'],
    })
  })

  test('accepts and normalises the identity numbers of each country', async () => {
    const stored = async (national_id: string, country: string) => {
      const reserved = await fa.reserve(form({ national_id, country, phone: phoneOf(0) }))
      const row = db.selectFrom('reservation').select('national_id').where('id', '=', reserved.id)
      const { national_id: kept } = await row.executeTakeFirstOrThrow()
      await fa.cancel({ id: reserved.id })
      return kept
    }
    expect(await stored('100 000 001-46', 'ترکیه')).toBe('10000000146')
    expect(await stored('c01x 0006h', 'Germany')).toBe('C01X0006H')
    expect(await fieldErrorsIn(fa.reserve(form({ national_id: '10000000147', country: 'TR' })))).toEqual({
      national_id: ['kimlik'],
    })
    expect(await fieldErrorsIn(fa.reserve(form({ national_id: '784199012345678', country: 'AE' })))).toEqual({
      national_id: ['emirates_id'],
    })
    expect(await fieldErrorsIn(fa.reserve(form({ fullname: 'ع' })))).toEqual({ fullname: ['fullname'] })
  })

  test('shows both prices when the price has changed since it was shown', async () => {
    const { code, data } = await refusal(fa.reserve(form({ shown_total: 2_500_000 })))
    expect(code).toBe('PRICE_CHANGED')
    expect(data).toMatchObject({ shown: 2_500_000, now: { total: 2_700_000, payable_now: 810_000 } })
    expect(await db.selectFrom('reservation').selectAll().execute()).toEqual([])
  })

  test('keeps the company’s half hour between two rentals', async () => {
    await fa.reserve(form())
    const next = { start_date: '2026-12-04', end_date: '2026-12-06', phone: phoneOf(1) }
    expect(await refusal(fa.reserve(form({ ...next, start_time: '10:00' })))).toMatchObject({ code: 'VEHICLE_TAKEN' })
    await expect(fa.reserve(form({ ...next, start_time: '10:30' }))).resolves.toBeDefined()
  })

  test('requires no payment with a discount of a hundred percent', async () => {
    await insertCode({ code: 'ALL', percent: 100 })
    const reserved = await fa.reserve(form({ discount_code: 'all' }))
    expect(reserved).toMatchObject({ total: 0, payable_now: 0, status: 'CONFIRMED', hold_until: null })
  })
})

describe('many requests at once', () => {
  test('for one vehicle by two hundred people give it to one of them', async () => {
    const calls = Array.from({ length: 200 }, (_, index) =>
      site
        .as({ clientAddress: `198.51.100.${index}` })
        .reservations.reserve(form({ phone: phoneOf(index) }))
        .then(
          () => 'reserved',
          (error: ORPCError<string, unknown>) => error.code,
        ),
    )
    const outcomes = await Promise.all(calls)
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'VEHICLE_TAKEN')).toHaveLength(199)
    expect(await db.selectFrom('busy').selectAll().where('status', '=', 1).execute()).toHaveLength(1)
    expect(site.reported).toEqual([])
  })

  test('for one phone hold three vehicles', async () => {
    const spellings = ['09121234567', '9121234567', '۰۹۱۲۱۲۳۴۵۶۷']
    const calls = Array.from({ length: 12 }, (_, index) =>
      fa.reserve(form({ id: 101 + index, phone: spellings[index % 3] })),
    )
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(new Set(codes)).toEqual(new Set(['TOO_MANY_HOLDS']))
  })

  test('from one network address hold twenty vehicles', async () => {
    for (let index = 0; index < 20; index += 1) {
      const day = String(1 + Math.floor(index / 10) * 8).padStart(2, '0')
      const times = { start_date: `2026-12-${day}`, end_date: `2026-12-${String(Number(day) + 2).padStart(2, '0')}` }
      await fa.reserve(form({ ...times, id: 101 + (index % 10), phone: phoneOf(index) }))
    }
    expect(await refusal(fa.reserve(form({ id: 115, phone: phoneOf(50) })))).toMatchObject({ code: 'TOO_MANY_HOLDS' })
    const elsewhere = site.as({ clientAddress: '203.0.113.9' }).reservations
    await expect(elsewhere.reserve(form({ id: 115, phone: phoneOf(50) }))).resolves.toBeDefined()
  })

  test('for the last use of a code by twenty people give it to one of them', async () => {
    await insertCode({ code: 'LAST', total_uses: 1 })
    const calls = Array.from({ length: 20 }, (_, index) =>
      site
        .as({ clientAddress: `198.51.100.${index}` })
        .reservations.reserve(form({ id: 101 + index, phone: phoneOf(index), discount_code: 'LAST' })),
    )
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason.data.fields).toEqual({ discount_code: ['discount_used_up'] })
      }
    }
    expect(await db.selectFrom('discount_code').select('used').execute()).toEqual([{ used: 1 }])
  })

  test('for three vehicles with a code that each phone can use once give it once', async () => {
    await insertCode({ code: 'FIRST', once_per_phone: true })
    const calls = [101, 102, 103].map((id) => fa.reserve(form({ id, discount_code: 'FIRST' })))
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason.data.fields).toEqual({ discount_code: ['discount_used_by_phone'] })
      }
    }
    expect(await db.selectFrom('discount_use').select('phone').execute()).toHaveLength(1)
  })
})

describe('the same request again', () => {
  const withKey = (key: string) => site.as({ idempotencyKey: key }).reservations

  test('gives the same answer and books once', async () => {
    const first = await withKey('a').reserve(form())
    expect(await withKey('a').reserve(form())).toEqual(first)
    expect(await db.selectFrom('reservation').selectAll().execute()).toHaveLength(1)
  })

  test('with another body is a conflict', async () => {
    await withKey('b').reserve(form())
    expect(await refusal(withKey('b').reserve(form({ fullname: 'علی' })))).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      status: 422,
    })
  })

  test('sent ten times at once books once and gives ten answers', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => withKey('c').reserve(form())))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await db.selectFrom('reservation').selectAll().execute()).toHaveLength(1)
  })

  test('is a new one after a day', async () => {
    await withKey('d').reserve(form())
    site.clock.advance(24 * 60 + 1)
    await site.sweep()
    expect(await db.selectFrom('idempotency').selectAll().execute()).toEqual([])
  })

  test('has its key in a header over HTTP', async () => {
    const send = (body: object) =>
      site.fetch(`/api/v2/rentals/${RENTAL.id}/reserve/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'e', 'accept-language': 'fa-IR' },
        body: JSON.stringify(body),
      })
    const { id: _, ...body } = form()
    const [one, two] = [await send(body), await send(body)]
    expect([one.status, two.status]).toEqual([201, 201])
    expect(await one.json()).toEqual(await two.json())
    const other = await send({ ...body, fullname: 'علی' })
    expect(other.status).toBe(422)
    expect(await other.json()).toMatchObject({ type: 'IDEMPOTENCY_CONFLICT', detail: expect.stringContaining('فرم') })
  })
})

describe('a hold', () => {
  test('expires exactly when its time is over, and then its vehicle is free', async () => {
    const { id } = await fa.reserve(form())
    site.clock.advance(20)
    expect(await fa.status({ id })).toMatchObject({ status: 'EXPIRED' })
    expect(await fa.price(RENTAL)).toMatchObject({ available: true })
    await expect(fa.reserve(form({ phone: phoneOf(2) }))).resolves.toBeDefined()
    expect(await fa.voucher({ id })).toMatchObject({ status: 'EXPIRED', payable: false, refund_now: null })
    expect(await refusal(fa.transactionCode({ id }))).toMatchObject({ code: 'NOT_PAYABLE' })
    expect(await refusal(fa.cancel({ id }))).toMatchObject({ code: 'NOT_CANCELLABLE' })
  })

  test('that has ended does not count for its phone, and releases its code', async () => {
    await insertCode({ code: 'ONCE', total_uses: 1 })
    await fa.reserve(form({ discount_code: 'ONCE' }))
    await fa.reserve(form({ id: 102 }))
    await fa.reserve(form({ id: 103 }))
    site.clock.advance(20)
    await site.sweep()
    expect(await db.selectFrom('discount_code').select('used').execute()).toEqual([{ used: 0 }])
    expect(await fa.reserve(form({ discount_code: 'once' }))).toMatchObject({ total: 2_430_000 })
  })
})

describe('a discount code', () => {
  test('is a line of its own in the bill, and can be typed in any digits', async () => {
    await insertCode({ code: 'EID1405', percent: 10 })
    const quote = await fa.price({ ...RENTAL, discount_code: 'eid۱۴۰۵' })
    expect(quote).toMatchObject({ total: 2_430_000, discount: { code: 'EID1405', ok: true, reason: null } })
    expect(quote.lines.at(-1)).toEqual({ kind: 'discount', quantity: 1, unit: -270_000, amount: -270_000 })
    expect(await fa.discountIsValid({ ...RENTAL, code: 'EID1405' })).toEqual({
      is_valid: true,
      reason: null,
      message: null,
      amount: 270_000,
      currency: 'IRT',
    })
  })

  test('has an error that says which rule failed, and the price without it', async () => {
    await insertCode({ code: 'WEEK', min_days: 7 })
    expect(await fa.price({ ...RENTAL, discount_code: 'WEEK' })).toMatchObject({
      total: 2_700_000,
      discount: { ok: false, reason: 'discount_min_days' },
    })
    expect(await fa.discountIsValid({ ...RENTAL, code: 'NONE' })).toMatchObject({
      is_valid: false,
      reason: 'discount_unknown',
    })
    expect(await fieldErrorsIn(fa.reserve(form({ discount_code: 'WEEK' })))).toEqual({
      discount_code: ['discount_min_days'],
    })
  })

  test('once per phone is used once per phone, however it is written', async () => {
    await insertCode({ code: 'HELLO' })
    await fa.reserve(form({ discount_code: 'HELLO' }))
    const again = { ...RENTAL, id: 102, code: 'HELLO', country_code: '+98', phone: '9121234567' }
    expect(await fa.discountIsValid(again)).toMatchObject({ is_valid: false, reason: 'discount_used_by_phone' })
    expect(await fieldErrorsIn(fa.reserve(form({ id: 102, discount_code: 'HELLO' })))).toEqual({
      discount_code: ['discount_used_by_phone'],
    })
    await insertCode({ code: 'OFTEN', once_per_phone: false })
    await fa.reserve(form({ id: 102, discount_code: 'OFTEN' }))
    await fa.reserve(form({ id: 103, discount_code: 'OFTEN' }))
  })

  test('cannot be guessed, because tries are limited', async () => {
    const tries = Array.from({ length: 31 }, (_, index) => fa.discountIsValid({ ...RENTAL, code: `TRY${index}` }))
    const outcomes = await Promise.allSettled(tries)
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retry_after: expect.any(Number) } })
    const over = await site.fetch('/api/discount/discount_code/is_valid/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...RENTAL, code: 'X' }),
    })
    expect([over.status, Number(over.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  test('cannot be guessed by pricing or reserving either, from all of an IPv6 network', async () => {
    await insertCode({ code: 'RIGHT', percent: 10 })
    const from = (host: number) => site.as({ clientAddress: `2001:db8:1:2::${host}` }).reservations
    const tooMany = { ok: false, reason: 'discount_too_many_tries' }
    for (let tries = 0; tries < 29; tries += 1) await from(tries).price({ ...RENTAL, discount_code: `TRY${tries}` })
    expect(await fieldErrorsIn(from(50).reserve(form({ discount_code: 'NONE' })))).toEqual({
      discount_code: ['discount_unknown'],
    })
    // The price is returned nevertheless, and a valid code is answered like a wrong one.
    const over = await from(60).price({ ...RENTAL, discount_code: 'RIGHT' })
    expect(over).toMatchObject({ total: 2_700_000, discount: tooMany })
    expect(await fieldErrorsIn(from(61).reserve(form({ discount_code: 'RIGHT' })))).toEqual({
      discount_code: ['discount_too_many_tries'],
    })
    const elsewhere = site.as({ clientAddress: '2001:db8:1:3::1' }).reservations
    expect(await elsewhere.price({ ...RENTAL, discount_code: 'RIGHT' })).toMatchObject({ discount: { ok: true } })
  })

  test('that exists can be tried as often as a price is requested', async () => {
    await insertCode({ code: 'RIGHT', percent: 10 })
    for (let tries = 0; tries < 40; tries += 1) {
      expect(await fa.price({ ...RENTAL, discount_code: 'right' })).toMatchObject({ discount: { ok: true } })
    }
  })

  test('is unique ignoring case', async () => {
    await insertCode({ code: 'SPRING' })
    await expect(insertCode({ code: 'Spring' })).rejects.toMatchObject({ code: '23505' })
  })
})

describe('cancelling', () => {
  test('an unpaid reservation frees the vehicle at once, and cancelling twice is the same', async () => {
    const { id } = await fa.reserve(form())
    const answer = { id, status: 'CANCELLED', refund: 0, currency: 'IRT' }
    expect(await fa.cancel({ id, reason: 'سفر نمی‌روم' })).toEqual(answer)
    expect(await fa.cancel({ id })).toEqual(answer)
    await expect(fa.reserve(form())).resolves.toBeDefined()
    const events = await db.selectFrom('reservation_event').selectAll().where('reservation_id', '=', id).execute()
    expect(events.map(({ status, actor, reason }) => [status, actor, reason])).toEqual([
      ['AWAITING_PAYMENT', 'CUSTOMER', null],
      ['CANCELLED', 'CUSTOMER', 'سفر نمی‌روم'],
    ])
  })

  test('an unknown reservation is not found', async () => {
    expect(await refusal(fa.cancel({ id: 'A'.repeat(22) }))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('the list of what travellers bring exists in each language', async () => {
  const { results } = await en.voucherDescription()
  expect(results.map(({ slug }) => slug)).toEqual(['identity', 'licence', 'voucher', 'guarantee', 'balance'])
  expect(results[1]?.text).toContain('licence')
})

function insertCode(change: Record<string, unknown> & { code: string }) {
  return db
    .insertInto('discount_code')
    .values({
      currency_id: 6,
      percent: 10,
      starts_at: new Date('2026-01-01'),
      ends_at: new Date('2027-01-01'),
      total_uses: 100,
      ...change,
    })
    .execute()
}
