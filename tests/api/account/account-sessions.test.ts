import { beforeAll, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, phoneOf } from '../../support/api/fleet.ts'
import { signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
beforeAll(() => loadFleet(db))

let count = 0
/** A person of their own, from a network address of their own. */
const somebody = () => {
  count += 1
  return [phoneOf(count), { clientAddress: `198.51.100.${count}` }] as const
}
const codeOfRefusal = async (call: Promise<unknown>) => (await refusal(call)).code
const SECOND = 1 / 60

test('an access token is valid for 15 minutes, and a refresh token gets the next one', async () => {
  const api = await testApi({ db })
  const { calls, refresh } = await signIn(api, ...somebody())
  api.clock.advance(14)
  expect(await calls.account.profile()).toHaveProperty('phone')
  api.clock.advance(1)
  expect(await refusal(calls.account.profile())).toMatchObject({ code: 'INVALID_TOKEN', status: 401 })
  const next = await api.as().account.token({ refresh })
  expect(next.refresh).not.toBe(refresh)
  expect(await api.as({ accessToken: next.access }).account.profile()).toHaveProperty('phone')
})

test('a refresh token that is sent again within 30 seconds gets the same answer, because the first may have been lost', async () => {
  const api = await testApi({ db })
  const { refresh } = await signIn(api, ...somebody())
  const [one, other] = await Promise.all([api.as().account.token({ refresh }), api.as().account.token({ refresh })])
  expect(other).toEqual(one)
  api.clock.advance(30 * SECOND)
  expect(await api.as().account.token({ refresh })).toEqual(one)
  expect(await api.as().account.token({ refresh: one.refresh })).toHaveProperty('access')
})

test('an old refresh token after 30 seconds ends the whole sign-in, for the thief and for the owner', async () => {
  const api = await testApi({ db })
  const { refresh } = await signIn(api, ...somebody())
  const next = await api.as().account.token({ refresh })
  api.clock.advance(31 * SECOND)
  expect(await codeOfRefusal(api.as().account.token({ refresh }))).toBe('INVALID_TOKEN')
  expect(await codeOfRefusal(api.as().account.token({ refresh: next.refresh }))).toBe('INVALID_TOKEN')
  expect(await codeOfRefusal(api.as({ accessToken: next.access }).account.profile())).toBe('INVALID_TOKEN')
})

test('a refresh token expires after 60 days', async () => {
  const api = await testApi({ db })
  const { refresh } = await signIn(api, ...somebody())
  api.clock.advance(60 * 24 * 60)
  expect(await codeOfRefusal(api.as().account.token({ refresh }))).toBe('INVALID_TOKEN')
})

test('signing out revokes the tokens on the server at once', async () => {
  const api = await testApi({ db })
  const { calls, refresh } = await signIn(api, ...somebody())
  expect(await calls.account.logout()).toEqual({ ended: true })
  expect(await codeOfRefusal(calls.account.profile())).toBe('INVALID_TOKEN')
  expect(await codeOfRefusal(api.as().account.token({ refresh }))).toBe('INVALID_TOKEN')
})

test('a banned person gets the same refusal everywhere', async () => {
  const api = await testApi({ db })
  const [phone, caller] = somebody()
  const { calls, refresh } = await signIn(api, phone, caller)
  const profile = await calls.account.profile()
  const stored = profile.country_code + profile.phone
  await db.updateTable('account').set({ banned_at: api.clock.now() }).where('phone', '=', stored).execute()
  expect(await refusal(calls.account.profile())).toMatchObject({ code: 'BANNED_USER', status: 401 })
  expect(await codeOfRefusal(api.as().account.token({ refresh }))).toBe('BANNED_USER')
  expect(await codeOfRefusal(signIn(api, phone, caller))).toBe('BANNED_USER')
})

test('a token with any changed character is refused', async () => {
  const api = await testApi({ db })
  const { access } = await signIn(api, ...somebody())
  const [session = '', end = '', signature = ''] = access.split('.')
  const later = String(Number(end) + 3600)
  const forged = [
    `${session}.${later}.${signature}`,
    `${session}.${end}.${signature.slice(1)}`,
    'nonsense',
    `${access}.x`,
  ]
  for (const accessToken of forged) {
    expect(await codeOfRefusal(api.as({ accessToken }).account.profile())).toBe('INVALID_TOKEN')
  }
})

test('people see where they are signed in, and can sign out another device', async () => {
  const api = await testApi({ db })
  const [phone, caller] = somebody()
  const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36'
  const mobile = await signIn(api, phone, { ...caller, device: android })
  api.clock.advance(5)
  const desk = await signIn(api, phone, { ...caller, device: 'w3m/0.5.3' })
  const { results } = await desk.calls.account.sessions()
  expect(results.map(({ device, current }) => ({ device, current }))).toEqual([
    { device: 'w3m', current: true },
    { device: 'Chrome · Android', current: false },
  ])
  const stranger = await signIn(api, ...somebody())
  const id = results[1]?.id ?? ''
  expect(await refusal(stranger.calls.account.endSession({ id }))).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  expect(await desk.calls.account.endSession({ id })).toEqual({ ended: true })
  expect(await codeOfRefusal(mobile.calls.account.profile())).toBe('INVALID_TOKEN')
  expect((await desk.calls.account.sessions()).results).toHaveLength(1)
})

test('tokens and codes are not stored in the database', async () => {
  const api = await testApi({ db })
  const { access, refresh } = await signIn(api, ...somebody())
  await api.as().account.token({ refresh })
  const code = api.messages.findLast((message) => message.code)?.code ?? ''
  const tables = [
    await db.selectFrom('refresh_token').selectAll().execute(),
    await db.selectFrom('session').selectAll().execute(),
    await db.selectFrom('one_time_code').select(['id', 'phone', 'purpose', 'account_id', 'email']).execute(),
  ]
  const stored = JSON.stringify(tables)
  for (const secret of [access, refresh, `"${code}"`]) expect(stored).not.toContain(secret)
})
