import type { ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText, useTextBase } from '#app/i18n/text.tsx'
import '../styles/app.css'
import type { Route } from './+types/root'
import { siteContext } from './web/context.ts'
import { joinHandles } from './web/page-handle.ts'
import { canonicalPath, PageLinks } from './web/page-links.tsx'

/** What every page knows: the brand and the public origin. */
export function loader({ context }: Route.LoaderArgs) {
  const { config, language, origin } = context.get(siteContext)
  const { name, ...brand } = config.brand
  return { origin, brand: { ...brand, name: name[language] } }
}

/** Nothing of it changes while a visitor moves through the site. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const { language, dir, tag } = useLanguage()
  const textBase = useTextBase()
  const root = useRouteLoaderData<typeof loader>('root')
  const { pathname, search } = useLocation()
  const handle = joinHandles(useMatches().map((match) => match.handle))
  const failed = useRouteError() != null
  const isIndexed = !failed && !handle.noIndex(new URLSearchParams(search))

  return (
    <html
      lang={tag}
      dir={dir}
      data-language={language}
      data-text-base={textBase}
      data-areas={handle.areas.join(' ')}
      // Extensions and our own scripts add attributes here before React arrives.
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <meta name="theme-color" content="#006b75" />
        {isIndexed || <meta name="robots" content="noindex" />}
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        {isIndexed && root && (
          <PageLinks origin={root.origin} path={canonicalPath(pathname, search, handle.canonicalQuery)} />
        )}
        <Links />
        {handle.noJs ||
          handle.areas.map((area) => <link key={area} rel="modulepreload" href={`${textBase}${area}.js`} />)}
      </head>
      <body className={handle.bodyClass}>
        <SkipLink />
        {children}
        {handle.noJs || <ScrollRestoration />}
        {handle.noJs || <Scripts />}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  const { language } = useLanguage()
  const t = useText('common')
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const kind = status === 404 ? 'notFound' : status === 503 ? 'unavailable' : status >= 500 ? 'server' : 'other'
  return (
    <main id="main" tabIndex={-1}>
      <title>{t(`error.${kind}`)}</title>
      <p>{status}</p>
      <h1>{t(`error.${kind}`)}</h1>
      <a href={pathIn(language, '/')}>{t('error.home')}</a>
    </main>
  )
}

function SkipLink() {
  const t = useText('common')
  return (
    <a className="skip" href="#main">
      {t('skip')}
    </a>
  )
}
