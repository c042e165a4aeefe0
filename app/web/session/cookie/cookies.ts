import { parseCookie, stringifySetCookie } from 'cookie'
import {
  CURRENCY_IDS,
  type CurrencyCode,
  currencyOfId,
  LANGUAGES,
  type Language,
  LOCALE_COOKIE_DAYS,
} from '#app/rules/constants.ts'
import { DAY_SECONDS } from '#app/rules/time/durations.ts'

/**
 * The site's cookies. Over https each name has the prefix `__Host-` and the attribute Secure; the session's on
 * localhost, too.
 */
export const COOKIES = {
  language: 'language',
  currency: 'currency',
  flash: 'flash',
  /** Who is signed in: encrypted (session-cookie.ts). */
  session: 'session',
  /** A random key of this browser, to which one-time codes are bound (device-key.ts). */
  device: 'device',
  /** A phone that waits for its code: encrypted. */
  signIn: 'sign-in',
  /** A sign-in that waits for its second factor: encrypted. */
  factor: 'factor',
  /** New recovery codes until the person has saved them: encrypted. */
  recovery: 'recovery',
  /** What somebody had typed when their session ended: encrypted (resume.ts). */
  resume: 'resume',
  /** A booking's form while its page is loaded with a price, or in another language: encrypted (resume.ts). */
  draft: 'draft',
  /** A vehicle that this browser holds unpaid, and the form that reserved it: encrypted (held-booking.ts). */
  held: 'held',
  /** A change of the account that waits for its code: encrypted. */
  accountCode: 'account-code',
  /** The position of this browser's last write in the database's log, while replicas may be behind it. */
  written: 'written',
  /** Ids of favourite vehicles: `12.7.300`, the newest first (favourites.ts). */
  favourites: 'favourites',
} as const
type CookieName = (typeof COOKIES)[keyof typeof COOKIES]

const HOST_PREFIX = '__Host-'

/**
 * The cookies of a request by name without prefix; a prefixed one takes precedence, and over https no other counts, as
 * a sibling host may have set it.
 * @param origin our public origin
 */
export function readCookies(header: string | null | undefined, origin: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  if (!header) return cookies
  const sent = parseCookie(header, { decode })
  const isPrefixed = origin.startsWith('https:')
  for (const written in sent) {
    const value = sent[written]
    if (value === undefined) continue
    if (written.startsWith(HOST_PREFIX)) cookies.set(written.slice(HOST_PREFIX.length), value)
    else if (!isPrefixed && sent[HOST_PREFIX + written] === undefined) cookies.set(written, value)
  }
  return cookies
}

/**
 * The text of a `Set-Cookie` header.
 * @param options.seconds lifetime; without it the cookie ends with the browser session, 0 removes it
 * @param options.origin our public origin: over https cookies are Secure and prefixed, and so is the session's on
 * localhost, which browsers treat as secure. Text browsers don't, so other cookies are plain there. Source:
 * decisions.md, "Identity and access"
 */
export function writeCookie(name: CookieName, value: string, options: { origin: string; seconds?: number }): string {
  const secure = options.origin.startsWith('https:') || (name === COOKIES.session && isLocalhost(options.origin))
  return stringifySetCookie({
    name: `${secure ? HOST_PREFIX : ''}${name}`,
    value,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: options.seconds,
  })
}

/** Whether an origin's host is localhost. */
export function isLocalhost(origin: string): boolean {
  return /^https?:\/\/([\w-]+\.)*localhost(:\d+)?$/.test(origin)
}

/** Remembers the chosen language for 365 days (§9). */
export function languageCookie(language: Language, origin: string): string {
  return writeCookie(COOKIES.language, language, { origin, seconds: LOCALE_COOKIE_DAYS * DAY_SECONDS })
}

/** Remembers the chosen currency by its id (§4), as long as the language. */
export function currencyCookie(currency: CurrencyCode, origin: string): string {
  return writeCookie(COOKIES.currency, String(CURRENCY_IDS[currency]), {
    origin,
    seconds: LOCALE_COOKIE_DAYS * DAY_SECONDS,
  })
}

/** Replicas that are further behind are not read. */
const WRITTEN_SECONDS = 60

/** Remembers the position of the browser's last write, so that its next pages show it. */
export function writtenCookie(position: string, origin: string): string {
  return writeCookie(COOKIES.written, position, { origin, seconds: WRITTEN_SECONDS })
}

const PERSONAL = [COOKIES.session, COOKIES.flash, COOKIES.held, COOKIES.draft, COOKIES.favourites, COOKIES.written]

/** Whether pages may differ for a visitor with these cookies, so that the shared cache is bypassed. */
export function isPersonal(cookies: ReadonlyMap<string, string>): boolean {
  return PERSONAL.some((name) => cookies.has(name))
}

/** The chosen language, if any. */
export function chosenLanguage(cookies: ReadonlyMap<string, string>): Language | undefined {
  return LANGUAGES.find((language) => language === cookies.get(COOKIES.language))
}

/** The chosen currency, if any. */
export function chosenCurrency(cookies: ReadonlyMap<string, string>): CurrencyCode | undefined {
  const id = cookies.get(COOKIES.currency)
  return id === undefined ? undefined : currencyOfId(Number(id))
}

/** A message for the next page: its kind and its text. */
export interface Flash {
  kind: 'success' | 'warning' | 'error' | 'info'
  /** A key of `locales/<lang>/common.json`, or a text where it has spaces. */
  message: string
}

/** Shows a message on the next page. */
export function flashCookie(flash: Flash, origin: string): string {
  return writeCookie(COOKIES.flash, JSON.stringify(flash), { origin, seconds: 60 })
}

/** Ends the flash message, once it is shown. */
export function endFlashCookie(origin: string): string {
  return writeCookie(COOKIES.flash, '', { origin, seconds: 0 })
}

/** The message for this page; undefined for anything that we could not have written. */
export function readFlash(cookies: ReadonlyMap<string, string>): Flash | undefined {
  const written = cookies.get(COOKIES.flash)
  if (!written) return undefined
  try {
    const { kind, message } = JSON.parse(written)
    return FLASH_KINDS.includes(kind) && typeof message === 'string' ? { kind, message } : undefined
  } catch {
    return undefined
  }
}

const FLASH_KINDS = ['success', 'warning', 'error', 'info']

function decode(value: string): string | undefined {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
