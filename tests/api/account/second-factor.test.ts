import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { stepOf } from '#app/api/account/second-factor/codes.ts'
import { forgetSecondFactor } from '#app/db/first-operator.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { type Identity, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
/** The same marketplace in production, where no operator works without a second factor. */
const strict = await testApi({ db, operatorsNeedFactor: true })

let phones = 0
const newcomer = (role: 'CLIENT' | 'AGENT' | 'ADMIN' = 'CLIENT') => {
  phones += 1
  return signedIn(site, {
    phone: `+98912777${String(phones).padStart(4, '0')}`,
    role,
    company: role === 'AGENT' ? TOMAN.company : null,
  })
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const codeAt = (secret: string, now = site.clock.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })

async function withFactor(role?: 'CLIENT' | 'AGENT' | 'ADMIN') {
  const person = await newcomer(role)
  const { secret } = await person.calls.account.beginFactor()
  const { recovery_codes } = await person.calls.account.confirmFactor({ code: codeAt(secret) })
  return { person, secret, recovery_codes }
}

/** Signs in by a fresh one-time code, up to the second factor. */
async function signInAgain({ phone }: Identity) {
  site.clock.advance(3)
  site.messages.length = 0
  await site.as().account.login({ phone })
  await site.drain()
  const token = site.messages.findLast((message) => 'code' in message)?.code ?? ''
  const tokens = await site.as().account.token({ phone, token })
  return { tokens, calls: () => site.as({ accessToken: tokens.access }) }
}

// Each test has its own time window for attempts.
beforeEach(() => site.clock.advance(16))

test('time-based codes follow RFC 6238', () => {
  const secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32
  // The test vectors of RFC 6238, appendix B: the last six of their eight digits.
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [2_000_000_000, '279037'],
  ] as const)
    expect(stepOf(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
})

describe('setting up', () => {
  test('accepts the first code of the app, shows ten recovery codes once, and stores neither in clear text', async () => {
    const person = await newcomer('AGENT')
    expect(await person.calls.account.factor()).toMatchObject({ on_since: null, setup: null, required: false })
    const { secret, address } = await person.calls.account.beginFactor()
    expect(address).toContain(`secret=${secret}`)
    expect((await person.calls.account.factor()).setup).toEqual({ secret, address })
    expect(await refusal(person.calls.account.confirmFactor({ code: '000000' }))).toMatchObject({
      code: 'INVALID_FIELDS',
      data: { fields: { code: ['factor_code'] } },
    })
    const { recovery_codes } = await person.calls.account.confirmFactor({ code: codeAt(secret) })
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await person.calls.account.factor()).toMatchObject({
      on_since: expect.any(String),
      setup: null,
      fresh: true,
      recovery_codes_left: 10,
    })
    const kept = JSON.stringify([
      await db.selectFrom('second_factor').selectAll().execute(),
      await db.selectFrom('recovery_code').selectAll().execute(),
      await db.selectFrom('audit_entry').selectAll().where('subject', '=', 'second_factor').execute(),
    ])
    for (const open of [secret, ...recovery_codes.flatMap((code) => [code, code.replace('-', '')])])
      expect(kept).not.toContain(open)
    expect(await codeOf(person.calls.account.beginFactor())).toBe('INVALID_FIELDS')
  })

  test('has to start again after half an hour', async () => {
    const person = await newcomer()
    const { secret } = await person.calls.account.beginFactor()
    site.clock.advance(31)
    expect((await person.calls.account.factor()).setup).toBeNull()
    expect(await codeOf(person.calls.account.confirmFactor({ code: codeAt(secret) }))).toBe('INVALID_FIELDS')
  })

  test('ends the sign-ins on other devices', async () => {
    const person = await newcomer()
    const other = await signInAgain(person)
    const { secret } = await person.calls.account.beginFactor()
    await person.calls.account.confirmFactor({ code: codeAt(secret) })
    expect(await codeOf(other.calls().account.profile({}))).toBe('INVALID_TOKEN')
  })
})

