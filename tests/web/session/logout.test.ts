import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { action } from '#app/routes/login/logout.ts'
import { PUSH_FIELD } from '#app/rules/constants.ts'
import { type ApiClient, apiDoorContext } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { visitContext } from '#app/web/session/visit.ts'

const ORIGIN = 'https://savari.example'
const PERSON = { phone: '+989120000010', fullname: null, isAgency: false, avatar: null }

type Ways = {
  fields?: Record<string, string>
  push?: () => Promise<unknown>
  logout?: () => Promise<unknown>
  isSignedIn?: boolean
  cookies?: ReadonlyMap<string, string>
}

/** Signs out as the form of the page does. */
async function signOut({
  fields = {},
  push = async () => ({}),
  logout = async () => ({}),
  isSignedIn = true,
  cookies = new Map(),
}: Ways = {}) {
  const url = new URL('/en/logout', ORIGIN)
  const calls: unknown[] = []
  const logged: unknown[] = []
  const context = new RouterContextProvider()
  context.set(apiDoorContext, ({ accessToken }) => {
    const called =
      (name: string, answer: () => Promise<unknown>) =>
      (...input: unknown[]) => {
        calls.push([name, accessToken, ...input])
        return answer()
      }
    const account = { logout: called('logout', logout) }
    const notifications = { deactivateToken: called('deactivate', push) }
    return { account, notifications } as object as ApiClient
  })
  context.set(siteContext, {
    bankOrigins: [],
    config: readConfig({ NODE_ENV: 'test' }),
    language: 'en',
    origin: ORIGIN,
    requestId: 'test',
    clientAddress: '192.0.2.1',
    cookies,
    log: (name: string, facts: unknown) => logged.push([name, facts]),
  })
  const session = isSignedIn ? { access: 'access 1', refresh: 'refresh 1', person: PERSON } : undefined
  const visit = { session, phone: PERSON.phone, isChanged: false, url, typed: async () => undefined }
  context.set(visitContext, visit as never)
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) })
  const answer = (await action({ context, request, url, params: {}, pattern: '/logout' } as never)) as Response
  const set = answer.headers.getSetCookie()
  return { calls, logged, status: answer.status, to: answer.headers.get('location'), session: visit.session, set }
}

test('ends the push registration of this browser before the session, with the field that scripts add to the form', async () => {
  const { calls, status, session, logged } = await signOut({ fields: { [PUSH_FIELD]: 'a-registration-of-firebase' } })
  expect(PUSH_FIELD).toBe('registration_id')
  expect(calls).toEqual([
    ['deactivate', 'access 1', { registration_id: 'a-registration-of-firebase' }],
    ['logout', 'access 1'],
  ])
  expect(status).toBe(303)
  expect(session).toBeUndefined()
  expect(logged).toEqual([])
})

test('without the field, and signed out already, there is nothing to deactivate', async () => {
  expect((await signOut()).calls).toEqual([['logout', 'access 1']])
  expect((await signOut({ fields: { [PUSH_FIELD]: '' } })).calls).toEqual([['logout', 'access 1']])
  expect((await signOut({ fields: { [PUSH_FIELD]: 'a-registration' }, isSignedIn: false })).calls).toEqual([])
})

test('logs a 404 of the push call as unavailable, and signs out whatever the API answers', async () => {
  const fields = { [PUSH_FIELD]: 'a-registration-of-firebase' }
  const unknown = await signOut({ fields, push: () => Promise.reject({ init: { status: 404 } }) })
  expect(unknown.logged).toEqual([['push', { requestId: 'test', message: 'unavailable' }]])
  expect(unknown.session).toBeUndefined()
  const away = () => Promise.reject(new Error('connection refused'))
  const broken = await signOut({ fields, push: away, logout: away })
  expect(broken.logged).toEqual([
    ['push', { requestId: 'test', message: 'connection refused' }],
    ['logout', { requestId: 'test', message: 'connection refused' }],
  ])
  expect(broken.session).toBeUndefined()
})

test('leads from a profile page to the home page, from another back to it', async () => {
  expect((await signOut({ fields: { returnUrl: '/en/profile/reservations' } })).to).toBe('/')
  expect((await signOut({ fields: { returnUrl: '/en/companies' } })).to).toBe('/companies')
})

test('leaves neither recovery codes nor a change that waits for its code to the next person on this browser', async () => {
  const { set } = await signOut({
    cookies: new Map([
      ['recovery', 'codes'],
      ['account-code', 'change'],
    ]),
  })
  for (const name of ['recovery', 'account-code'])
    expect(set).toContainEqual(expect.stringMatching(new RegExp(`^__Host-${name}=;.*Max-Age=0;`)))
})
