import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { holderOf } from '#app/rules/identity/holder.ts'
import { type TestApi, testApi } from '../../support/api/api.ts'
import { balances, wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { paidLongAgo } from '../../support/api/past-card.ts'
import { codeTo, signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const clocked: { api?: TestApi } = {}
const bank = await testBank(() => clocked.api?.clock.now() ?? new Date())
beforeAll(() => loadFleet(db))
afterEach(async () => {
  expect(await wrongInBooks(db)).toEqual([])
})

let count = 0
const next = () => {
  count += 1
  return count
}
const anybody = () => ({ clientAddress: `203.0.113.${next()}`, language: 'de' as const })

/** An unused German number, as typed in a form and normalised. */
function anyNumber() {
  const phone = `151${String(40_000_000 + next())}`
  return { form: { phone, country_code: '+49' }, whole: `+49${phone}` }
}

async function site(options: { smsAbroad?: boolean } = {}) {
  const api = await testApi({ db, bank: bank.origin, codesPerAddressHour: 600, ...options })
  api.clock.set('2026-11-23T05:30:00Z')
  clocked.api = api
  return api
}

/** A paid reservation for the details in a form, on dates of its own. */
async function book(api: TestApi, form: { phone: string; country_code: string; email?: string }) {
  const n = next()
  const day = (more: number) => new Date(Date.UTC(2027, 0, 1 + n * 4 + more)).toISOString().slice(0, 10)
  const rental = { ...RENTAL, id: 101, start_date: day(0), end_date: day(2) }
  const visitor = api.as({ ...anybody(), language: 'fa' })
  const { id } = await visitor.reservations.reserve({ ...rental, ...DRIVER, ...form })
  return { id, visitor, days: { start_date: day(0), end_date: day(2) } }
}

async function bookAndPay(api: TestApi, form: Parameters<typeof book>[1]) {
  const booked = await book(api, form)
  const started = await booked.visitor.payments.gatewayPay({ gateway: 'saman', transaction_id: booked.id })
  const answer = await bank.press(started.url ?? '', 'pay')
  await booked.visitor.payments.clientVerify({ ref_id: started.payment_id, answer })
  await paidLongAgo(db, booked.id)
  const { paid } = await booked.visitor.reservations.voucher({ id: booked.id })
  return { ...booked, paid }
}

const credit = async ({ calls }: Awaited<ReturnType<typeof signIn>>) =>
  (await calls.account.profile({ currency: 'IRT' })).credit
const idsOf = async ({ calls }: Awaited<ReturnType<typeof signIn>>) =>
  (await calls.reservations.list({})).results.map(({ id }) => id)

describe('a phone abroad that somebody else has signed in with', () => {
  test('shows them nothing about the traveller who booked with it', async () => {
    const api = await site()
    const { form } = anyNumber()
    const { id, paid } = await bookAndPay(api, { ...form, email: 'traveller@example.com' })
    const thief = await signIn(api, form.phone, { ...anybody(), ...form, email: 'thief@example.com' })
    expect(await idsOf(thief)).toEqual([])
    expect(await refusal(thief.calls.reservations.read({ id }))).toMatchObject({ code: 'NOT_FOUND' })
    await api.as().reservations.cancel({ id })
    expect(paid).toBeGreaterThan(0)
    expect(await credit(thief)).toBe(0)
    expect((await thief.calls.account.walletHistory({ currency: 'IRT' })).count).toBe(0)
    expect((await thief.calls.payments.list({})).count).toBe(0)
    const data = await thief.calls.account.exportData()
    expect(data).toMatchObject({ reservations: [], payments: [], wallet: [] })
  })

  test('does not divert the traveller’s codes, notifications or refunds', async () => {
    const api = await site()
    const { form, whole } = anyNumber()
    const email = 'owner@example.com'
    await signIn(api, form.phone, { ...anybody(), ...form, email: 'first@example.com' })
    const { id, paid } = await bookAndPay(api, { ...form, email })
    api.clock.advance(120)
    const before = api.messages.length
    await api.as().reservations.cancel({ id })
    await api.drain()
    const notices = api.messages.slice(before)
    expect(notices.filter(({ to }) => to === email)).not.toEqual([])
    expect(notices.filter(({ to }) => to === 'first@example.com')).toEqual([])
    const own = await signIn(api, form.phone, { ...anybody(), ...form, email })
    expect(codeTo(api, email)).toMatch(/^\d{6}$/)
    expect(await idsOf(own)).toEqual([id])
    expect(await credit(own)).toBe(paid)
    expect(await balances(db)).toMatchObject({ [`WALLET ${whole}|${email}`]: paid })
  })

  test('lets each of them use their own account, wallet and sign-in', async () => {
    const api = await site()
    const { form } = anyNumber()
    const one = await signIn(api, form.phone, { ...anybody(), ...form, email: 'one@example.com' })
    const two = await signIn(api, form.phone, { ...anybody(), ...form, email: 'two@example.com' })
    await one.calls.account.updateProfile({ body: { fullname: 'One Person' } })
    expect(await two.calls.account.profile()).toMatchObject({ fullname: null, email: 'two@example.com' })
    const { id } = await bookAndPay(api, { ...form, email: 'one@example.com' })
    await api.as().reservations.cancel({ id })
    const held = await credit(one)
    expect(held).toBeGreaterThan(0)
    const wanted = await book(api, { ...form, email: 'two@example.com' })
    const withoutAny = await two.calls.reservations.transactionCode({ id: wanted.id, use_wallet: true })
    expect(withoutAny).toMatchObject({ wallet_used: 0 })
    await two.calls.payments.payOnline({ transaction_id: wanted.id, use_wallet: true })
    expect(await credit(one)).toBe(held)
  })
})

test('reservations with two e-mail addresses are found only under their own address', async () => {
  const api = await site()
  const { form } = anyNumber()
  const first = await book(api, { ...form, email: 'work@example.com' })
  const second = await book(api, { ...form, email: 'Home@Example.com' })
  const atWork = await signIn(api, form.phone, { ...anybody(), ...form, email: 'work@example.com' })
  expect(await idsOf(atWork)).toEqual([first.id])
  const atHome = await signIn(api, form.phone, { ...anybody(), ...form, email: 'home@example.com' })
  expect(await idsOf(atHome)).toEqual([second.id])
})

describe('whoever proves such a phone by SMS', () => {
  /** Signs in by the code in the SMS; the e-mail address is typed but not proven. */
  async function signInBySms(api: TestApi, form: { phone: string; country_code: string }, email: string) {
    return signIn(api, form.phone, { ...anybody(), ...form, email })
  }

  test('gets the phone, and nothing that belongs to the others', async () => {
    const api = await site()
    const { form, whole } = anyNumber()
    const email = 'earlier@example.com'
    const earlier = await signIn(api, form.phone, { ...anybody(), ...form, email })
    const { id, paid } = await bookAndPay(api, { ...form, email })
    await earlier.calls.reservations.cancel({ id })
    const abroad = await site({ smsAbroad: true })
    abroad.clock.set('2026-11-24T05:30:00Z')
    const holder = await signInBySms(abroad, form, 'holder@example.com')
    expect(await idsOf(holder)).toEqual([])
    expect(await credit(holder)).toBe(0)
    const later = await book(abroad, { ...form, email: 'anything@example.com' })
    expect(await idsOf(holder)).toEqual([later.id])

    const again = await signIn(abroad, form.phone, { ...anybody(), ...form, email })
    expect(abroad.messages.at(-1)).toMatchObject({ channel: 'email', to: email })
    expect(await idsOf(again)).toEqual([id])
    expect(await credit(again)).toBe(paid)
    expect(await balances(db)).toMatchObject({ [`WALLET ${whole}|${email}`]: paid })
  })

  test('does not get in by naming another person’s mailbox', async () => {
    const api = await site({ smsAbroad: true })
    const { form } = anyNumber()
    const email = 'named@example.com'
    const { id } = await bookAndPay(api, { ...form, email })
    await api.as().reservations.cancel({ id })
    const holder = await signInBySms(api, form, email)
    expect(await idsOf(holder)).toEqual([])
    expect(await credit(holder)).toBe(0)
    expect(await holder.calls.account.profile()).toMatchObject({ email: null })
  })

  test('joins phone and mailbox by confirming the mailbox', async () => {
    const api = await site({ smsAbroad: true })
    const { form, whole } = anyNumber()
    const email = 'confirmed@example.com'
    const { id, paid } = await bookAndPay(api, { ...form, email })
    await api.as().reservations.cancel({ id })
    const holder = await signInBySms(api, form, email)
    await holder.calls.account.changeContact({ email })
    await api.drain()
    await holder.calls.account.updateProfile({ body: { email, token: codeTo(api, email) } })
    expect(await idsOf(holder)).toEqual([id])
    expect(await credit(holder)).toBe(paid)
    const held = await balances(db)
    expect(held).toMatchObject({ [`WALLET ${whole}`]: paid })
    expect(held).not.toHaveProperty(`WALLET ${whole}|${email}`)
  })

  test('can do so later, for the account that they have by their mailbox', async () => {
    const before = await site()
    const { form, whole } = anyNumber()
    const email = 'later@example.com'
    const { access } = await signIn(before, form.phone, { ...anybody(), ...form, email })
    const { id, paid } = await bookAndPay(before, { ...form, email })
    await before.as().reservations.cancel({ id })
    const api = await site({ smsAbroad: true })
    const own = api.as({ ...anybody(), accessToken: access })
    await own.account.changeContact(form)
    await api.drain()
    await own.account.updateProfile({ body: { ...form, token: codeTo(api, whole) } })
    expect(await own.account.profile({ currency: 'IRT' })).toMatchObject({ credit: paid, email })
    expect((await own.reservations.list({})).results.map((trip) => trip.id)).toEqual([id])
    expect(await refusal(own.account.changeContact(form))).toMatchObject({
      data: { fields: { phone: ['same_contact'] } },
    })
  })
})

test('an account by its mailbox takes reservations and wallet along to a new mailbox', async () => {
  const api = await site()
  const { form, whole } = anyNumber()
  await signIn(api, form.phone, { ...anybody(), ...form, email: 'there@example.com' })
  const { calls } = await signIn(api, form.phone, { ...anybody(), ...form, email: 'old@example.com' })
  const { id, paid } = await bookAndPay(api, { ...form, email: 'old@example.com' })
  await calls.reservations.cancel({ id })
  const move = async (email: string) => {
    await calls.account.changeContact({ email })
    await api.drain()
    return calls.account.updateProfile({ body: { email, token: codeTo(api, email) } })
  }
  expect(await refusal(move('there@example.com'))).toMatchObject({ data: { fields: { email: ['email_taken'] } } })
  api.clock.advance(3)
  await move('new@example.com')
  expect((await calls.account.profile({ currency: 'IRT' })).credit).toBe(paid)
  expect((await calls.reservations.list({})).count).toBe(1)
  expect(await balances(db)).toMatchObject({ [`WALLET ${whole}|new@example.com`]: paid })
})

test('the database and the rule derive the same holder from a contact', async () => {
  const accounts = await db.selectFrom('account').select(['phone', 'email', 'phone_proven_at', 'holder']).execute()
  expect(accounts.length).toBeGreaterThan(5)
  for (const { phone, email, phone_proven_at, holder } of accounts)
    expect(holder).toBe(holderOf({ phone, email, phoneProven: phone_proven_at !== null }))
  const booked = await db.selectFrom('reservation').select(['phone', 'email', 'by_email', 'holder']).execute()
  for (const { phone, email, by_email, holder } of booked)
    expect(holder).toBe(holderOf({ phone, email, phoneProven: !by_email }))
})
