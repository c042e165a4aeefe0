import { ORPCError } from '@orpc/client'
import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { DEMONSTRATION_SECRET, readConfig } from '#app/config.ts'
import { action as factorAction } from '#app/routes/login/factor.tsx'
import { action as loginAction } from '#app/routes/login/login.tsx'
import { CODE_TRIES } from '#app/rules/constants.ts'
import { type ApiClient, apiDoorContext } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, readCookies } from '#app/web/session/cookie/cookies.ts'
import { decrypt, encrypt } from '#app/web/session/cookie/encrypted-value.ts'
import { type Session, sessionOf } from '#app/web/session/cookie/session-cookie.ts'
import { resumeCookie } from '#app/web/session/resume.ts'
import { visitContext } from '#app/web/session/visit.ts'

const ORIGIN = 'https://savari.example'
const KEY = { secret: DEMONSTRATION_SECRET, origin: ORIGIN }
const PROFILE = {
  country_code: '+98',
  phone: '9120000010',
  fullname: 'سارا محمدی',
  is_agency: false,
  avatar_id: null,
  time_zone: null,
}
const TOKENS = { access: 'access 1', refresh: 'refresh 1', second_factor: false }
const HALF = { ...TOKENS, second_factor: true }
const WAITING = { access: 'access 1', refresh: 'refresh 1', fromDiscount: false }
const KEY_ANSWER = {
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
}
const LIST = '/en/profile/reservations'
const ENTERED = { status: 303, to: '/profile/reservations', cookies: ['-factor', '-resume', '-sign-in', 'favourites'] }

