import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#app/api/books/ledger.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { type TestApi, testApi } from '../../support/api/api.ts'
import { balances, wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, phoneOf, RENTAL } from '../../support/api/fleet.ts'
import { codeTo, otherThan, signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
beforeAll(() => loadFleet(db))

let count = 0
const somebody = () => {
  count += 1
  return [phoneOf(count), { clientAddress: `198.51.100.${count}` }] as const
}
const e164 = (phone: string) => `+98${phone.slice(1)}`

/** Tops up a wallet from a gateway. */
async function fillWallet(api: TestApi, phone: string, amount: number) {
  count += 1
  const key = `test ${count}`
  await db.transaction().execute((tx) =>
    post(tx, {
      key,
      kind: 'REFUND',
      currency: 'IRT',
      at: api.clock.now(),
      entries: [
        { kind: 'COMMISSION', owner: 'marketplace', amount: -amount },
        { kind: 'WALLET', owner: e164(phone), amount },
      ],
    }),
  )
}

describe('the profile', () => {
  test('changes the fields that are sent, keeps the others, and clears the empty ones', async () => {
    const api = await testApi({ db })
    const { calls } = await signIn(api, ...somebody())
    const info = { fullname: ' سارا محمدی ', national_id: '۰۰۸۴۵۷۵۹۴۸', date_of_birth: '1990-05-20', zip_code: '۱۹۶۶۷' }
    const changed = await calls.account.updateProfile({ body: { ...info, notifications: { sms: true } } })
    expect(changed).toMatchObject({ fullname: 'سارا محمدی', national_id: '0084575948', zip_code: '19667' })
    expect(changed.notifications).toEqual({
      push: true,
      email: true,
      sms: true,
      marketing: false,
      booking: true,
      payment: true,
    })
    const emptied = await calls.account.updateProfile({ body: { national_id: '' } })
    expect(emptied).toMatchObject({ national_id: null, fullname: 'سارا محمدی' })
  })

  test.each([
    ['a mistyped national id', { national_id: '008457594' }, { national_id: ['national_id'] }],
    ['a passport of an Iranian', { national_id: 'K9123456', country: 'ایران' }, { national_id: ['national_id'] }],
    ['a wrong national id', { national_id: '0084575949' }, { national_id: ['national_id'] }],
    ['a passport that is too short', { national_id: 'k9123' }, { national_id: ['passport'] }],
    [
      'a kimlik no of a Turk that is none',
      { national_id: '10000000147', country: 'Türkiye' },
      { national_id: ['kimlik'] },
    ],
    ['a name of one letter', { fullname: 'ع' }, { fullname: ['fullname'] }],
    ['a username with a dash', { username: 'sara-m' }, { username: ['username'] }],
    ['a birth to come', { date_of_birth: '2027-01-01' }, { date_of_birth: ['date'] }],
    ['ten thousand characters', { fullname: 'x'.repeat(10_000) }, { fullname: ['max_length'] }],
    ['a new phone without its code', { phone: '09351234567' }, { token: ['required'] }],
  ])('refuses %s with its message', async (_, update, fields) => {
    const api = await testApi({ db })
    const { calls } = await signIn(api, ...somebody())
    expect(await refusal(calls.account.updateProfile({ body: update }))).toMatchObject({
      code: 'INVALID_FIELDS',
      data: { fields },
    })
  })

  test('has a unique username, ignoring case', async () => {
    const api = await testApi({ db })
    const { calls } = await signIn(api, ...somebody())
    const other = await signIn(api, ...somebody())
    await calls.account.updateProfile({ body: { username: 'Sara_90' } })
    expect(await api.as().account.usernameExists({ username: 'sara_90' })).toEqual({ exists: true })
    expect(await api.as().account.usernameExists({ username: 'sara_91' })).toEqual({ exists: false })
    expect((await refusal(other.calls.account.updateProfile({ body: { username: 'SARA_90' } }))).data).toEqual({
      fields: { username: ['username_taken'] },
    })
    expect((await refusal(api.as().account.usernameExists({ username: 'a b' }))).code).toBe('INVALID_FIELDS')
  })

  test('limits the checks of usernames', async () => {
    const api = await testApi({ db })
    const visitor = api.as({ clientAddress: '203.0.113.77' })
    for (let requested = 0; requested < 60; requested += 1)
      await visitor.account.usernameExists({ username: `user_${requested}` })
    expect((await refusal(visitor.account.usernameExists({ username: 'user_60' }))).code).toBe('TOO_MANY_REQUESTS')
  })

  test('stores each number once per origin in the phone book', async () => {
    const api = await testApi({ db })
    const entry = { origin: 'footer', phone: '09129998877', country_code: '+98' }
    const visitor = api.as({ clientAddress: '203.0.113.78' })
    await visitor.account.phonebookRegister(entry)
    expect(await visitor.account.phonebookRegister({ ...entry, phone: '۹۱۲۹۹۹۸۸۷۷' })).toEqual({ registered: true })
    const rows = await db.selectFrom('phone_book').select('phone').where('phone', '=', '+989129998877').execute()
    expect(rows).toHaveLength(1)
  })
})

test('unknown fields of the profile are ignored', async () => {
  const api = await testApi({ db })
  const { calls, access } = await signIn(api, ...somebody())
  const answer = await api.fetch('/api/users/profile/', {
    method: 'PATCH',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fullname: 'Mina Rad', is_admin: true, role: 'ADMIN', theme: 'dark' }),
  })
  expect(answer.status).toBe(200)
  expect(await calls.account.profile()).toMatchObject({ fullname: 'Mina Rad', is_admin: false })
})

