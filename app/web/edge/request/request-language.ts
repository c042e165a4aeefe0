import { isbot } from 'isbot'
import { acceptedLanguage } from '#app/i18n/accepted-language.ts'
import { languageOf } from '#app/i18n/language.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#app/rules/constants.ts'
import { chosenLanguage, readCookies } from '#app/web/session/cookie/cookies.ts'

/**
 * The language of a page's request: by its path, except for people who type the address `/`. There the cookie decides,
 * then Accept-Language, then Persian. Source: decisions.md, "Languages".
 * @param origin our own public address
 * @param offered the languages of this brand; instead of others its first is used
 */
export function findLanguage(request: Request, origin: string, offered: readonly Language[] = LANGUAGES): Language {
  const { pathname } = new URL(request.url)
  const mayChoose = pathname === '/' && isRead(request) && isNewcomer(request.headers, origin)
  const named = mayChoose
    ? preferredLanguage(request.headers, origin)
    : languageOf(withoutDataSuffix(pathname)).language
  return offered.includes(named) ? named : (offered[0] ?? DEFAULT_LANGUAGE)
}

function preferredLanguage(headers: Headers, origin: string): Language {
  return chosenLanguage(readCookies(headers.get('cookie'), origin)) ?? acceptedLanguage(headers.get('accept-language'))
}

/** The router requests a page's data at its address with a suffix: /en.data for the English home page. */
function withoutDataSuffix(pathname: string): string {
  return pathname.replace(/\.data$/, '')
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Whether a visitor of `/` may be redirected: not crawlers, and not people who followed one of our own links. */
function isNewcomer(headers: Headers, origin: string): boolean {
  return !comesFromUs(headers, origin) && !isbot(headers.get('user-agent') ?? '')
}

function comesFromUs(headers: Headers, origin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const referer = headers.get('referer')
  return referer !== null && URL.canParse(referer) && new URL(referer).origin === origin
}
