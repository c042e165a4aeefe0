import { ORPCError } from '@orpc/client'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { DEMONSTRATION_SECRET, readConfig } from '#app/config.ts'
import { type ApiClient, apiDoorContext } from '#app/web/api.server.ts'
import { formTokenOf } from '#app/web/edge/request/form-token.ts'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, readCookies } from '#app/web/session/cookie/cookies.ts'
import { decrypt, encrypt } from '#app/web/session/cookie/encrypted-value.ts'
import { readSession, type Session, sessionCookie, sessionOf } from '#app/web/session/cookie/session-cookie.ts'
import { readResume, resumeCookie } from '#app/web/session/resume.ts'
import { keepSession, requirePerson } from '#app/web/session/session.ts'
import { endSession, viewerOf } from '#app/web/session/visit.ts'

const ORIGIN = 'https://savari.example'
const PHONE = '+989120000010'
const PROFILE = {
  country_code: '+98',
  phone: PHONE.slice(3),
  fullname: 'سارا محمدی',
  is_agency: false,
  avatar_id: null,
  time_zone: null,
}
const KEY = { secret: DEMONSTRATION_SECRET, origin: ORIGIN }
const fresh = sessionOf({ access: 'access 1', refresh: 'refresh 1' }, PROFILE)
const stale: Session = { ...fresh, ends: Date.now() + 10_000 }

test('an encrypted value can be read, but not with another purpose or key, or when changed', () => {
  const encrypted = encrypt({ a: 'الف' }, { secret: 'one', use: 'session' })
  expect(decrypt(encrypted, { secret: 'one', use: 'session' })).toEqual({ a: 'الف' })
  expect(decrypt(encrypted, { secret: 'one', use: 'resume' })).toBeUndefined()
  expect(decrypt(encrypted, { secret: 'two', use: 'session' })).toBeUndefined()
  for (const at of [0, 20, 40]) {
    const other = encrypted[at] === 'A' ? 'B' : 'A'
    expect(
      decrypt(encrypted.slice(0, at) + other + encrypted.slice(at + 1), { secret: 'one', use: 'session' }),
    ).toBeUndefined()
  }
  expect(decrypt('', { secret: 'one', use: 'session' })).toBeUndefined()
})

test('the session’s cookie is readable only by us, contains no plain token, and fits even with a long name', () => {
  const long = sessionOf({ access: 'a'.repeat(90), refresh: 'r'.repeat(43) }, { ...PROFILE, fullname: 'ش'.repeat(120) })
  const header = sessionCookie(long, KEY)
  expect(header).toMatch(/^__Host-session=[\w-]+; Max-Age=5184000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(header.length).toBeLessThan(4096)
  expect(header).not.toContain('aaaa')
  expect(readSession(readCookies(header.split(';')[0], KEY.origin), KEY.secret)).toEqual(long)
})

test('a token that is about to expire is refreshed once for all simultaneous requests', async () => {
  let refreshes = 0
  const door = doorWith({
    token: async () => {
      refreshes++
      return { access: 'access 2', refresh: 'refresh 2' }
    },
  })
  const visits = await Promise.all([1, 2, 3].map(() => visit({ session: stale, door })))
  expect(refreshes).toBe(1)
  for (const { response } of visits) expect(sessionIn(response)?.access).toBe('access 2')
  const { response } = await visit({ session: fresh, door })
  expect(refreshes).toBe(1)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('a form’s token stays valid while session tokens are refreshed; another session has another', async () => {
  const door = doorWith({ token: async () => ({ access: 'access 2', refresh: 'refresh 2' }) })
  const { response } = await visit({ session: stale, door })
  const refreshed = sessionIn(response)
  if (!refreshed) throw new Error('The session was not refreshed.')
  const token = formTokenOf(fresh, KEY.secret)
  expect(refreshed.access).not.toBe(stale.access)
  expect(formTokenOf(refreshed, KEY.secret)).toBe(token)
  expect(formTokenOf(fresh, 'another secret of the site')).not.toBe(token)
  const next = sessionOf({ access: fresh.access, refresh: fresh.refresh }, PROFILE)
  expect(formTokenOf(next, KEY.secret)).not.toBe(token)
})

test('an ended session loses its cookie and continues as a visitor', async () => {
  const door = doorWith({ token: () => Promise.reject(new ORPCError('INVALID_TOKEN', { status: 401 })) })
  const { response, viewer } = await visit({ session: stale, door })
  expect(viewer).toBeUndefined()
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-session=;.*Max-Age=0;/)])
})

