import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, phoneOf } from '../../support/api/fleet.ts'
import { codeTo, otherThan, signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { notEmpty } from '../../support/not-empty.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
beforeAll(() => loadFleet(db))

/** All tests share a database; each has a network address of its own, so that they do not share limits. */
let count = 0
const next = () => {
  count += 1
  return count
}
const anybody = () => ({ clientAddress: `198.51.100.${next()}` })
const anyPhone = () => phoneOf(next())
const e164 = (phone: string) => `+98${phone.slice(1)}`

describe('signing in', () => {
  test('a new person gets a code by SMS, activates the account, and is recognised the next time', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    const visitor = api.as(anybody())
    const first = await visitor.account.login({ phone, country_code: '+98' })
    expect(first).toMatchObject({ is_new: true, is_activated: false, resend_after: 120, channels: ['sms'] })
    await api.drain()
    const code = codeTo(api, e164(phone))
    expect(api.messages.at(-1)?.text.split('\n').at(-1)).toBe(`@localhost #${code}`)
    const tokens = await visitor.account.activate({ phone, country_code: '+98', token: code })
    const me = await api.as({ accessToken: tokens.access }).account.profile()
    expect(me).toMatchObject({
      country_code: '+98',
      phone: phone.slice(1),
      is_agency: false,
      is_company_owner: false,
      credit: 0,
      notifications: { sms: false },
    })

    const again = await visitor.account.login({ phone, country_code: '+98' })
    expect(again).toMatchObject({ is_new: false, is_activated: true })
    await api.drain()
    const proof = { phone, country_code: '+98', token: codeTo(api, e164(phone)) }
    expect(await visitor.account.token(proof)).toHaveProperty('refresh')
    expect((await refusal(visitor.account.token(proof))).code).toBe('INVALID_CREDENTIALS')
    expect(api.reported).toEqual([])
  })

  test('a phone is one person, however it is spelled', async () => {
    const api = await testApi({ db })
    const number = anyPhone().slice(1)
    const { calls } = await signIn(api, `0${number}`, anybody())
    const { phone } = await calls.account.profile()
    const persian = (text: string) => text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? '')
    const spelling = fc.record({
      zero: fc.constantFrom('', '0'),
      code: fc.constantFrom('+98', '98', '۹۸', '+۹۸'),
      digits: fc.constantFrom((text: string) => text, persian),
      spaces: fc.constantFrom('', ' '),
    })
    await fc.assert(
      fc.asyncProperty(spelling, async ({ zero, code, digits, spaces }) => {
        api.clock.advance(60)
        const typed = `${spaces}${digits(zero + number)}${spaces}`
        const answer = await api.as(anybody()).account.login({ phone: typed, country_code: code })
        expect(answer).toMatchObject({ is_new: false, is_activated: true })
        api.clock.advance(24 * 60)
      }),
      { numRuns: 32 },
    )
    const rows = await db.selectFrom('account').select('phone').where('phone', '=', `+98${phone}`).execute()
    expect(rows).toHaveLength(1)
  })

  test('five wrong tries end a code, and then the right one is refused, too', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    const visitor = api.as(anybody())
    await visitor.account.login({ phone })
    await api.drain()
    const right = codeTo(api, e164(phone))
    for (let tries = 0; tries < 5; tries += 1) {
      const call = visitor.account.activate({ phone, token: otherThan(right) })
      expect(await refusal(call)).toMatchObject({ code: 'INVALID_CREDENTIALS', status: 401 })
    }
    expect((await refusal(visitor.account.activate({ phone, token: right }))).code).toBe('INVALID_CREDENTIALS')
  })

  test('a code is valid for five minutes, and a new code ends the former one', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    const visitor = api.as(anybody())
    await visitor.account.login({ phone })
    await api.drain()
    const old = codeTo(api, e164(phone))
    api.clock.advance(2)
    await visitor.account.login({ phone })
    await api.drain()
    const late = codeTo(api, e164(phone))
    if (old !== late) {
      expect((await refusal(visitor.account.activate({ phone, token: old }))).code).toBe('INVALID_CREDENTIALS')
    }
    api.clock.advance(5)
    expect((await refusal(visitor.account.activate({ phone, token: late }))).code).toBe('INVALID_CREDENTIALS')
  })

  test('another code is sent after 120 seconds at the earliest, and the refusal says when', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    const visitor = api.as(anybody())
    await visitor.account.login({ phone })
    api.clock.advance(1)
    const early = await refusal(visitor.account.login({ phone }))
    expect(early).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429, data: { retry_after: 60 } })
    api.clock.advance(1)
    expect(await visitor.account.login({ phone })).toMatchObject({ resend_after: 120 })
  })

  test('one phone gets three codes an hour from browsers that have not signed in with it', async () => {
    const api = await testApi({ db, now: '2026-11-23T06:00:00Z' })
    const phone = anyPhone()
    for (let sent = 0; sent < 3; sent += 1) {
      await api.as(anybody()).account.login({ phone })
      api.clock.advance(2)
    }
    const fourth = await refusal(api.as(anybody()).account.login({ phone }))
    expect(fourth).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retry_after: 54 * 60 } })
    api.clock.advance(54)
    expect(await api.as(anybody()).account.login({ phone })).toHaveProperty('resend_after')
  })

  test('one network address has an hourly limit of codes, for whatever phones', async () => {
    const api = await testApi({ db, codesPerAddressHour: 3 })
    const caller = anybody()
    for (let sent = 0; sent < 3; sent += 1) await api.as(caller).account.login({ phone: anyPhone() })
    expect((await refusal(api.as(caller).account.login({ phone: anyPhone() }))).code).toBe('TOO_MANY_REQUESTS')
    expect(await api.as(anybody()).account.login({ phone: anyPhone() })).toHaveProperty('resend_after')
  })

  test('over HTTP a limit answers Retry-After, and a forged forwarding header changes nothing', async () => {
    const api = await testApi({ db, codesPerAddressHour: 1, now: '2027-01-04T06:00:00Z' })
    const ask = (forged: string) =>
      api.fetch('/api/users/login/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forged },
        body: JSON.stringify({ phone: anyPhone(), country_code: '+98' }),
      })
    expect((await ask('203.0.113.1')).status).toBe(200)
    const refused = await ask('203.0.113.2')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ type: 'TOO_MANY_REQUESTS' })
  })

  test('known and unknown numbers get the same answer, except for what the specification requires', async () => {
    const api = await testApi({ db })
    const known = anyPhone()
    await signIn(api, known, anybody())
    const queries = async (phone: string) => {
      const answer = await api.as(anybody()).account.login({ phone })
      const { count } = await db
        .selectFrom('one_time_code')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('phone', '=', e164(phone))
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
      return { ...answer, is_new: null, is_activated: null, codes: count }
    }
    expect(await queries(known)).toEqual(await queries(anyPhone()))
    const wrong = (phone: string) => refusal(api.as(anybody()).account.token({ phone, token: '000001' }))
    expect(await wrong(known)).toEqual(await wrong(anyPhone()))
  })

  test('a new person has to activate first: the token call alone makes no account', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    const visitor = api.as(anybody())
    await visitor.account.login({ phone })
    await api.drain()
    const proof = { phone, token: codeTo(api, e164(phone)) }
    expect((await refusal(visitor.account.token(proof))).code).toBe('INVALID_CREDENTIALS')
    const rows = await db.selectFrom('account').select('id').where('phone', '=', e164(phone)).execute()
    expect(rows).toEqual([])
    expect(await visitor.account.activate(proof)).toHaveProperty('access')
  })

  test.each([
    ['a phone with letters', { phone: '0912abc4567' }, { phone: ['phone'] }],
    ['six digits', { phone: '123456' }, { phone: ['phone'] }],
    ['an e-mail without a dot', { phone: '09121111111', email: 'a@b' }, { email: ['email'] }],
  ])('%s is refused with its message', async (_, form, fields) => {
    const api = await testApi({ db })
    expect(await refusal(api.as(anybody()).account.login(form))).toMatchObject({
      code: 'INVALID_FIELDS',
      data: { fields },
    })
  })
})