test('notifications are sent the way the person chose, and important ones in any case', async () => {
  const api = await testApi({ db })
  const [phone, caller] = somebody()
  const { calls } = await signIn(api, phone, caller)
  const channelsOf = async (action: () => Promise<unknown>) => {
    const before = api.messages.length
    await action()
    await api.drain()
    return api.messages.slice(before).map(({ channel }) => channel)
  }
  const book = (id: number) =>
    api.as().reservations.reserve({ ...RENTAL, ...DRIVER, email: 'a@example.com', id, phone })
  await calls.account.updateProfile({ body: { notifications: { email: true, sms: false, booking: true } } })
  const first = await book(116)
  expect(await channelsOf(async () => {})).toEqual(['email'])
  await calls.account.updateProfile({ body: { notifications: { email: false, sms: false } } })
  expect(await channelsOf(() => api.as().reservations.cancel({ id: first.id }))).toEqual([])
  expect(await channelsOf(() => book(117))).toEqual(['sms'])
})

test('the driver’s form is filled from the profile, and from the last booking where the profile has nothing', async () => {
  const api = await testApi({ db })
  const [phone, caller] = somebody()
  const { calls } = await signIn(api, phone, caller)
  expect(await calls.account.driver()).toMatchObject({ fullname: null, national_id: null })
  await calls.account.updateProfile({ body: { fullname: 'نام نمایه' } })
  await api.as(caller).reservations.reserve({ ...RENTAL, ...DRIVER, phone, id: 105 })
  expect(await calls.account.driver()).toMatchObject({
    country_code: '+98',
    phone: phone.slice(1),
    fullname: 'نام نمایه',
    national_id: DRIVER.national_id,
    date_of_birth: DRIVER.date_of_birth,
  })
  const stranger = await signIn(api, ...somebody())
  expect(await stranger.calls.account.driver()).toMatchObject({ national_id: null, date_of_birth: null })
})

