import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiClient } from '#app/api/app.ts'
import { testApi } from '../../support/api/api.ts'
import { authenticator } from '../../support/api/authenticator.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { type Identity, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const ORIGIN = 'https://rent.example'

const { db } = await testDatabase()
const site = await testApi({ db, origin: ORIGIN })
await loadFleet(db)
const alerts: string[] = []
site.deps.alert = (what) => alerts.push(what)

// Each test has its own time window for attempts.
beforeEach(() => site.clock.advance(16))

let phones = 0
const newcomer = (role: 'CLIENT' | 'ADMIN' = 'CLIENT') => {
  phones += 1
  return signedIn(site, { phone: `+98912666${String(phones).padStart(4, '0')}`, role })
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const reasonOf = async (call: Promise<unknown>) =>
  ((await refusal(call)).data as { fields: Record<string, string[]> }).fields['']?.[0]

async function withFactor(role?: 'CLIENT' | 'ADMIN') {
  const person = await newcomer(role)
  const { secret } = await person.calls.account.beginFactor()
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.clock.now().getTime() })
  await person.calls.account.confirmFactor({ code: code() })
  return { person, code }
}

async function withKey(role?: 'CLIENT' | 'ADMIN', name = 'Blue key') {
  const { person, code } = await withFactor(role)
  const key = authenticator(ORIGIN)
  const { account } = person.calls
  const added = await account.addKey({ name, answer: key.make(await account.beginKey()) })
  return { person, code, key, added }
}

/** Signs in by a fresh one-time code, up to the second factor. */
async function signInAgain({ phone }: Identity): Promise<ApiClient> {
  site.clock.advance(3)
  site.messages.length = 0
  await site.as().account.login({ phone })
  await site.drain()
  const token = site.messages.findLast((message) => 'code' in message)?.code ?? ''
  const { access } = await site.as().account.token({ phone, token })
  return site.as({ accessToken: access })
}

describe('adding a key', () => {
  test('names, stores and lists it, and notifies its person', async () => {
    const { person, key, added } = await withKey()
    expect(added).toMatchObject({ name: 'Blue key', used_at: null })
    expect((await person.calls.account.factor()).keys).toEqual([added])
    await site.drain()
    expect(JSON.stringify(site.messages.at(-1))).toContain('Blue key')
    const { excludeCredentials, rp, attestation } = await person.calls.account.beginKey()
    expect(excludeCredentials).toEqual([{ id: key.id, type: 'public-key', transports: ['usb'] }])
    expect({ rp, attestation }).toEqual({ rp: { id: 'rent.example', name: 'Savari' }, attestation: 'none' })
  })

  test('requires the codes of an app, which work without scripts', async () => {
    const { account } = (await newcomer()).calls
    expect(await reasonOf(account.beginKey())).toBe('factor_is_off')
  })

  test('requires a recent proof, as removing one does', async () => {
    const { person, added } = await withKey()
    const { account } = person.calls
    const options = await account.beginKey()
    site.clock.advance(11)
    const later = person.calls.account
    expect(await codeOf(later.beginKey())).toBe('RECHECK_NEEDED')
    const answer = authenticator(ORIGIN).make(options)
    expect(await codeOf(later.addKey({ name: 'Late', answer }))).toBe('RECHECK_NEEDED')
    expect(await codeOf(later.removeKey({ id: added.id }))).toBe('RECHECK_NEEDED')
  })

  test('accepts one answer to one challenge of this session and site', async () => {
    const { person, key } = await withKey()
    const { account } = person.calls
    const add = (answer: ReturnType<typeof key.make>) => reasonOf(account.addKey({ name: 'Other', answer }))
    const other = authenticator(ORIGIN)
    expect(await add(other.make(await account.beginKey(), { origin: 'https://rent.example.evil.example' }))).toBe(
      'key_refused',
    )
    expect(await add(other.make(await account.beginKey(), { rpId: 'evil.example' }))).toBe('key_refused')
    expect(await add(other.make(await account.beginKey(), { challenge: 'AAAA' }))).toBe('key_refused')
    const answer = other.make(await account.beginKey())
    await account.addKey({ name: 'Other', answer })
    expect(await add(answer)).toBe('key_refused')
    expect(await add(other.make(await account.beginKey()))).toBe('key_known')
    expect((await account.factor()).keys).toHaveLength(2)
    const stranger = (await withFactor()).person.calls.account
    expect(await reasonOf(stranger.addKey({ name: 'Theirs', answer: key.make(await stranger.beginKey()) }))).toBe(
      'key_known',
    )
  })
})