describe('the one-time code', () => {
  const code = { intent: 'verify', token: '123456', returnUrl: LIST }

  test('starts a session with the tokens of a known person, and returns to the page', async () => {
    const { session, calls, ...answer } = await send(code, { pending: pendingCode() })
    expect(answer).toMatchObject(ENTERED)
    expect(session).toMatchObject({ access: 'access 1', refresh: 'refresh 1', person: { phone: '+989120000010' } })
    expect(calls).toEqual(['token as nobody', 'profile as access 1', 'changeFavourites as access 1'])
  })

  test('removes what somebody else’s account left on this browser', async () => {
    const left = { recovery: 'codes', 'account-code': 'change' }
    const { cookies } = await send(code, { pending: pendingCode(), left })
    expect(cookies).toEqual(['-account-code', '-factor', '-recovery', '-resume', '-sign-in', 'favourites'])
  })

  test('activates a new person', async () => {
    const { session, calls } = await send(code, { pending: pendingCode({ isKnown: false }) })
    expect(session?.access).toBe('access 1')
    expect(calls[0]).toBe('activate as nobody')
  })

  test('that was requested with a discount code says that the code can be used now', async () => {
    const { cookies } = await send(code, { pending: pendingCode({ fromDiscount: true }) })
    expect(cookies).toContain('flash')
  })

  test('closes the dialog in which it was typed', async () => {
    const answer = await send({ ...code, dialog: 'on' }, { pending: pendingCode() })
    expect(answer).toMatchObject({ status: 200, reply: { done: true }, cookies: ['-factor', '-sign-in', 'favourites'] })
    expect(answer.session?.access).toBe('access 1')
  })

  test('continues with the form that required the sign-in', async () => {
    const kept = { path: LIST, fields: [['reason', 'late'] as [string, string]], phone: '+989120000010' }
    const answer = await send(code, { pending: pendingCode(), kept })
    expect(answer).toMatchObject({ to: '/login?step=resume', cookies: ['-factor', '-sign-in', 'favourites'] })
  })

  test('leads to the second factor if there is one, and starts no session yet', async () => {
    const waiting = { pending: pendingCode({ fromDiscount: true }), api: { token: async () => HALF } }
    const { session, written, calls, ...answer } = await send(code, waiting)
    const to = `/login/factor?returnUrl=${encodeURIComponent(LIST)}`
    expect(answer).toEqual({ status: 303, to, cookies: ['-sign-in', 'factor'] })
    expect(written.factor).toEqual({ access: 'access 1', refresh: 'refresh 1', fromDiscount: true })
    expect(session).toBeUndefined()
    expect(calls).toEqual(['token as nobody'])
    const dialog = await send({ ...code, dialog: 'on' }, waiting)
    expect(dialog).toMatchObject({ status: 200, reply: { factor: true }, cookies: ['-sign-in', 'factor'] })
  })

  test('that is malformed is refused without a try', async () => {
    const answer = await send({ ...code, token: '12' }, { pending: pendingCode() })
    expect(answer).toMatchObject({ status: 400, cookies: ['sign-in'], calls: [], session: undefined })
    expect(answer.reply).toMatchObject({ form: { error: { token: [expect.anything()] } } })
    expect(answer.written['sign-in']).toMatchObject({ wrongTries: 0 })
  })

  test('that is wrong is counted, and the last try ends it', async () => {
    const api = { token: refuse('INVALID_CREDENTIALS', 401) }
    const first = await send(code, { pending: pendingCode(), api })
    expect(first).toMatchObject({ status: 400, cookies: ['sign-in'], session: undefined })
    expect(first.reply).toMatchObject({ form: { error: { token: [{ key: 'code' }] } } })
    expect(first.written['sign-in']).toMatchObject({ wrongTries: 1 })
    const last = await send(code, { pending: pendingCode({ wrongTries: CODE_TRIES - 1 }), api })
    expect(last.reply).toMatchObject({ form: { error: { token: [{ key: 'code_ended' }] } } })
    expect(last.written['sign-in']).toMatchObject({ wrongTries: CODE_TRIES })
  })

  test('that is sent too often says how long to wait, and does not count as wrong', async () => {
    const api = { token: refuse('TOO_MANY_REQUESTS', 429, { retry_after: 90 }) }
    const answer = await send(code, { pending: pendingCode(), api })
    expect(answer).toMatchObject({ status: 429, retryAfter: '90', cookies: ['sign-in'] })
    expect(answer.reply).toMatchObject({ form: { error: { '': [{ key: 'code_wait', values: { n: 90 } }] } } })
    expect(answer.written['sign-in']).toMatchObject({ wrongTries: 0 })
  })

  test('of a banned person leads to the page about bans, also if the profile reveals the ban', async () => {
    const banned = { status: 303, to: '/banned', cookies: ['-sign-in'], session: undefined }
    const atToken = { token: refuse('BANNED_USER', 401) }
    expect(await send(code, { pending: pendingCode(), api: atToken })).toMatchObject(banned)
    const atProfile = { profile: refuse('BANNED_USER', 401) }
    expect(await send(code, { pending: pendingCode(), api: atProfile })).toMatchObject(banned)
  })

  test('without a waiting phone leads back to the phone', async () => {
    const answer = await send(code)
    const to = `/login?step=phone&returnUrl=${encodeURIComponent(LIST)}`
    expect(answer).toMatchObject({ status: 303, to, cookies: [], calls: [] })
    const dialog = await send({ ...code, dialog: 'on' })
    expect(dialog).toMatchObject({ status: 200, reply: { state: { step: 'phone' } } })
  })

  test('throws an undeclared error of the API', async () => {
    const api = { token: () => Promise.reject(new Error('the database is away')) }
    await expect(send(code, { pending: pendingCode(), api })).rejects.toThrow('the database is away')
  })
})