describe('a new phone or e-mail', () => {
  test('is set by the code that was sent to it, and takes reservations and wallet along', async () => {
    const api = await testApi({ db })
    const [phone, caller] = somebody()
    const { calls } = await signIn(api, phone, caller)
    const { id } = await api.as().reservations.reserve({ ...RENTAL, ...DRIVER, phone })
    await fillWallet(api, phone, 250_000)
    const [wanted] = somebody()
    expect(await calls.account.changeContact({ phone: wanted })).toEqual({ resend_after: 120, channels: ['sms'] })
    await api.drain()
    const token = codeTo(api, e164(wanted))
    const wrong = calls.account.updateProfile({ body: { phone: wanted, token: otherThan(token) } })
    expect((await refusal(wrong)).data).toEqual({ fields: { token: ['code'] } })
    expect(await calls.account.updateProfile({ body: { phone: wanted, token } })).toMatchObject({
      country_code: '+98',
      phone: e164(wanted).slice(3),
      credit: 250_000,
    })
    const { results } = await calls.account.walletHistory({})
    expect(results).toMatchObject([{ kind: 'WALLET_MOVE', amount: 250_000, balance: 250_000 }])
    const reservation = await db.selectFrom('reservation').select('phone').where('id', '=', id).executeTakeFirst()
    expect(reservation).toEqual({ phone: e164(wanted) })
    expect(await balances(db)).not.toHaveProperty(`WALLET ${e164(phone)}`)
    await api.drain()
    expect(api.messages.at(-1)).toMatchObject({ channel: 'sms', to: e164(phone) })
    expect((await signIn(api, wanted, caller)).calls).toBeDefined()
    expect(api.reported).toEqual([])
  })

  test('waits while a bank has part of a payment that the wallet shares', async () => {
    const gateway = {
      start: async () => ({
        outcome: 'started' as const,
        token: 'T1',
        redirect: { method: 'GET' as const, url: 'https://bank.example/' },
      }),
    }
    const plain = await testApi({ db })
    const api = await testApi({ db, gateways: { saman: { ...plain.deps.gateways.saman, ...gateway } } })
    const [phone, caller] = somebody()
    const { calls } = await signIn(api, phone, caller)
    await fillWallet(api, phone, 40_000)
    const { id } = await calls.reservations.reserve({ ...RENTAL, ...DRIVER, id: 115, phone })
    const quote = await calls.reservations.transactionCode({ id, use_wallet: true })
    expect(quote).toMatchObject({ wallet_balance: 40_000, wallet_used: 40_000 })
    const payment = await calls.payments.payOnline({ transaction_id: id, use_wallet: true })
    expect(payment.status).toBe('REDIRECTED')
    expect((await calls.account.profile()).credit).toBe(0)
    const [wanted] = somebody()
    await calls.account.changeContact({ phone: wanted })
    await api.drain()
    const token = codeTo(api, e164(wanted))
    expect((await refusal(calls.account.updateProfile({ body: { phone: wanted, token } }))).data).toEqual({
      fields: { phone: ['payment_pending'] },
    })
    expect((await refusal(calls.account.deleteAccount({ forfeit_wallet: true }))).code).toBe('OPEN_RESERVATIONS')
    await api.as().reservations.cancel({ id })
    expect(await wrongInBooks(db)).toEqual([])
  })

  test('can be a phone that has used the same discount code before', async () => {
    const api = await testApi({ db })
    const [phone, caller] = somebody()
    const { calls } = await signIn(api, phone, caller)
    const [wanted, other] = somebody()
    await db
      .insertInto('discount_code')
      .values({
        code: `ONCE${wanted}`,
        percent: 10,
        currency_id: 6,
        starts_at: '2026-01-01T00:00:00Z',
        ends_at: '2027-12-31T00:00:00Z',
        total_uses: 10,
      })
      .execute()
    const days = { start_date: '2027-05-01', end_date: '2027-05-04' }
    const form = { ...RENTAL, ...DRIVER, ...days, discount_code: `ONCE${wanted}` }
    const own = await api.as(caller).reservations.reserve({ ...form, id: 116, phone })
    const elses = await api.as(other).reservations.reserve({ ...form, id: 117, phone: wanted })
    await calls.account.changeContact({ phone: wanted })
    await api.drain()
    const token = codeTo(api, e164(wanted))
    expect((await calls.account.updateProfile({ body: { phone: wanted, token } })).phone).toBe(wanted.slice(1))
    for (const { id } of [own, elses]) await api.as().reservations.cancel({ id })
    expect(await wrongInBooks(db)).toEqual([])
  })

  test('that has an account of its own is refused, and nothing moves', async () => {
    const api = await testApi({ db })
    const [phone, caller] = somebody()
    const { calls } = await signIn(api, phone, caller)
    const [taken, other] = somebody()
    await signIn(api, taken, other)
    api.clock.advance(3)
    await calls.account.changeContact({ phone: taken })
    await api.drain()
    const token = codeTo(api, e164(taken))
    expect((await refusal(calls.account.updateProfile({ body: { phone: taken, token } }))).data).toEqual({
      fields: { phone: ['phone_taken'] },
    })
    expect(await calls.account.profile()).toMatchObject({ country_code: '+98', phone: e164(phone).slice(3) })
  })

  test('is not confirmed by a code for another one', async () => {
    const api = await testApi({ db })
    const [phone, caller] = somebody()
    const { calls } = await signIn(api, phone, caller)
    await calls.account.changeContact({ email: 'new@example.com' })
    await api.drain()
    const token = codeTo(api, 'new@example.com')
    expect((await refusal(calls.account.deleteAccount({ token }))).data).toEqual({ fields: { token: ['code'] } })
    const [other] = somebody()
    expect((await refusal(calls.account.updateProfile({ body: { phone: other, token } }))).data).toEqual({
      fields: { token: ['code'] },
    })
    const another = calls.account.updateProfile({ body: { email: 'another@example.com', token } })
    expect((await refusal(another)).code).toBe('INVALID_FIELDS')
  })

  test('is confirmed by its own code', async () => {
    const api = await testApi({ db })
    const { calls } = await signIn(api, ...somebody())
    await calls.account.changeContact({ email: 'Sara@Example.com' })
    await api.drain()
    const token = codeTo(api, 'sara@example.com')
    expect(await calls.account.updateProfile({ body: { email: 'sara@example.com', token } })).toMatchObject({
      email: 'sara@example.com',
    })
  })
})