describe('signing in with a key', () => {
  test('continues the sign-in as a code does', async () => {
    const { person, key } = await withKey()
    const calls = await signInAgain(person)
    expect(await codeOf(calls.account.profile({}))).toBe('SECOND_FACTOR_NEEDED')
    expect(await calls.account.factorWays()).toEqual({ security_key: true })
    const options = await calls.account.beginKeyCheck()
    expect(options).toMatchObject({ rpId: 'rent.example', userVerification: 'preferred' })
    const answer = key.use(options)
    expect(await calls.account.checkKey({ answer })).toEqual({ recovery_codes_left: 10 })
    expect((await calls.account.profile({})).phone).toBeTruthy()
    expect((await calls.account.factor()).keys[0]?.used_at).toBe(site.clock.now().toISOString())
    // A challenge can be used once.
    expect(await reasonOf(calls.account.checkKey({ answer }))).toBe('key_refused')
  })

  test('refuses a signature for another site, challenge or sign-in, or one that is too late', async () => {
    const { person, key } = await withKey()
    const [calls, elsewhere] = [await signInAgain(person), await signInAgain(person)]
    const { account } = calls
    const check = (answer: ReturnType<typeof key.use>) => reasonOf(account.checkKey({ answer }))
    expect(await check(key.use(await account.beginKeyCheck(), { origin: 'https://evil.example' }))).toBe('key_refused')
    expect(await check(key.use(await account.beginKeyCheck(), { rpId: 'evil.example' }))).toBe('key_refused')
    const others = await elsewhere.account.beginKeyCheck()
    await account.beginKeyCheck()
    expect(await check(key.use(others))).toBe('key_refused')
    const late = key.use(await account.beginKeyCheck())
    site.clock.advance(6)
    expect(await check(late)).toBe('key_refused')
    expect(await codeOf(account.profile({}))).toBe('SECOND_FACTOR_NEEDED')
  })

  test('refuses a counter that went back, and reports it', async () => {
    const { person, key } = await withKey()
    const { account } = await signInAgain(person)
    await account.checkKey({ answer: key.use(await account.beginKeyCheck(), { counter: 7 }) })
    const copy = key.use(await account.beginKeyCheck(), { counter: 7 })
    expect(await reasonOf(account.checkKey({ answer: copy }))).toBe('key_refused')
    expect(alerts.at(-1)).toContain('counter went back')
    await account.checkKey({ answer: key.use(await account.beginKeyCheck(), { counter: 8 }) })
  })

  test('refuses another person’s key and a removed one', async () => {
    const { person, key, added } = await withKey()
    const stranger = await withKey()
    const own = await signInAgain(stranger.person)
    const foreign = key.use(await own.account.beginKeyCheck())
    expect(await reasonOf(own.account.checkKey({ answer: foreign }))).toBe('key_refused')
    expect(await codeOf(stranger.person.calls.account.removeKey({ id: added.id }))).toBe('NOT_FOUND')
    const calls = await signInAgain(person)
    const options = await calls.account.beginKeyCheck()
    await person.calls.account.removeKey({ id: added.id })
    expect(await reasonOf(calls.account.checkKey({ answer: key.use(options) }))).toBe('key_refused')
    expect(await calls.account.factorWays()).toEqual({ security_key: false })
    expect(await reasonOf(calls.account.beginKeyCheck())).toBe('key_none')
    await site.drain()
    expect(JSON.stringify(site.messages.at(-1))).toContain('Blue key')
  })

  test('counts wrong tries together with those of codes', async () => {
    const { person, key, code } = await withKey()
    const { account } = await signInAgain(person)
    for (let n = 0; n < 3; n++) await codeOf(account.checkFactor({ code: '000000' }))
    for (let n = 0; n < 2; n++) {
      const answer = key.use(await account.beginKeyCheck(), { challenge: 'AAAA' })
      expect(await codeOf(account.checkKey({ answer }))).toBe('INVALID_FIELDS')
    }
    const answer = key.use(await account.beginKeyCheck())
    expect(await codeOf(account.checkKey({ answer }))).toBe('TOO_MANY_REQUESTS')
    expect(await codeOf(account.checkFactor({ code: code() }))).toBe('TOO_MANY_REQUESTS')
  })
})

test('a key allows moving money for another ten minutes, and its changes are in the audit log', async () => {
  const { person, key, added } = await withKey('ADMIN')
  const guest = await newcomer()
  const correct = () =>
    person.calls.operator.payments.correct({ id: guest.id, currency: 'IRT', amount: 1000, reason: 'Goodwill' })
  site.clock.advance(11)
  expect(await codeOf(correct())).toBe('RECHECK_NEEDED')
  const { account } = person.calls
  await account.checkKey({ answer: key.use(await account.beginKeyCheck()) })
  expect((await correct()).status).toBe('DONE')
  const { results } = await person.calls.operator.audit.list({ subject: 'security_key', key: added.id })
  expect(results.map(({ action }) => action)).toContain('INSERT')
})

test('turning the second factor off removes the keys', async () => {
  const { person } = await withKey()
  await person.calls.account.endFactor()
  expect((await person.calls.account.factor()).keys).toEqual([])
  expect(await db.selectFrom('security_key').select('id').where('account_id', '=', person.id).execute()).toEqual([])
})
