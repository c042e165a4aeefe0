import { isbot } from 'isbot'
import { type Cookie, createContext, createCookie, RouterContextProvider } from 'react-router'
import { createI18nextMiddleware } from 'remix-i18next'
import { acceptedLanguage } from '#app/i18n/accepted-language.ts'
import { isLanguage, languageOf } from '#app/i18n/language.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#app/rules/constants.ts'
import { COOKIES, chosenLanguage, readCookies } from '#app/web/session/cookies.ts'

/**
 * The language of a page's request: the one that its path names. `/` names none to a person who types the address: there
 * the cookie decides, then the browser, then Persian. Source: decisions.md, "Languages".
 * @param origin our own public address
 * @param offered the languages of this brand; one that it lacks is answered in its first
 */
export async function findLanguage(
  request: Request,
  origin: string,
  offered: readonly Language[] = LANGUAGES,
): Promise<Language> {
  const url = new URL(request.url)
  // All but one address name their language.
  if (url.pathname !== '/') return offeredOr(languageOf(pageOf(url.pathname)).language, offered)
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

/** The middleware would take a language of the header that is ours to the letter before one that is preferred: `en` of `de-AT,en;q=0.5`. */
function withAcceptedLanguage(request: Request): Request {
  const headers = new Headers(request.headers)
  const accepted = headers.get('accept-language')
  if (accepted) headers.set('accept-language', acceptedLanguage(accepted))
  return new Request(request.url, { method: request.method, headers })
}

const originContext = createContext<string>()

/** Our cookie holds the plain code; React Router's own would hold JSON in Base64. */
const chosenCookie: Cookie = {
  ...createCookie(COOKIES.language),
  parse: async (header) => chosenLanguage(readCookies(header)) ?? null,
}

const [detect, detected] = createI18nextMiddleware({
  // Texts are compiled (i18n/texts.server.ts), so i18next has none to load: a fifth of the time.
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

/** The router asks for a page's data at its address with a suffix: the English home's is /en.data. */
function pageOf(pathname: string): string {
  return pathname.replace(/\.data$/, '')
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Crawlers stay at `/`, and so does whoever follows a link of our own, which knows what it names. */
function isNewcomer(headers: Headers, origin: string): boolean {
  return !comesFromUs(headers, origin) && !isbot(headers.get('user-agent') ?? '')
}

function comesFromUs(headers: Headers, origin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const referer = headers.get('referer')
  return referer !== null && URL.canParse(referer) && new URL(referer).origin === origin
}