describe('the wallet of a phone', () => {
  test('waits until its holder signs in, and shows its history with the balance after each movement', async () => {
    const api = await testApi({ db })
    const [phone, caller] = somebody()
    await fillWallet(api, phone, 100_000)
    await fillWallet(api, phone, 50_000)
    const { calls } = await signIn(api, phone, caller)
    expect(await calls.account.profile()).toMatchObject({
      credit: 150_000,
      credit_currency: { code: 'IRT' },
      wallets: [
        { currency: 'IRT', balance: 150_000 },
        { currency: 'EUR', balance: 0 },
      ],
    })
    const { results, count } = await calls.account.walletHistory({ size: 1 })
    expect(results).toMatchObject([{ amount: 50_000, balance: 150_000 }])
    expect(count).toBe(2)
    expect((await calls.account.walletHistory({ size: 1, page: 2 })).results).toMatchObject([{ balance: 100_000 }])
    expect((await calls.account.walletHistory({ currency: 'EUR' })).count).toBe(0)
  })

  test('opens to no other e-mail address while no SMS has proved the number', async () => {
    const api = await testApi({ db })
    const form = { ...DRIVER, phone: '1709998877', country_code: '+49', email: 'owner@example.com' }
    const rental = { ...RENTAL, id: 110 }
    await api.as().reservations.reserve({ ...rental, ...form })
    await db.transaction().execute((tx) =>
      post(tx, {
        key: 'test foreign wallet',
        kind: 'REFUND',
        currency: 'IRT',
        at: api.clock.now(),
        entries: [
          { kind: 'COMMISSION', owner: 'marketplace', amount: -90_000 },
          { kind: 'WALLET', owner: '+491709998877', amount: 90_000 },
        ],
      }),
    )
    const [, caller] = somebody()
    const claim = { ...caller, country_code: '+49', email: 'claimer@example.com' }
    const { calls } = await signIn(api, form.phone, claim)
    expect((await calls.account.profile({ currency: 'IRT' })).credit).toBe(0)
    expect((await calls.account.walletHistory({ currency: 'IRT' })).count).toBe(0)
    expect((await calls.account.exportData()).reservations).toEqual([])
  })
})

