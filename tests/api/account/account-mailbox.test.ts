import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#app/api/books/ledger.ts'
import { type TestApi, testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, phoneOf, RENTAL } from '../../support/api/fleet.ts'
import { codeTo, signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
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

describe('signing in outside Persian and Iran', () => {
  const berlin = { phone: '1701234567', country_code: '+49' }

  test('requires an e-mail address, and a dial code where the language has no default', async () => {
    const api = await testApi({ db })
    const english = api.as({ ...anybody(), language: 'en' })
    expect((await refusal(english.account.login({ phone: '09121234567', country_code: '+98' }))).data).toEqual({
      fields: { email: ['required'] },
    })
    expect((await refusal(english.account.login({ phone: '1701234567', email: 'a@example.com' }))).data).toEqual({
      fields: { country_code: ['country_code'] },
    })
    const persian = api.as(anybody())
    expect((await refusal(persian.account.login(berlin))).data).toEqual({ fields: { email: ['required'] } })
  })

  test('sends the code by e-mail; another mailbox with the same number is another person', async () => {
    const api = await testApi({ db })
    const owner = { ...anybody(), language: 'de' as const, email: 'Jan@Example.com' }
    const { calls } = await signIn(api, berlin.phone, { ...owner, ...berlin })
    const jan = { country_code: '+49', phone: '1701234567', email: 'jan@example.com' }
    expect(await calls.account.profile()).toMatchObject(jan)
    expect(api.messages.at(-1)).toMatchObject({ channel: 'email', to: 'jan@example.com' })
    await calls.account.updateProfile({ body: { fullname: 'Jan Peters' } })

    const other = { ...anybody(), language: 'de' as const, email: 'other@example.com' }
    const second = await signIn(api, berlin.phone, { ...other, ...berlin })
    expect(await second.calls.account.profile()).toMatchObject({ ...jan, email: 'other@example.com', fullname: null })
    expect(await calls.account.profile()).toMatchObject({ ...jan, fullname: 'Jan Peters' })
  })

  test('sends an Iranian number on the Persian site only an SMS', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    const form = { phone, country_code: '+98', email: 'somebody@example.com' }
    expect((await api.as(anybody()).account.login(form)).channels).toEqual(['sms'])
    await api.drain()
    expect(api.messages.map(({ to }) => to)).toEqual([e164(phone)])
  })
})

describe('an Iranian number outside the Persian site', () => {
  const english = () => ({ ...anybody(), language: 'en' as const })

  /** Requests codes for a phone and a mailbox, and reads them. */
  async function order(api: TestApi, phone: string, email: string, by = english()) {
    const form = { phone, country_code: '+98', email }
    const calls = api.as(by)
    const answer = await calls.account.login(form)
    await api.drain()
    const read = (to: string) => ({ ...form, token: codeTo(api, to) })
    return { answer, calls, bySms: () => read(e164(phone)), byEmail: () => read(email) }
  }

  const book = (api: TestApi, phone: string, id: number, email?: string) =>
    api.as().reservations.reserve({ ...RENTAL, ...DRIVER, id, phone, email })

  test('gets one code by e-mail and another by SMS; using either one ends both', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    const { answer, calls, bySms, byEmail } = await order(api, phone, 'both@example.com')
    expect(answer.channels).toEqual(['email', 'sms'])
    expect(bySms().token).not.toBe(byEmail().token)
    const { access } = await calls.account.activate(byEmail())
    expect(await api.as({ accessToken: access }).account.profile()).toMatchObject({ email: 'both@example.com' })
    expect((await refusal(calls.account.activate(bySms()))).code).toBe('INVALID_CREDENTIALS')
  })

  test('another mailbox does not shorten the pause between two SMS', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    const by = english()
    await order(api, phone, 'one@example.com', by)
    expect(await refusal(order(api, phone, 'two@example.com', by))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  test('claimed by a mailbox alone gives no access to what others booked or own under it', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    const { id } = await book(api, phone, 120)
    const entries = [
      { kind: 'COMPANY' as const, owner: 1, amount: -1_000_000 },
      { kind: 'WALLET' as const, owner: e164(phone), amount: 1_000_000 },
    ]
    const given = { key: `given ${phone}`, kind: 'CORRECTION' as const, currency: 'IRT' as const, at: api.clock.now() }
    await db.transaction().execute((tx) => post(tx, { ...given, entries }))
    const { calls, byEmail } = await order(api, phone, 'claimer@example.com')
    const { access } = await calls.account.activate(byEmail())
    const claimer = api.as({ ...english(), accessToken: access })
    expect(await claimer.reservations.list({})).toMatchObject({ count: 0, by_email: true })
    expect((await claimer.account.exportData()).reservations).toEqual([])
    expect(await claimer.reservations.transactionCode({ id, use_wallet: true })).toMatchObject({ wallet_used: 0 })
  })

  test('once proven by SMS can be used only with its own mailbox', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    await signIn(api, phone, anybody())
    const thief = await order(api, phone, 'thief@example.com')
    expect(thief.answer.channels).toEqual(['email', 'sms'])
    expect(api.messages.filter(({ to, code }) => to === 'thief@example.com' && code)).toEqual([])
    const { access } = await thief.calls.account.token(thief.bySms())
    // An e-mail address that was typed but not proven does not belong to the account.
    expect(await api.as({ accessToken: access }).account.profile()).toMatchObject({ email: null })
  })

  test('takes its account back by SMS from whoever claimed it by a mailbox', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    const squatter = await order(api, phone, 'squatter@example.com')
    const theirs = await squatter.calls.account.activate(squatter.byEmail())
    await book(api, phone, 119)
    const owner = await signIn(api, phone, anybody())
    expect(await owner.calls.reservations.list({})).toMatchObject({ count: 1, by_email: false })
    expect(await owner.calls.account.profile()).toMatchObject({ email: null })
    const there = api.as({ accessToken: theirs.access })
    expect((await refusal(there.account.profile())).code).toBe('INVALID_TOKEN')
    expect((await refusal(api.as().account.token({ refresh: theirs.refresh }))).code).toBe('INVALID_TOKEN')
    await api.drain()
    expect(api.messages.at(-1)).toMatchObject({ channel: 'email', to: 'squatter@example.com' })
    api.clock.advance(3)
    const again = await order(api, phone, 'squatter@example.com')
    expect(() => again.byEmail()).not.toThrow()
    expect(api.messages.findLast(({ to }) => to === 'squatter@example.com')?.code).toBeUndefined()
  })

  test('keeps the mailbox that its person names when the SMS proves the phone', async () => {
    const api = await testApi({ db })
    const phone = anyPhone()
    const first = await order(api, phone, 'same@example.com')
    await first.calls.account.activate(first.byEmail())
    const second = await order(api, phone, 'same@example.com')
    const { access } = await second.calls.account.token(second.bySms())
    expect(await api.as({ accessToken: access }).account.profile()).toMatchObject({ email: 'same@example.com' })
  })
})
