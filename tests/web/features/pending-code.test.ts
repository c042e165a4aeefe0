import { ORPCError } from '@orpc/client'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { goOnAfterCode } from '#app/features/account/pending-code.server.ts'
import { codeErrors } from '#app/features/sign-in/refused-code.server.ts'
import { siteContext } from '#app/web/page/context.ts'

test('after the right code a page says so, and the code’s cookie is removed', () => {
  const context = new RouterContextProvider()
  context.set(siteContext, {
    language: 'en',
    origin: 'https://savari.example',
    requestId: 'test',
    clientAddress: '192.0.2.1',
    config: readConfig({ NODE_ENV: 'test' }),
    cookies: new Map(),
    bankOrigins: [],
    log: () => {},
  })
  const { status, headers } = goOnAfterCode(context, '/profile/wallet', 'It is sent.')
  expect([status, headers.get('location')]).toEqual([303, '/profile/wallet'])
  const [flash, ended, ...others] = headers.getSetCookie()
  expect(flash).toContain(encodeURIComponent('It is sent.'))
  expect(ended).toMatch(/^__Host-account-code=;.*Max-Age=0;/)
  expect(others).toEqual([])
})

test('the wait for another code is shown in seconds, and a longer one as any other limit', () => {
  const limitOf = (seconds: number) =>
    codeErrors()(new ORPCError('TOO_MANY_REQUESTS', { status: 429, defined: true, data: { retry_after: seconds } }))
  expect(limitOf(90)).toEqual({ at: { TOO_MANY_REQUESTS: { '': [{ key: 'code_wait', values: { n: 90 } }] } } })
  expect(limitOf(600)).toEqual({ at: {} })
  const at = { WALLET_NOT_EMPTY: { forfeit_wallet: ['wallet_not_empty'] } }
  expect(codeErrors(at)(new Error('no database'))).toEqual({ at })
})