describe('export and deletion', () => {
  test('the export has everything about the person and nothing about others', async () => {
    const api = await testApi({ db })
    const [phone, caller] = somebody()
    const { calls, refresh } = await signIn(api, phone, caller)
    const { id } = await api.as().reservations.reserve({ ...RENTAL, ...DRIVER, id: 111, phone })
    const [stranger] = somebody()
    await api.as().reservations.reserve({ ...RENTAL, ...DRIVER, id: 112, phone: stranger })
    await fillWallet(api, phone, 70_000)
    const data = await calls.account.exportData()
    expect(data).toMatchObject({
      account: { phone: e164(phone) },
      reservations: [{ id, phone: e164(phone) }],
      wallet: [{ amount: 70_000 }],
      sessions: [{ network_address: caller.clientAddress }],
    })
    expect(JSON.stringify(data)).not.toContain(e164(stranger))
    expect(JSON.stringify(data)).not.toContain(refresh)
  })

  test('an account with an open reservation or money is not deleted without a warning', async () => {
    const api = await testApi({ db })
    const [phone, caller] = somebody()
    const { calls } = await signIn(api, phone, caller)
    const { id } = await api.as().reservations.reserve({ ...RENTAL, ...DRIVER, id: 113, phone })
    expect(await refusal(calls.account.deleteAccount())).toMatchObject({ code: 'OPEN_RESERVATIONS', status: 409 })
    await api.as().reservations.cancel({ id })
    await fillWallet(api, phone, 10_000)
    expect((await refusal(calls.account.deleteAccount())).code).toBe('WALLET_NOT_EMPTY')
    expect(await calls.account.deleteAccount({ forfeit_wallet: true })).toEqual({
      deleted: false,
      resend_after: 120,
      channels: ['sms'],
    })
  })

  test('after the deletion nothing names the person, and books and invoices stay', async () => {
    const api = await testApi({ db })
    const [phone, caller] = somebody()
    const { calls, refresh } = await signIn(api, phone, caller)
    const secret = { fullname: 'نام یکتای پاک‌شدنی', national_id: '0084575948', email: 'erase@example.com' }
    const { id } = await api.as().reservations.reserve({ ...RENTAL, ...DRIVER, ...secret, id: 114, phone })
    await api.as().reservations.cancel({ id, reason: 'چون می‌خواهم' })
    const wanted = JSON.stringify({ days: 4, receive_place_id: null, receive_address: 'هتل یکتا' })
    const price = { lines: '[]', total: 0, payable_now: 0, difference: 0 }
    await db
      .insertInto('reservation_change')
      .values({
        id: publicId(),
        reservation_id: id,
        status: 'CANCELLED',
        wanted,
        ...price,
        created_at: api.clock.now(),
      })
      .execute()
    await fillWallet(api, phone, 30_000)
    await calls.account.phonebookRegister({ origin: 'footer', phone, country_code: '+98' })
    await calls.account.deleteAccount({ forfeit_wallet: true })
    await api.drain()
    const token = codeTo(api, e164(phone))
    expect(
      (await refusal(calls.account.deleteAccount({ token: otherThan(token), forfeit_wallet: true }))).data,
    ).toEqual({
      fields: { token: ['code'] },
    })
    expect(await calls.account.deleteAccount({ token, forfeit_wallet: true })).toEqual({
      deleted: true,
      resend_after: null,
      channels: [],
    })
    expect((await refusal(calls.account.profile())).code).toBe('INVALID_TOKEN')
    expect((await refusal(api.as().account.token({ refresh }))).code).toBe('INVALID_TOKEN')
    const rows = [
      await db.selectFrom('reservation').selectAll().where('id', '=', id).execute(),
      await db.selectFrom('reservation_event').selectAll().where('reservation_id', '=', id).execute(),
      await db.selectFrom('reservation_change').selectAll().where('reservation_id', '=', id).execute(),
      await db.selectFrom('ledger_account').selectAll().execute(),
      await db.selectFrom('payment').selectAll().execute(),
      await db.selectFrom('account').selectAll().execute(),
      await db.selectFrom('one_time_code').selectAll().execute(),
      await db.selectFrom('phone_book').selectAll().execute(),
    ]
    for (const word of [e164(phone), secret.fullname, 'erase@example.com', 'چون می‌خواهم', 'هتل یکتا']) {
      expect(JSON.stringify(rows)).not.toContain(word)
    }
    expect(await wrongInBooks(db)).toEqual([])
    const again = await api.as(caller).account.login({ phone, country_code: '+98' })
    expect(again).toMatchObject({ is_new: true })
    expect(api.reported).toEqual([])
  })
})
