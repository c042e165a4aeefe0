import type { ReactNode } from 'react'
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { heldBooking } from '#app/features/booking/held-booking.server.ts'
import { HeldBar } from '#app/features/booking/held-note.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText, useTextBase } from '#app/i18n/text.tsx'
import { formatPhone } from '#app/rules/phone.ts'
import '../styles/app.css'
import { formTokenOf } from '#app/web/edge/form-token.ts'
import { appLink } from '#app/web/page/app-link.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { joinHandles } from '#app/web/page/page-handle.ts'
import { canonicalPath, PageLinks } from '#app/web/page/page-links.tsx'
import { currencyCookie, endFlashCookie, languageCookie, readFlash } from '#app/web/session/cookies.ts'
import { askedCurrency, pageCurrency } from '#app/web/session/currency.ts'
import { endHeldCookie } from '#app/web/session/held-booking.ts'
import { keepSession } from '#app/web/session/session.ts'
import { visitContext } from '#app/web/session/visit.ts'
import type { Route } from './+types/root'
import { LoginPlace } from './routes/login/login-place.live.tsx'
import { ErrorPage } from './ui/layout/error-page.tsx'
import { Frame } from './ui/layout/frame.tsx'
import { useLostConnectionNotice } from './ui/layout/lost-connection.live.ts'
import type { SiteFrame } from './ui/layout/site.ts'
import { FormToken } from './ui/post-form.tsx'

const isDevelopment = import.meta.env.DEV
/** React leaves alone what is always the same object. */
const FILLED_LATER = { __html: '' }

/** Who makes a request is found out once, before anything else. */
export const middleware: Route.MiddlewareFunction[] = [keepSession]

/**
 * What the frame of every page needs. A language or currency that was just chosen comes with the parameter `currency`
 * (ui/layout/switches.ts) and is remembered; a flash message is shown once.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { config, language, origin, cookies } = context.get(siteContext)
  const { name, poweredBy, partnerUrl, androidUrl, iosUrl } = config.brand
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const flash = readFlash(cookies)
  const headers = new Headers()
  if (askedCurrency(url.searchParams)) {
    headers.append('set-cookie', currencyCookie(currency, origin))
    headers.append('set-cookie', languageCookie(language, origin))
  }
  if (flash) headers.append('set-cookie', endFlashCookie(origin))
  const found = await heldBooking(context)
  if (found === 'over') headers.append('set-cookie', endHeldCookie(origin))
  const held = found && found !== 'over' ? found.shown : undefined
  const appUrl = androidUrl || iosUrl ? undefined : await appLink(context)
  const brand = { name: name[language], poweredBy, partnerUrl, androidUrl, iosUrl, appUrl }
  const session = context.get(visitContext)?.session
  const viewer = session && {
    name: session.person.name,
    phone: formatPhone(session.person.phone),
    formToken: formTokenOf(session, config.sessionSecret),
  }
  return data({ origin, brand, currency, flash, viewer, held }, { headers })
}

/**
 * Nothing of it changes while a visitor moves through the site; what was sent may have left a message, and who is led
 * to the sign-in page is nobody any more. After the sign-in's dialog a new page comes, and the message is for that.
 */
export const shouldRevalidate = ({ formMethod, formData, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  (formMethod !== undefined && formMethod !== 'GET' && formData?.get('dialog') !== 'on') ||
  nextUrl.pathname.endsWith('/login') ||
  currentUrl.searchParams.get('currency') !== nextUrl.searchParams.get('currency')

export function Layout({ children }: { children: ReactNode }) {
  const { language, dir, tag } = useLanguage()
  const textBase = useTextBase()
  const root = useRouteLoaderData<typeof loader>('root')
  const { pathname, search } = useLocation()
  const matches = useMatches()
  const handle = joinHandles(matches.map((match) => match.handle))
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
        <link rel="manifest" href={pathIn(language, '/manifest.webmanifest')} />
        {isIndexed && root && (
          <PageLinks
            origin={root.origin}
            path={canonicalPath(handle.canonicalPath(pathname), search, handle.canonicalQuery)}
            cityNames={cityNamesOf(matches.map((match) => match.loaderData))}
          />
        )}
        {isDevelopment ? <Links /> : <PageStyle />}
        {handle.noJs ||
          handle.areas.map((area) => <link key={area} rel="modulepreload" href={`${textBase}${area}.js`} />)}
      </head>
      <body className={handle.bodyClass}>
        <FramedPage>{children}</FramedPage>
        {handle.noJs || <ScrollRestoration />}
        {handle.noJs || <Scripts />}
        {/* The whole sheet comes last: what stands above it is painted without waiting for it. */}
        {isDevelopment || <Links />}
      </body>
    </html>
  )
}

/** The place of the style that the page can need: `entry.server.tsx` fills it. */
function PageStyle() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty here, and must stay as it is in the browser
  return <style dangerouslySetInnerHTML={FILLED_LATER} suppressHydrationWarning />
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  useLostConnectionNotice(error)
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
}

/** The page in its frame; bare where not even the frame's own data could be had. */
function FramedPage({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const t = useText('common')
  const { pathname, search } = useLocation()
  const matches = useMatches()
  const cityNames = cityNamesOf(matches.map((match) => match.loaderData))
  const { showsHeld } = joinHandles(matches.map((match) => match.handle))
  if (!root) return children
  const flash = root.flash && { kind: root.flash.kind, text: t.loose(root.flash.message) }
  return (
    <FormToken value={root.viewer?.formToken}>
      <Frame
        frame={{
          brand: root.brand,
          currency: root.currency,
          path: pathname,
          query: new URLSearchParams(search),
          cityNames,
          viewer: root.viewer,
        }}
        flash={flash}
      >
        {showsHeld && root.held && <HeldBar held={root.held} />}
        {children}
        <LoginPlace />
      </Frame>
    </FormToken>
  )
}

/** A page whose address holds a city says in its loader's data how each language calls it. */
function cityNamesOf(loaded: readonly unknown[]): SiteFrame['cityNames'] {
  const page = loaded.findLast((page) => page !== null && typeof page === 'object' && 'cityNames' in page)
  return (page as Pick<SiteFrame, 'cityNames'> | undefined)?.cityNames
}
