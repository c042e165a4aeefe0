import { beforeAll, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => api.clock.now())
const api = await testApi({ db, bank: bank.origin })
beforeAll(() => loadFleet(db))

let count = 0
const next = () => {
  count += 1
  return count
}
const anybody = () => ({ clientAddress: `203.0.113.${next()}` })
const anyPhone = () => phoneOf(500 + next())
const e164 = (phone: string) => `+98${phone.slice(1)}`

async function book(phone: string, form: object = {}) {
  const n = next()
  const day = (more: number) => new Date(Date.UTC(2027, 0, 1 + n * 4 + more)).toISOString().slice(0, 10)
  const rental = { ...RENTAL, id: 102, start_date: day(0), end_date: day(2) }
  const calls = api.as(anybody())
  const { id } = await calls.reservations.reserve({ ...rental, ...DRIVER, phone, ...form })
  const correct = (to: string, country_code = '+98') => calls.reservations.correctPhone({ id, phone: to, country_code })
  const pay = async () => {
    const started = await calls.payments.gatewayPay({ gateway: 'saman', transaction_id: id })
    const answer = await bank.press(started.url ?? '', 'pay')
    await calls.payments.clientVerify({ ref_id: started.payment_id, answer })
  }
  const voucher = () => calls.reservations.voucher({ id })
  return { id, calls, correct, pay, voucher }
}

test('a mistyped phone can be corrected before paying, and the new one is notified of the reservation', async () => {
  const [wrong, right] = [anyPhone(), anyPhone()]
  const { id, correct, voucher } = await book(wrong)
  expect(await voucher()).toMatchObject({ phone: e164(wrong), phone_proven: false, phone_correctable: true })
  await api.drain()
  expect(await correct(right)).toEqual({ id, phone: e164(right) })
  await api.drain()
  expect(api.messages.at(-1)).toMatchObject({ channel: 'sms', to: e164(right) })
  expect(api.messages.at(-1)?.text).toContain(id)
  const owner = await signIn(api, right, anybody())
  expect((await owner.calls.reservations.list({})).results.map((trip) => trip.id)).toEqual([id])
  const stranger = await signIn(api, wrong, anybody())
  expect((await stranger.calls.reservations.list({})).count).toBe(0)
})

test('a phone can be corrected three times before the payment and once after it', async () => {
  const { correct, pay, voucher } = await book(anyPhone())
  for (const phone of [anyPhone(), anyPhone(), anyPhone()]) await correct(phone)
  expect((await refusal(correct(anyPhone()))).code).toBe('PHONE_FIXED')
  expect(await voucher()).toMatchObject({ phone_correctable: false })
  await pay()
  expect(await voucher()).toMatchObject({ status: 'CONFIRMED', phone_correctable: true })
  const last = anyPhone()
  await correct(last)
  expect(await correct(last)).toMatchObject({ phone: e164(last) })
  expect((await refusal(correct(anyPhone()))).code).toBe('PHONE_FIXED')
  expect(await voucher()).toMatchObject({ phone: e164(last), phone_correctable: false })
})

test('a phone cannot be corrected once somebody has proven it, or once the reservation has ended', async () => {
  const own = anyPhone()
  await signIn(api, own, anybody())
  const proven = await book(own)
  expect(await proven.voucher()).toMatchObject({ phone_proven: true, phone_correctable: false })
  expect((await refusal(proven.correct(anyPhone()))).code).toBe('PHONE_FIXED')
  const ended = await book(anyPhone())
  await ended.pay()
  await ended.calls.reservations.cancel({ id: ended.id })
  expect((await refusal(ended.correct(anyPhone()))).code).toBe('PHONE_FIXED')
})

test('only the person who has proven a number can set it', async () => {
  const theirs = anyPhone()
  const person = await signIn(api, theirs, anybody())
  const { id, correct } = await book(anyPhone())
  const refused = { code: 'INVALID_FIELDS', data: { fields: { phone: ['phone_needs_sign_in'] } } }
  expect(await refusal(correct(theirs))).toMatchObject(refused)
  expect((await person.calls.reservations.list({})).count).toBe(0)
  await person.calls.reservations.correctPhone({ id, phone: theirs, country_code: '+98' })
  expect((await person.calls.reservations.list({})).count).toBe(1)
})

test('the company’s staff and operators cannot correct a phone, and an invalid number is refused', async () => {
  const { id, correct } = await book(anyPhone())
  for (const identity of [
    { phone: '+989121119901', role: 'AGENT' as const, company: TOMAN.company },
    { phone: '+989121119902', role: 'ADMIN' as const },
  ]) {
    const { calls } = await signedIn(api, identity)
    const call = calls.reservations.correctPhone({ id, phone: anyPhone(), country_code: '+98' })
    expect((await refusal(call)).code).toBe('NOT_FOUND')
  }
  for (const none of ['0912345', '02112345678', '09411234567'])
    expect(await refusal(correct(none))).toMatchObject({ data: { fields: { phone: ['phone'] } } })
})

test('abroad the form’s e-mail address still decides whose reservation it is', async () => {
  const email = 'corrected@example.com'
  const { id, correct } = await book('15140000001', { country_code: '+49', email })
  await correct('15140000002', '+49')
  const german = { phone: '15140000002', country_code: '+49' }
  const other = await signIn(api, german.phone, { ...anybody(), language: 'de', ...german, email: 'o@example.com' })
  expect((await other.calls.reservations.list({})).count).toBe(0)
  const own = await signIn(api, german.phone, { ...anybody(), language: 'de', ...german, email })
  expect((await own.calls.reservations.list({})).results.map((trip) => trip.id)).toEqual([id])
})

test('a correction does not evade the limits of unpaid reservations and of codes once per phone', async () => {
  const phone = anyPhone()
  for (let n = 0; n < 3; n++) await book(phone)
  const fourth = await book(anyPhone())
  expect((await refusal(fourth.correct(phone))).code).toBe('TOO_MANY_HOLDS')
  await db
    .insertInto('discount_code')
    .values({
      ...{ code: 'ONCE', percent: 10, currency_id: 6, total_uses: 9 },
      ...{ starts_at: new Date('2026-01-01'), ends_at: new Date('2028-01-01') },
    })
    .execute()
  const user = anyPhone()
  await book(user, { discount_code: 'ONCE' })
  const again = await book(anyPhone(), { discount_code: 'ONCE' })
  expect(await refusal(again.correct(user))).toMatchObject({ data: { fields: { phone: ['discount_used_by_phone'] } } })
})
