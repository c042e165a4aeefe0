import { isbot } from 'isbot'
import { type Cookie, createContext, createCookie, RouterContextProvider } from 'react-router'
import { createI18nextMiddleware } from 'remix-i18next'
import { acceptedLanguage } from '#app/i18n/accepted-language.ts'
import { isLanguage, languageOf } from '#app/i18n/language.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#app/rules/constants.ts'
import { COOKIES, chosenLanguage, readCookies } from '#app/web/session/cookie/cookies.ts'

/**
 * The language of a page's request: by its path, except for people who type the address `/`. There the cookie decides,
 * then Accept-Language, then Persian. Source: decisions.md, "Languages".
 * @param origin our own public address
 * @param offered the languages of this brand; instead of others its first is used
 */
export async function findLanguage(
  request: Request,
  origin: string,
  offered: readonly Language[] = LANGUAGES,
): Promise<Language> {
  const url = new URL(request.url)
  // Only `/` needs more than its path.
  if (url.pathname !== '/') return offeredOr(languageOf(withoutDataSuffix(url.pathname)).language, offered)
  const context = new RouterContextProvider()
  context.set(originContext, origin)
  await detect(
    {
      request: withAcceptedLanguage(request),
      url,
      context,
      params: {},
      pattern: url.pathname,
    },
    async () => new Response(),
  )
  const language = detected(context)
  return offeredOr(isLanguage(language) ? language : DEFAULT_LANGUAGE, offered)
}

function offeredOr(named: Language, offered: readonly Language[]): Language {
  return offered.includes(named) ? named : (offered[0] ?? DEFAULT_LANGUAGE)
}

/**
 * remix-i18next prefers exact matches over weights: it would take `en` of `de-AT,en;q=0.5`. So the header is replaced
 * by our own choice.
 */
function withAcceptedLanguage(request: Request): Request {
  const headers = new Headers(request.headers)
  const accepted = headers.get('accept-language')
  if (accepted) headers.set('accept-language', acceptedLanguage(accepted))
  return new Request(request.url, { method: request.method, headers })
}

const originContext = createContext<string>()

/** Our cookie holds the plain code; one made by React Router would hold Base64 JSON. */
const chosenCookie: Cookie = {
  ...createCookie(COOKIES.language),
  parse: async (header) => chosenLanguage(readCookies(header)) ?? null,
}

const [detect, detected] = createI18nextMiddleware({
  // Texts are compiled (i18n/text/texts.server.ts), so i18next loads none, which saves four fifths of its time.
  i18next: { initAsync: false, load: 'currentOnly', ns: [], fallbackLng: false },
  detection: {
    supportedLanguages: [...LANGUAGES],
    fallbackLanguage: DEFAULT_LANGUAGE,
    order: ['custom', 'cookie', 'header'],
    cookie: chosenCookie,
    async findLocale({ request, url, context }) {
      const mayChoose = isRead(request) && isNewcomer(request.headers, context.get(originContext))
      return mayChoose ? null : languageOf(url.pathname).language
    },
  },
})

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
