import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { siteContext } from '#app/web/page/context.ts'
import { returnPath } from '#app/web/session/require-sign-in.ts'

const context = new RouterContextProvider()
context.set(siteContext, { language: 'en', origin: 'https://savari.example' } as never)
const back = (returnUrl: string) => returnPath(context, new URLSearchParams({ returnUrl }))

test.each(['/profile', '/en/profile?page=2', '/de/book/car/7', '/logouts', '/en/login-help'])(
  'after the sign-in the person returns to %s',
  (path) => expect(back(path)).toBe(path),
)

test.each([
  ...['/logout', '/en/logout', '/de/logout/', '/logout?now=1', '/logout#x', '/login', '/tr/login/code', '/login.data'],
  ...['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', ''],
])('nobody is redirected to %s', (path) => expect(back(path)).toBe('/en'))