describe('a sign-in link', () => {
  const link = { intent: 'link', direct_login_token: 'x'.repeat(43), returnUrl: LIST }

  test('starts a session and redirects', async () => {
    const { session, calls, ...answer } = await send(link)
    expect(answer).toMatchObject(ENTERED)
    expect(session?.access).toBe('access 1')
    expect(calls[0]).toBe('token as nobody')
  })

  test('leads to the second factor if there is one', async () => {
    const answer = await send(link, { api: { token: async () => HALF } })
    expect(answer).toMatchObject({ status: 303, cookies: ['-sign-in', 'factor'], session: undefined })
    expect(answer.written.factor).toEqual(WAITING)
  })

  test('that has expired or is invalid says so', async () => {
    for (const [error, status] of [['INVALID_CREDENTIALS', 401] as const, ['INVALID_FIELDS', 400] as const]) {
      const answer = await send(link, { api: { token: refuse(error, status) } })
      expect(answer).toMatchObject({ status: 400, cookies: [], session: undefined })
      expect(answer.reply).toEqual({
        form: { status: 'error', initialValue: {}, error: { '': [{ key: 'link_ended' }] } },
      })
    }
  })

  test('without its token is tried as an empty one', async () => {
    const tried: unknown[] = []
    const token = async (input: unknown) => {
      tried.push(input)
      return TOKENS
    }
    await send({ intent: 'link' }, { api: { token } })
    expect(tried).toEqual([{ direct_login_token: '' }])
  })

  test('that is tried too often says how long to wait', async () => {
    const answer = await send(link, { api: { token: refuse('TOO_MANY_REQUESTS', 429, { retry_after: 300 }) } })
    expect(answer).toMatchObject({ status: 429, retryAfter: '300' })
    expect(answer.reply).toMatchObject({ form: { error: { '': [{ key: 'wait_minutes', values: { n: 5 } }] } } })
  })

  test('of a banned person leads to the page about bans, and does nothing else', async () => {
    const answer = await send(link, { api: { token: refuse('BANNED_USER', 401) } })
    expect(answer).toMatchObject({ status: 303, to: '/banned', cookies: [] })
  })
})

for (const [what, call, proof] of [
  ['the second factor’s code', 'checkFactor', { code: '123456' }],
  ['a security key', 'checkKey', { intent: 'key', answer: JSON.stringify(KEY_ANSWER) }],
] as const) {
  describe(what, () => {
    const sent = { ...proof, returnUrl: LIST }

    test('starts a session for the waiting sign-in', async () => {
      const { session, calls, ...answer } = await send(sent, { waiting: WAITING, at: '/login/factor' })
      expect(answer).toMatchObject(ENTERED)
      expect(session?.access).toBe('access 1')
      expect(calls).toEqual([`${call} as access 1`, 'profile as access 1', 'changeFavourites as access 1'])
    })

    test('remembers that the sign-in was for a discount code', async () => {
      const { cookies } = await send(sent, { waiting: { ...WAITING, fromDiscount: true }, at: '/login/factor' })
      expect(cookies).toContain('flash')
    })

    test('of somebody who is signed in redirects back, and keeps the session', async () => {
      const session = sessionOf({ access: 'access 0', refresh: 'refresh 0' }, PROFILE)
      const answer = await send(sent, { session, waiting: WAITING, at: '/login/factor' })
      expect(answer).toMatchObject({ status: 303, to: '/profile/reservations', cookies: [], session })
      expect(answer.calls).toEqual([`${call} as the visit’s`])
      const kept = { path: LIST, fields: [['reason', 'late'] as [string, string]], phone: '+989120000010' }
      expect(await send(sent, { session, kept, at: '/login/factor' })).toMatchObject({
        status: 303,
        to: '/login?step=resume&checked=on',
      })
    })

    test('that is wrong says so and keeps the sign-in waiting', async () => {
      const api = { [call]: refuse('INVALID_FIELDS', 400, { fields: { code: ['factor_code'] } }) }
      const answer = await send(sent, { waiting: WAITING, api, at: '/login/factor' })
      expect(answer).toMatchObject({ status: 400, cookies: [], session: undefined })
      expect(answer.reply).toMatchObject({ form: { error: { code: [{ key: 'factor_code' }] } } })
    })

    test('that is too late, or from somebody banned meanwhile, restarts the sign-in', async () => {
      for (const error of ['INVALID_TOKEN', 'BANNED_USER']) {
        const answer = await send(sent, { waiting: WAITING, api: { [call]: refuse(error, 401) }, at: '/login/factor' })
        const to = `/login?returnUrl=${encodeURIComponent('/en/login/factor')}`
        expect(answer).toMatchObject({ status: 303, to, cookies: ['flash'], session: undefined })
      }
    })

    test('that is malformed is refused without a try', async () => {
      const [name] = Object.keys(proof).slice(-1)
      const answer = await send({ ...sent, [name ?? '']: 'x' }, { waiting: WAITING, at: '/login/factor' })
      expect(answer).toMatchObject({ status: 400, calls: [], session: undefined })
      expect(answer.reply).toMatchObject({ form: { error: { [name ?? '']: [expect.anything()] } } })
    })
  })
}

type Calls = Record<string, (input: unknown) => Promise<unknown>>

