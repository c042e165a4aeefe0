import { randomBytes } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { KNOWN_DEVICE_DAYS } from '#app/rules/constants.ts'
import { readDeviceKey } from '#app/rules/identity/device-key.ts'
import { DAY_SECONDS } from '#app/rules/time/durations.ts'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, writeCookie } from './cookies.ts'

type Context = Readonly<RouterContextProvider>

const KEY_BYTES = 16

/** The key of the browser in its cookie. */
export function deviceKeyOf(context: Context): string | undefined {
  return readDeviceKey(context.get(siteContext).cookies.get(COOKIES.device))
}

/** A new key for a browser without one. */
export function newDeviceKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url')
}

/** Sets the browser's key. It outlives signing out, so that the browser is recognised at the next sign-in. */
export function deviceCookie(context: Context, key: string): string {
  const { origin } = context.get(siteContext)
  return writeCookie(COOKIES.device, key, { origin, seconds: KNOWN_DEVICE_DAYS * DAY_SECONDS })
}
