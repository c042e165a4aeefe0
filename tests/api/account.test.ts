import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApi } from '../support/api.ts'
import { testDatabase } from '../support/database.ts'
import { loadFleet, phoneOf } from '../support/fleet.ts'
import { codeTo, otherThan, signIn } from '../support/people.ts'
import { refusal } from '../support/refusal.ts'

const { db } = await testDatabase()
beforeAll(() => loadFleet(db))

/** The same database for all, but a network address of its own for each test, so that limits do not meet. */
let count = 0
const next = () => {
  count += 1
  return count
}
const anybody = () => ({ clientAddress: `198.51.100.${next()}` })
const anyPhone = () => phoneOf(next())
const e164 = (phone: string) => `+98${phone.slice(1)}`

describe('signing in', () => {
  test('a new person gets a code by SMS, activates, and is known the next time', async () => {
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
    expect(me).toMatchObject({ phone: e164(phone), is_agency: false, credit: 0, notifications: { sms: false } })

    const again = await visitor.account.login({ phone, country_code: '+98' })
    expect(again).toMatchObject({ is_new: false, is_activated: true })
    await api.drain()
    const proof = { phone, country_code: '+98', token: codeTo(api, e164(phone)) }
    expect(await visitor.account.token(proof)).toHaveProperty('refresh')
    expect((await refusal(visitor.account.token(proof))).code).toBe('INVALID_CREDENTIALS')
    expect(api.reported).toEqual([])
  })

  test('however a phone is spelled, it is one person', async () => {
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
    const rows = await db.selectFrom('account').select('phone').where('phone', '=', phone).execute()
    expect(rows).toHaveLength(1)
  })

  test('five wrong tries end a code, and the right one comes too late', async () => {
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
})