test('no session ends because the API is down', async () => {
  const door = doorWith({ token: () => Promise.reject(new TypeError('fetch failed')) })
  const { response, viewer } = await visit({ session: stale, door })
  expect(viewer?.phone).toBe(PHONE)
  expect(response.headers.getSetCookie()).toEqual([])
})

test('new tokens are stored even if the profile cannot be read, because the old ones are used up', async () => {
  const door = doorWith({
    token: async () => ({ access: 'access 2', refresh: 'refresh 2' }),
    profile: () => Promise.reject(new TypeError('fetch failed')),
  })
  const { response, viewer } = await visit({ session: stale, door })
  expect(viewer?.phone).toBe(PHONE)
  expect(sessionIn(response)).toMatchObject({ access: 'access 2', refresh: 'refresh 2', id: stale.id })
})

test('a cookie copied before the sign-out gives no access', async () => {
  let ended = false
  const copied = sessionOf({ access: 'access of a copy', refresh: 'refresh of a copy' }, PROFILE)
  const door = doorWith({
    sessions: async () => {
      if (ended) throw new ORPCError('INVALID_TOKEN', { status: 401 })
      return { results: [] }
    },
  })
  expect((await visit({ session: copied, door })).viewer?.phone).toBe(PHONE)
  await visit({ session: copied, door, leave: endSession })
  ended = true
  const { response, viewer } = await visit({ session: copied, door })
  expect(viewer).toBeUndefined()
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-session=;.*Max-Age=0;/)])
})