test('a phone is one person however it is written, in whatever language', async () => {
  const api = await testApi({ db })
  const phone = anyPhone()
  const own = { ...anybody(), deviceKey: 'k'.repeat(22) }
  const { calls } = await signIn(api, phone, own)
  const profile = await calls.account.profile()
  expect(profile.country_code).toBe('+98')
  const me = { phone: profile.country_code + profile.phone }
  const grouped = `${me.phone.slice(0, 3)} ${me.phone.slice(3, 6)} ${me.phone.slice(6, 9)}-${me.phone.slice(9)}`
  const ways = [phone.slice(1), me.phone, grouped, `00${me.phone.slice(1)}`]
  for (const [at, written] of ways.entries()) {
    const email = `way${at}@example.com`
    const requested = api.as({ ...own, language: 'en' }).account.login({ phone: written, country_code: '+98', email })
    expect(await requested).toMatchObject({ is_new: false })
    api.clock.advance(3)
  }
})

describe('a link that signs in', () => {
  test('an operator makes it, and it works once within 15 minutes', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    await signIn(api, phone, anybody())
    const operatorPhone = anyPhone()
    const operator = await signIn(api, operatorPhone, anybody())
    const ask = () => operator.calls.account.issueDirectLogin({ phone, country_code: '+98' })
    expect((await refusal(ask())).code).toBe('NOT_FOUND')
    await db.updateTable('account').set({ role: 'ADMIN' }).where('phone', '=', e164(operatorPhone)).execute()
    const tokenIn = ({ url }: { url: string }) => new URL(url).searchParams.get('token') ?? ''
    const direct_login_token = tokenIn(await ask())
    const visitor = api.as(anybody())
    const { access } = await visitor.account.token({ direct_login_token })
    expect(await api.as({ accessToken: access }).account.profile()).toMatchObject({ phone: e164(phone).slice(3) })
    const ended = { code: 'INVALID_CREDENTIALS', message: textFor('fa', 'errors')('link_ended') }
    await expect(visitor.account.token({ direct_login_token })).rejects.toMatchObject(ended)

    const late = tokenIn(await ask())
    api.clock.advance(15)
    await expect(visitor.account.token({ direct_login_token: late })).rejects.toMatchObject(ended)
  })

  test('it is recorded with its reason among the changes of the account, without the link itself', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    await signIn(api, phone, anybody())
    const operatorPhone = anyPhone()
    const operator = await signIn(api, operatorPhone, anybody())
    await db.updateTable('account').set({ role: 'ADMIN' }).where('phone', '=', e164(operatorPhone)).execute()
    const { url, expires_at } = await operator.calls.account.issueDirectLogin({
      phone,
      reason: 'lost both phone and mail',
    })
    const { id } = await db
      .selectFrom('account')
      .select('id')
      .where('phone', '=', e164(phone))
      .executeTakeFirstOrThrow()
    const entries = await db
      .selectFrom('audit_entry')
      .select(['reason', 'after'])
      .where('subject', '=', 'account')
      .where('row_key', '=', id)
      .where('reason', 'is not', null)
      .execute()
    expect(entries).toMatchObject([{ reason: 'lost both phone and mail' }])
    const [entry] = notEmpty(entries)
    expect(Date.parse(String((entry?.after as Record<string, unknown> | null)?.sign_in_link_until))).toBe(
      Date.parse(expires_at),
    )
    expect(JSON.stringify(entries)).not.toContain(new URL(url).searchParams.get('token'))
  })
})