describe('signing in', () => {
  test('continues with a code of the app; until then the tokens give no access and expire soon', async () => {
    const { person, secret } = await withFactor()
    const { tokens, calls } = await signInAgain(person)
    expect(tokens.second_factor).toBe(true)
    expect(await codeOf(calls().account.profile({}))).toBe('SECOND_FACTOR_NEEDED')
    expect(await codeOf(calls().account.factor())).toBe('SECOND_FACTOR_NEEDED')
    expect(await codeOf(calls().chat.socketTicket())).toBe('SECOND_FACTOR_NEEDED')
    expect(await codeOf(site.as().account.token({ refresh: tokens.refresh }))).toBe('INVALID_TOKEN')
    await calls().account.checkFactor({ code: codeAt(secret) })
    expect((await calls().account.profile({})).phone).toBeTruthy()
    expect(await site.as().account.token({ refresh: tokens.refresh })).toMatchObject({ second_factor: false })
  })

  test('accepts no code twice, not even at the same moment', async () => {
    const { person, secret } = await withFactor()
    const sessions = [await signInAgain(person), await signInAgain(person), await signInAgain(person)]
    const code = codeAt(secret)
    const answers = await Promise.allSettled(sessions.map(({ calls }) => calls().account.checkFactor({ code })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('accepts a recovery code once, however it is typed', async () => {
    const { person, recovery_codes } = await withFactor()
    const [code = ''] = recovery_codes
    const first = await signInAgain(person)
    expect(await first.calls().account.checkFactor({ code: ` ${code.toLowerCase()} ` })).toEqual({
      recovery_codes_left: 9,
    })
    const second = await signInAgain(person)
    expect(await codeOf(second.calls().account.checkFactor({ code }))).toBe('INVALID_FIELDS')
  })

  test('pauses after five wrong codes; right ones do not count', async () => {
    const { person, secret } = await withFactor()
    const { calls } = await signInAgain(person)
    for (let n = 0; n < 5; n++)
      expect(await codeOf(calls().account.checkFactor({ code: '000000' }))).toBe('INVALID_FIELDS')
    expect(await codeOf(calls().account.checkFactor({ code: codeAt(secret) }))).toBe('TOO_MANY_REQUESTS')
    site.clock.advance(15)
    const again = await signInAgain(person)
    for (let n = 0; n < 7; n++) {
      site.clock.advance(1)
      await again.calls().account.checkFactor({ code: codeAt(secret) })
    }
  })

  test('a phone that its holder takes back no longer has the second factor of the claimant', async () => {
    const { person } = await withFactor()
    await db.updateTable('account').set({ phone_proven_at: null }).where('id', '=', person.id).execute()
    const { tokens } = await signInAgain(person)
    expect(tokens.second_factor).toBe(false)
  })
})

describe('operators', () => {
  test('have no operator’s rights without a second factor where it is required, and can set it up', async () => {
    const admin = await newcomer('ADMIN')
    const calls = () => strict.as({ accessToken: admin.access })
    strict.clock.set(site.clock.now().toISOString())
    expect(await codeOf(calls().operator.overview.read({}))).toBe('SECOND_FACTOR_REQUIRED')
    expect(await codeOf(calls().company.reservations.today({}))).toBe('SECOND_FACTOR_REQUIRED')
    expect(await calls().account.factor()).toMatchObject({ required: true })
    const { secret } = await calls().account.beginFactor()
    await calls().account.confirmFactor({ code: codeAt(secret) })
    expect((await calls().operator.overview.read({})).begun).toBe(0)
    expect(await codeOf(calls().account.endFactor())).toBe('INVALID_FIELDS')
  })

  test('and owners of companies, but not their employees, need it to use their rights', async () => {
    const owner = await newcomer('AGENT')
    const desk = await newcomer('AGENT')
    await db.updateTable('account').set({ staff_role: 'DESK' }).where('id', '=', desk.id).execute()
    strict.clock.set(site.clock.now().toISOString())
    const calls = (accessToken: string) => strict.as({ accessToken })
    expect(await codeOf(calls(owner.access).company.reservations.today({}))).toBe('SECOND_FACTOR_REQUIRED')
    await expect(calls(desk.access).company.reservations.today({})).resolves.toBeDefined()
    const { secret } = await calls(owner.access).account.beginFactor()
    await calls(owner.access).account.confirmFactor({ code: codeAt(secret) })
    await expect(calls(owner.access).company.reservations.today({})).resolves.toBeDefined()
    expect(await codeOf(calls(owner.access).account.endFactor())).toBe('INVALID_FIELDS')
    // The company's bank account decides where money goes, so it needs the second factor.
    const account = { holder: 'Marjan Rent', iban: 'IR062960000000100324200001' }
    await calls(owner.access).company.money.changeBank(account)
    strict.clock.advance(11)
    expect(await codeOf(calls(owner.access).company.money.changeBank(account))).toBe('RECHECK_NEEDED')
  })

  test('prove it again for money after ten minutes, and to turn it off', async () => {
    const { person, secret } = await withFactor('ADMIN')
    const guest = await newcomer()
    const correct = () =>
      person.calls.operator.payments.correct({ id: guest.id, currency: 'IRT', amount: 1000, reason: 'Goodwill' })
    expect((await correct()).status).toBe('DONE')
    site.clock.advance(11)
    expect((await person.calls.account.factor()).fresh).toBe(false)
    expect(await codeOf(correct())).toBe('RECHECK_NEEDED')
    expect(await codeOf(person.calls.account.endFactor())).toBe('RECHECK_NEEDED')
    expect(await codeOf(person.calls.account.renewRecoveryCodes())).toBe('RECHECK_NEEDED')
    expect((await person.calls.operator.overview.read({})).begun).toBe(0)
    await person.calls.account.checkFactor({ code: codeAt(secret) })
    expect((await correct()).status).toBe('DONE')
    expect((await person.calls.account.renewRecoveryCodes()).recovery_codes).toHaveLength(10)
    await person.calls.account.endFactor()
    await site.drain()
    const texts = site.messages.filter(({ to }) => to === person.phone).map(({ text }) => text)
    expect(texts.filter((text) => /ورود دومرحله‌ای حساب شما (روشن|خاموش) شد/.test(text))).toHaveLength(2)
    expect(texts.filter((text) => /کدهای بازیابی تازه/.test(text))).toHaveLength(1)
    expect((await signInAgain(person)).tokens.second_factor).toBe(false)
  })

  test('are signed out after half an hour of inactivity, and at the latest after twelve hours', async () => {
    const admin = await newcomer('ADMIN')
    const { tokens } = await signInAgain(admin)
    site.clock.advance(29)
    const next = await site.as().account.token({ refresh: tokens.refresh })
    site.clock.advance(31)
    expect(await codeOf(site.as().account.token({ refresh: next.refresh }))).toBe('INVALID_TOKEN')
    let { refresh } = (await signInAgain(admin)).tokens
    const begun = site.clock.now().getTime()
    const isOver = async () => {
      site.clock.advance(25)
      const answer = site.as().account.token({ refresh })
      return answer.then(
        (fresh) => {
          refresh = fresh.refresh
          return false
        },
        () => true,
      )
    }
    while (!(await isOver())) expect(site.clock.now().getTime() - begun).toBeLessThan(12 * 3_600_000)
    expect(site.clock.now().getTime() - begun).toBeGreaterThan(11 * 3_600_000)
  })

  test('who have lost everything start again by a command on the server', async () => {
    const { person } = await withFactor('ADMIN')
    await forgetSecondFactor(db, { phone: person.phone, now: site.clock.now() })
    expect(await codeOf(person.calls.account.profile({}))).toBe('INVALID_TOKEN')
    expect((await signInAgain(person)).tokens.second_factor).toBe(false)
    await expect(forgetSecondFactor(db, { phone: '+989120009999', now: site.clock.now() })).rejects.toThrow(
      'no account',
    )
  })

  test('can help a colleague or a customer who has lost phone and codes', async () => {
    const { person, secret } = await withFactor()
    const admin = await newcomer('ADMIN')
    expect((await admin.calls.operator.people.read({ id: person.id })).has_second_factor).toBe(true)
    await admin.calls.operator.people.removeFactor({ id: person.id, reason: 'Phone lost, identity checked by video' })
    expect(await codeOf(person.calls.account.profile({}))).toBe('INVALID_TOKEN')
    const again = await signInAgain(person)
    expect(again.tokens.second_factor).toBe(false)
    expect(secret).toBeTruthy()
    expect(await codeOf(admin.calls.operator.people.removeFactor({ id: admin.id, reason: 'My own' }))).toBe(
      'INVALID_FIELDS',
    )
    const { results } = await admin.calls.operator.audit.list({ subject: 'second_factor', key: person.id })
    expect(results[0]).toMatchObject({ action: 'DELETE', reason: 'Phone lost, identity checked by video' })
  })
})

test('without it, too, the last operator and a company’s only owner do not delete their accounts', async () => {
  await db.updateTable('account').set({ role: 'CLIENT', company_id: null }).execute()
  const operator = await signedIn(strict, { phone: '+989127779001', role: 'ADMIN' })
  const owner = await signedIn(strict, { phone: '+989127779002', role: 'AGENT', company: TOMAN.company })
  expect((await refusal(operator.calls.account.deleteAccount({}))).data).toEqual({ fields: { '': ['last_operator'] } })
  expect(await codeOf(owner.calls.account.deleteAccount({}))).toBe('LAST_OWNER')
})