test('a form of an ended session is not sent as a visitor’s: the API’s answer says that the session ended', async () => {
  const copied = sessionOf({ access: 'access of a form', refresh: 'refresh of a form' }, PROFILE)
  const door = doorWith({ sessions: () => Promise.reject(new ORPCError('INVALID_TOKEN', { status: 401 })) })
  const request = new Request(`${ORIGIN}/en`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
  expect((await visit({ session: copied, door, request })).viewer?.phone).toBe(PHONE)
})

test('the guard redirects to the sign-in page and keeps what was typed for the same person only', async () => {
  const door = doorWith({ token: () => Promise.reject(new ORPCError('INVALID_TOKEN', { status: 401 })) })
  const request = new Request(`${ORIGIN}/en/profile/ticketing/new?x=1`, {
    method: 'POST',
    body: new URLSearchParams({ form_token: 'of before', subject: 'Wheel', body: 'It squeaks' }),
  })
  const { thrown } = await visit({ session: stale, door, request, guarded: true })
  expect(thrown?.status).toBe(303)
  expect(thrown?.headers.get('location')).toBe(
    `/login?returnUrl=${encodeURIComponent('/en/profile/ticketing/new?x=1')}`,
  )
  const kept = thrown?.headers.getSetCookie().find((cookie) => cookie.startsWith(`__Host-${COOKIES.resume}=`))
  const cookies = readCookies(kept?.split(';')[0], KEY.origin)
  expect(readResume(cookies, { ...KEY, phone: PHONE })?.fields).toEqual([
    ['subject', 'Wheel'],
    ['body', 'It squeaks'],
  ])
  expect(readResume(cookies, { ...KEY, phone: '+989120000011' })).toBeUndefined()
})

test('a form is not kept for another person, or if no cookie can hold it', () => {
  const header = resumeCookie({ path: '/x', fields: [['a', 'b']], phone: PHONE }, KEY)
  const cookies = readCookies(header?.split(';')[0], KEY.origin)
  expect(readResume(cookies, { ...KEY, phone: PHONE })?.path).toBe('/x')
  expect(readResume(cookies, { ...KEY, phone: '+989120000011' })).toBeUndefined()
  const noise = Array.from({ length: 6000 }, (_, index) =>
    String.fromCharCode(0x4e00 + ((index * 7919) % 20_000)),
  ).join('')
  expect(resumeCookie({ path: '/x', fields: [['a', noise]] }, KEY)).toBeUndefined()
})

test('what a browser writes is remembered for a minute, and its pages are its own', async () => {
  const response = await visited({ write: '0/16B3748' })
  expect(response.headers.get('set-cookie')).toMatch(
    /^__Host-written=0\/16B3748; Max-Age=60; Path=\/; HttpOnly; Secure/,
  )
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const next = await visited({ known: '0/16B3748' })
  expect(next.headers.get('set-cookie')).toBeNull()
})

/** The answer to a visitor whose last write was at `known`, and who writes at `write`. */
async function visited({ known, write }: { known?: string; write?: string }) {
  const context = new RouterContextProvider()
  const written = { position: known }
  context.set(siteContext, {
    ...{ bankOrigins: [], config: readConfig({ NODE_ENV: 'test' }), language: 'en', origin: ORIGIN, requestId: 'test' },
    ...{ clientAddress: '10.0.0.1', log: () => {}, written },
    cookies: new Map(known ? [[COOKIES.written, known]] : []),
  })
  const request = new Request(`${ORIGIN}/en`)
  const args = { request, context, url: new URL(request.url), params: {}, pattern: '' }
  const response = await keepSession(args, async () => {
    written.position = write ?? known
    return new Response('page')
  })
  return response as Response
}

type Tokens = { access: string; refresh: string }

/** The account's calls that the middleware makes; any other call fails. */
function doorWith({
  token = () => Promise.reject(new Error('not asked for')),
  profile = async () => PROFILE,
  sessions = async () => ({ results: [] }),
}: {
  token?: () => Promise<Tokens>
  profile?: () => Promise<typeof PROFILE>
  sessions?: () => Promise<{ results: [] }>
}) {
  const account = { token, profile, sessions }
  return () => ({ account }) as object as ApiClient
}

async function visit({
  session,
  door,
  request = new Request(`${ORIGIN}/en`),
  guarded = false,
  leave = () => {},
}: {
  session: Session
  door: () => ApiClient
  request?: Request
  guarded?: boolean
  leave?: (context: RouterContextProvider) => void
}) {
  const context = new RouterContextProvider()
  context.set(apiDoorContext, door)
  context.set(siteContext, {
    bankOrigins: [],
    config: readConfig({ NODE_ENV: 'test' }),
    language: 'en',
    origin: ORIGIN,
    requestId: 'test',
    clientAddress: '10.0.0.1',
    cookies: readCookies(sessionCookie(session, KEY).split(';')[0], KEY.origin),
    log: () => {},
  })
  let thrown: Response | undefined
  let viewer: ReturnType<typeof viewerOf>
  const args = { request, context, url: new URL(request.url), params: {}, pattern: '' }
  const response = await keepSession(args, async () => {
    viewer = viewerOf(context)
    leave(context)
    if (guarded) {
      await requirePerson(context).catch((answer: Response) => {
        thrown = answer
      })
    }
    return new Response('page')
  })
  if (!(response instanceof Response)) throw new Error('The middleware gave no answer.')
  return { response, viewer, thrown }
}

function sessionIn(response: Response): Session | undefined {
  const header = response.headers.getSetCookie().find((cookie) => cookie.includes('session='))
  return readSession(readCookies(header?.split(';')[0], KEY.origin), KEY.secret)
}
