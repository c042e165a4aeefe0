import { isbot } from 'isbot'
import { RouterContextProvider } from 'react-router'
import { createI18nextMiddleware } from 'remix-i18next'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#app/rules/constants.ts'
import { chosenLanguage, readCookies } from '#app/web/session/cookies.ts'

/**
 * Where a visit of `/` should go instead: to the language of the cookie, else of the browser. Undefined means that `/`
 * is right. Crawlers stay, and so does whoever follows a link of our own, which knows what it names (decisions.md,
 * "Languages").
 */
export async function languageForRoot(request: Request, origin: string): Promise<Language | undefined> {
  const { headers } = request
  if (comesFromUs(headers, origin) || isbot(headers.get('user-agent') ?? '')) return undefined
  const language = chosenLanguage(readCookies(headers.get('cookie'))) ?? (await languageOfBrowser(request))
  return language === DEFAULT_LANGUAGE ? undefined : language
}

const [detect, detectedLanguage] = createI18nextMiddleware({
  detection: { supportedLanguages: [...LANGUAGES], fallbackLanguage: DEFAULT_LANGUAGE, order: ['header'] },
})

async function languageOfBrowser(request: Request): Promise<Language> {
  const context = new RouterContextProvider()
  const url = new URL(request.url)
  await detect({ request, url, context, params: {}, pattern: '/' }, async () => new Response())
  return LANGUAGES.find((language) => language === detectedLanguage(context)) ?? DEFAULT_LANGUAGE
}

function comesFromUs(headers: Headers, origin: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const referer = headers.get('referer')
  return referer !== null && URL.canParse(referer) && new URL(referer).origin === origin
}
