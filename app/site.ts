import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { languageOf } from '#app/i18n/language.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#app/rules/constants.ts'
import type { Config } from './config.ts'
import { type SiteContext, siteContext } from './web/context.ts'
import { readCookies } from './web/cookies.ts'
import type { Log } from './web/log.ts'

/** What only the process's entry knows about a request. */
export type Arrival = Pick<SiteContext, 'origin' | 'requestId' | 'clientAddress'>

/** Everything behind the files and the page cache: pages and API, in one graph of modules. */
export interface Site {
  handle(request: Request, arrival: Arrival): Promise<Response>
  /** Whether what the site depends on answers. */
  ready(): Promise<boolean>
  close(): Promise<void>
}

/** Composes the site. Called once per process. */
export async function createSite({ config, log }: { config: Config; log: Log }): Promise<Site> {
  const pages = handlersByLanguage()

  return {
    async handle(request, arrival) {
      const { language } = languageOf(new URL(request.url).pathname)
      const context = new RouterContextProvider()
      context.set(siteContext, {
        config,
        log,
        language,
        cookies: readCookies(request.headers.get('cookie')),
        ...arrival,
      })
      return pages[language](request, context)
    },
    async ready() {
      return true
    },
    async close() {},
  }
}

/**
 * One tree of routes, mounted once per language: the prefix is the basename, so links, forms, redirects and data
 * requests carry it by themselves, and an unknown prefix is an honest 404.
 */
function handlersByLanguage() {
  const handler = (language: Language) =>
    createRequestHandler(
      { ...build, basename: language === DEFAULT_LANGUAGE ? '/' : `/${language}` },
      import.meta.env.MODE,
    )
  return Object.fromEntries(LANGUAGES.map((language) => [language, handler(language)])) as Record<
    Language,
    ReturnType<typeof handler>
  >
}
