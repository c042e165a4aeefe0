import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { pendingCodeCookie, readPendingCode } from '#app/features/account/pending-code.server.ts'
import { codesCookie, readCodes } from '#app/routes/profile/second-factor/recovery-cookie.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { readCookies } from '#app/web/session/cookie/cookies.ts'
import { visitContext } from '#app/web/session/visit.ts'

const ORIGIN = 'https://savari.example'
const PENDING = {
  ...{ phone: '9120000010', country_code: '+98', channels: ['sms'], isKnown: true },
  fromDiscount: false,
}
const TIMES = { sentAt: 1, resendAt: 2, wrongTries: 0 }

/** A request of somebody's sign-in, or of a visitor, with the cookie that an earlier answer has set. */
function requestOf(session: string | undefined, cookie = '') {
  const context = new RouterContextProvider()
  const cookies = readCookies(cookie.split(';', 1)[0], ORIGIN)
  context.set(siteContext, { config: readConfig({ NODE_ENV: 'test' }), origin: ORIGIN, cookies } as never)
  context.set(visitContext, { session: session ? { id: session } : undefined } as never)
  return context
}

test('recovery codes are shown only to the sign-in that made them', () => {
  const cookie = codesCookie(requestOf('mine'), ['one', 'two'])
  expect(readCodes(requestOf('mine', cookie))).toEqual(['one', 'two'])
  expect(readCodes(requestOf('other', cookie))).toBeUndefined()
  expect(readCodes(requestOf(undefined, cookie))).toBeUndefined()
})

test('a change of the account waits for its code in the sign-in that asked for it, and in no other', () => {
  const change = { purpose: 'phone', pending: { ...PENDING, ...TIMES }, forfeits: false } as never
  const cookie = pendingCodeCookie(requestOf('mine'), change)
  expect(readPendingCode(requestOf('mine', cookie), 'phone')?.pending.phone).toBe('9120000010')
  expect(readPendingCode(requestOf('other', cookie), 'phone')).toBeUndefined()
  expect(readPendingCode(requestOf(undefined, cookie), 'phone')).toBeUndefined()
})

test('nobody who is not signed in gets such a cookie', () => {
  expect(() => codesCookie(requestOf(undefined), ['one'])).toThrow('signed in')
})
