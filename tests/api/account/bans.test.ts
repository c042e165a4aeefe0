import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiClient } from '#app/api/app.ts'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { type Identity, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
let admin: Identity
let people = 0

beforeAll(async () => {
  await loadFleet(db)
  admin = await signedIn(site, { phone: '+989120000300', role: 'ADMIN' })
})
beforeEach(async () => {
  await db.deleteFrom('busy').execute()
})
afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const somebody = () => signedIn(site, { phone: `+98912345${String(1000 + people++)}` })
const ban = (who: Identity, banned = true) => admin.calls.operator.people.ban({ id: who.id, banned, reason: 'Fraud' })
const reserve = (by: ApiClient, form: Partial<typeof DRIVER & { email: string }>) =>
  by.reservations.reserve({ ...RENTAL, ...DRIVER, ...form })
/** Two ids in the specification's form that nobody here has yet. */
const IDS = ['0012345679', '0499370899', '0790419904']

/** Signs in with the latest code. */
async function signInByCode(phone: string, calls = site.as()) {
  site.messages.length = 0
  await calls.account.login({ phone })
  await site.drain()
  const token = site.messages.at(-1)?.code ?? ''
  return calls.account.activate({ phone, token })
}

describe('a banned person', () => {
  test('cannot book as a visitor with the same phone, however it is written', async () => {
    const who = await somebody()
    await ban(who)
    for (const phone of [who.phone, who.phone.replace('+98', '0'), who.phone.replace('+98', '')])
      expect(await codeOf(reserve(site.as(), { phone }))).toBe('BANNED_DETAILS')
    const rows = await db.selectFrom('reservation').select('id').where('phone', '=', who.phone).execute()
    expect(rows).toEqual([])
  })

  test('cannot book with another phone and an identity number of their account or of a booking that they paid', async () => {
    const who = await somebody()
    await db.updateTable('account').set({ national_id: IDS[0] }).where('id', '=', who.id).execute()
    const { id } = await reserve(site.as(), { phone: who.phone, national_id: IDS[1] })
    await db.updateTable('reservation').set({ status: 'CANCELLED', paid: 1 }).where('id', '=', id).execute()
    await db.deleteFrom('busy').execute()
    // A number that was typed but never proven by a payment may belong to anybody.
    const unpaid = await reserve(site.as(), { phone: who.phone, national_id: IDS[2] })
    await db.updateTable('reservation').set({ status: 'EXPIRED' }).where('id', '=', unpaid.id).execute()
    await db.deleteFrom('busy').execute()
    await ban(who)
    const other = '09129990001'
    expect(await codeOf(reserve(site.as(), { phone: other, national_id: IDS[0] }))).toBe('BANNED_DETAILS')
    expect(await codeOf(reserve(site.as(), { phone: other, national_id: IDS[1] }))).toBe('BANNED_DETAILS')
    expect((await reserve(site.as(), { phone: other, national_id: IDS[2] })).status).toBe('AWAITING_PAYMENT')
  })

  test('gets no reservation by a correction of its phone', async () => {
    const who = await somebody()
    const { id } = await reserve(site.as(), { phone: '09129990002' })
    await ban(who)
    const corrected = site.as().reservations.correctPhone({ id, phone: who.phone, country_code: '+98' })
    expect(await codeOf(corrected)).toBe('BANNED_DETAILS')
  })

  test('cannot pay an existing reservation, also not through its address', async () => {
    const who = await somebody()
    const { id } = await reserve(who.calls, { phone: who.phone })
    await ban(who)
    const pay = site.as().payments.payOnline({ transaction_id: id })
    expect(await codeOf(pay)).toBe('BANNED_DETAILS')
    expect(await codeOf(site.as().payments.gatewayPay({ transaction_id: id, gateway: 'saman' }))).toBe('BANNED_DETAILS')
  })

  test('learns of the ban only after a code has proven the phone', async () => {
    const who = await somebody()
    await ban(who)
    expect(await codeOf(signInByCode(who.phone))).toBe('BANNED_USER')
  })

  test('cannot sign in with another phone and the same identity number, and is signed out there', async () => {
    const [who, second] = [await somebody(), await somebody()]
    const own = { national_id: '0013542419' }
    await db.updateTable('account').set(own).where('id', 'in', [who.id, second.id, admin.id]).execute()
    await ban(who)
    expect(await codeOf(second.calls.account.profile({}))).toBe('INVALID_TOKEN')
    expect(await codeOf(signInByCode(second.phone))).toBe('BANNED_USER')
    // Even if a banned person used the operator's number: nobody can lock an operator out.
    expect(await signInByCode(admin.phone)).toMatchObject({ access: expect.any(String) })
    await db.updateTable('account').set({ national_id: null }).where('id', '=', admin.id).execute()
  })

  test('can do everything again when the ban ends', async () => {
    const who = await somebody()
    await ban(who)
    await ban(who, false)
    expect((await reserve(site.as(), { phone: who.phone })).status).toBe('AWAITING_PAYMENT')
    expect(await signInByCode(who.phone)).toMatchObject({ access: expect.any(String) })
  })
})

test('a phone that no SMS has proven is not banned with the account; its mailbox is', async () => {
  const who = await somebody()
  const claim = { email: 'fraud@example.com', phone_proven_at: null }
  await db.updateTable('account').set(claim).where('id', '=', who.id).execute()
  await ban(who)
  const form = { phone: '09129990002', email: 'fraud@example.com' }
  expect(await codeOf(reserve(site.as(), form))).toBe('BANNED_DETAILS')
  expect((await reserve(site.as(), { phone: who.phone })).status).toBe('AWAITING_PAYMENT')
})

test('a form with other errors does not reveal a ban', async () => {
  const who = await somebody()
  await ban(who)
  expect(await codeOf(reserve(site.as(), { phone: who.phone, fullname: '' }))).toBe('INVALID_FIELDS')
})
