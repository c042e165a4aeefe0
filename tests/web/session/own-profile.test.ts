import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { DEMONSTRATION_SECRET, readConfig } from '#app/config.ts'
import { CURRENCY_IDS, type Language } from '#app/rules/constants.ts'
import { type ApiClient, apiDoorContext } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, readCookies } from '#app/web/session/cookie/cookies.ts'
import { sessionCookie, sessionOf } from '#app/web/session/cookie/session-cookie.ts'
import { changeProfile, ownProfile } from '#app/web/session/own-profile.server.ts'
import { keepSession } from '#app/web/session/session.ts'

const ORIGIN = 'https://savari.example'
const PROFILE = {
  country_code: '+98',
  phone: '9120000010',
  fullname: 'سارا محمدی',
  is_agency: false,
  avatar_id: null,
  time_zone: null,
}
const KEY = { secret: DEMONSTRATION_SECRET, origin: ORIGIN }

/** A page's context, and the inputs of the calls about the profile that were made from it. */
function pageIn(language: Language, cookies = '') {
  const calls: unknown[] = []
  const account = {
    profile: async (input: unknown) => {
      calls.push(input)
      return PROFILE
    },
    updateProfile: async (input: unknown) => {
      calls.push(input)
      return PROFILE
    },
    token: async () => ({ access: 'access 2', refresh: 'refresh 2' }),
    sessions: async () => ({ results: [] }),
  }
  const context = new RouterContextProvider()
  context.set(apiDoorContext, () => ({ account }) as object as ApiClient)
  context.set(siteContext, {
    ...{ bankOrigins: [], config: readConfig({ NODE_ENV: 'test' }), language, origin: ORIGIN, requestId: 'test' },
    ...{ clientAddress: '10.0.0.1', cookies: readCookies(cookies, ORIGIN), log: () => {} },
  })
  return { context, calls }
}

test.each([
  ['fa', '', CURRENCY_IDS.IRT],
  ['en', '', CURRENCY_IDS.EUR],
  ['en', `__Host-${COOKIES.currency}=${CURRENCY_IDS.IRT}`, CURRENCY_IDS.IRT],
] as const)('a page in %s with the cookie “%s” reads and changes the profile with the id %i', async (...given) => {
  const [language, cookies, currency] = given
  const { context, calls } = pageIn(language, cookies)
  await ownProfile(context)
  await changeProfile(context, { fullname: 'Sara' })
  expect(calls).toEqual([{ currency }, { query: { currency }, body: { fullname: 'Sara' } }])
})

test('the wallet’s page reads the profile in the wallet’s own currency', async () => {
  const { context, calls } = pageIn('fa')
  await ownProfile(context, 'EUR')
  expect(calls).toEqual([{ currency: CURRENCY_IDS.EUR }])
})

test.each([
  ['/en', CURRENCY_IDS.EUR],
  [`/en?currency=${CURRENCY_IDS.IRT}`, CURRENCY_IDS.IRT],
  ['/en?currency=99999', CURRENCY_IDS.EUR],
] as const)('new tokens on %s are followed by the profile with the currency’s id %i', async (path, currency) => {
  const stale = { ...sessionOf({ access: 'access 1', refresh: `refresh of ${path}` }, PROFILE), ends: Date.now() }
  const { context, calls } = pageIn('en', sessionCookie(stale, KEY).split(';')[0])
  const request = new Request(ORIGIN + path)
  const page = { request, context, params: {}, url: new URL(request.url), pattern: '' }
  await keepSession(page as never, async () => new Response())
  expect(calls).toEqual([{ currency }])
})