function refuse(code: string, status: number, data: unknown = { fields: {} }) {
  return () => Promise.reject(new ORPCError(code, { status, data, defined: true }))
}

function pendingCode(changed: object = {}) {
  return {
    phone: '9120000010',
    country_code: '+98',
    isKnown: true,
    channels: ['sms'],
    fromDiscount: false,
    sentAt: Date.now() - 1000,
    resendAt: Date.now() + 119_000,
    wrongTries: 0,
    ...changed,
  }
}

/** Sends a form of the sign-in; returns what a browser would notice in the answer, and the calls to the API. */
async function send(
  fields: Record<string, string>,
  {
    at = '/login',
    pending,
    waiting,
    session,
    kept,
    left = {},
    api = {},
  }: {
    at?: '/login' | '/login/factor'
    pending?: object
    waiting?: object
    session?: Session
    kept?: Parameters<typeof resumeCookie>[0]
    /** Further cookies of the browser. */
    left?: Record<string, string>
    api?: Calls
  } = {},
) {
  const url = new URL(`/en${at}`, ORIGIN)
  const calls: string[] = []
  const known: Calls = {
    token: async () => TOKENS,
    activate: async () => TOKENS,
    profile: async () => PROFILE,
    changeFavourites: async () => ({ results: [{ id: 7 }] }),
    checkFactor: async () => ({ recovery_codes_left: 9 }),
    checkKey: async () => ({ recovery_codes_left: 9 }),
    ...api,
  }
  const context = new RouterContextProvider()
  context.set(apiDoorContext, ({ accessToken }, onRefused) => {
    const who = onRefused ? 'the visit’s' : (accessToken ?? 'nobody')
    const named = Object.entries(known).map(([name, call]) => [
      name,
      (input: unknown) => {
        calls.push(`${name} as ${who}`)
        return call(input)
      },
    ])
    return { account: Object.fromEntries(named) } as object as ApiClient
  })
  const cookies = new Map(Object.entries(left))
  if (pending) cookies.set(COOKIES.signIn, encrypt(pending, { secret: KEY.secret, use: 'sign-in' }))
  if (waiting) cookies.set(COOKIES.factor, encrypt(waiting, { secret: KEY.secret, use: 'factor' }))
  if (kept)
    for (const [name, value] of readCookies(resumeCookie(kept, KEY)?.split(';')[0], ORIGIN)) cookies.set(name, value)
  context.set(siteContext, {
    bankOrigins: [],
    config: readConfig({ NODE_ENV: 'test' }),
    language: 'en',
    origin: ORIGIN,
    requestId: 'test',
    clientAddress: '192.0.2.1',
    cookies,
    log: () => {},
  })
  const visit = { session, phone: session?.person.phone, isChanged: false, url, typed: async () => undefined }
  context.set(visitContext, visit)
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) })
  const args = { context, request, url, params: {}, pattern: at }
  const answer = await (at === '/login' ? loginAction(args as never) : factorAction(args as never)).catch(
    (thrown: unknown) => {
      if (thrown instanceof Response) return thrown
      throw thrown
    },
  )
  const isResponse = answer instanceof Response
  const headers = isResponse ? answer.headers : new Headers(answer.init?.headers)
  const set = headers.getSetCookie()
  return {
    status: (isResponse ? answer.status : answer.init?.status) ?? 200,
    ...(isResponse && { to: headers.get('location') }),
    ...(!isResponse && { reply: answer.data }),
    ...(headers.has('retry-after') && { retryAfter: headers.get('retry-after') }),
    cookies: set.map(nameOf).sort(),
    written: Object.fromEntries(set.flatMap(openedIn)),
    session: visit.session,
    calls,
  }
}

/** The name of a cookie that is set, or with a minus of one that is removed. */
function nameOf(header: string): string {
  const [name = ''] = header.replace('__Host-', '').split('=')
  return header.includes('Max-Age=0;') ? `-${name}` : name
}

/** The content of an encrypted cookie. */
function openedIn(header: string): [string, unknown][] {
  return [...readCookies(header.split(';')[0], ORIGIN)].flatMap(([name, value]): [string, unknown][] =>
    name === 'sign-in' || name === 'factor' ? [[name, decrypt(value, { secret: KEY.secret, use: name })]] : [],
  )
}
