import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
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
import { HeldBar } from '#app/features/booking/held/held-bar.tsx'
import { heldBooking } from '#app/features/booking/held/held-booking.server.ts'
import { unreadChats } from '#app/features/chat/unread.server.ts'
import { useUnreadOfPage } from '#app/features/chat/unread-of-page.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText, useTextBase } from '#app/i18n/text/text.tsx'
import { formatPhone } from '#app/rules/identity/phone.ts'
import '../styles/app.css'
import { formTokenOf } from '#app/web/edge/request/form-token.ts'
import { siteContext } from '#app/web/page/context.ts'
import { appLink } from '#app/web/page/frame/app-link.server.ts'
import { currencyList } from '#app/web/page/frame/currency-list.server.ts'
import { brandStyle } from '#app/web/page/head/brand-style.ts'
import { PageHead } from '#app/web/page/head/page-head.tsx'
import { canonicalPath, PageLinks } from '#app/web/page/head/page-links.tsx'
import { shownBrand } from '#app/web/page/head/shown-brand.ts'
import { joinHandles } from '#app/web/page/page-handle.ts'
import { AS_PUBLISHED, isOwn } from '#app/web/router/switches.ts'
import { currencyCookie, endFlashCookie, languageCookie, readFlash } from '#app/web/session/cookie/cookies.ts'
import { askedCurrency, pageCurrency } from '#app/web/session/currency.ts'
import { readFavourites } from '#app/web/session/favourites.ts'
import { endHeldCookie } from '#app/web/session/held-booking.ts'
import { keepSession } from '#app/web/session/session.ts'
import { visitContext } from '#app/web/session/visit.ts'
import { themeColour as designColour } from '../tailwind.config.ts'
import type { Route } from './+types/root'
import { BareFrame } from './features/frame/bare-frame.tsx'
import { ErrorPage } from './features/frame/error-page.tsx'
import { Frame, OwnFrame } from './features/frame/frame.tsx'
import type { SiteFrame } from './features/frame/site.ts'
import type { LiveViewer } from './live-places.live.tsx'
import { SiteBrand, useSiteBrand } from './ui/brand/site-brand.tsx'
import { fetchOptional } from './ui/connection/failed-chunk.live.ts'
import { keepFailedForms } from './ui/connection/failed-request.live.ts'
import { useHydrated } from './ui/form/form.tsx'
import { FormToken } from './ui/form/post-form.tsx'

/** No part of the page waits for them; if they cannot be loaded, the page works by its links. */
const LivePlaces = lazy<ComponentType<LiveViewer>>(() =>
  fetchOptional(() => import('./live-places.live.tsx')).catch(() => ({ default: () => null })),
)

/** React does not touch the content as long as this is the same object. */
const FILLED_LATER = { __html: '' }
const DESIGN_ICON = { href: '/favicon.svg', type: 'image/svg+xml' }

/** The session of a request is determined once, before anything else. */
export const middleware: Route.MiddlewareFunction[] = [keepSession]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepFailedForms]

/**
 * The data of every page's frame. A language or currency that was just chosen arrives in the parameter `currency`
 * (features/frame/bars/switches.ts) and is remembered; a flash message is shown once.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { config, language, origin, cookies } = context.get(siteContext)
  const { palette, languages, layout, poweredBy, partnerUrl, androidUrl, iosUrl } = config.brand
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
  const [appUrl, currencies] = await Promise.all([
    androidUrl || iosUrl ? undefined : appLink(context),
    currencyList(context),
  ])
  const brand = {
    ...shownBrand(config, language),
    ...{ poweredBy, partnerUrl, androidUrl, iosUrl, appUrl, languages, layout },
    themeColour: palette?.light.brand,
    sheet: brandStyle(palette)?.href,
    icon: palette || config.brand.logo ? '/brand/icon-192.png' : undefined,
  }
  const session = context.get(visitContext)?.session
  const viewer = session && {
    name: session.person.name,
    phone: formatPhone(session.person.phone),
    avatar: session.person.avatar,
    formToken: formTokenOf(session, config.sessionSecret),
    unread: await unreadChats(context),
  }
  return data(
    { origin, brand, currency, currencies, flash, viewer, held, favourites: readFavourites(cookies) },
    { headers },
  )
}

/**
 * It does not change while a visitor moves through the site. But a form may have left a flash message, and a person who
 * is redirected to the sign-in page is no longer signed in. After the sign-in dialog a new page is loaded, which shows
 * the message.
 */
export const shouldRevalidate = ({
  formMethod,
  formData,
  actionStatus,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs) =>
  // A form whose submission failed stays as it is: a second failure here would replace the page.
  !(Number(actionStatus) >= 500) &&
  ((formMethod !== undefined && formMethod !== 'GET' && formData?.get('dialog') !== 'on') ||
    nextUrl.pathname.endsWith('/login') ||
    currentUrl.searchParams.get('currency') !== nextUrl.searchParams.get('currency'))

export function Layout({ children }: { children: ReactNode }) {
  const { language, dir, tag } = useLanguage()
  const textBase = useTextBase()
  const root = useRouteLoaderData<typeof loader>('root')
  const { pathname, search } = useLocation()
  const matches = useMatches()
  const handle = joinHandles(matches.map((match) => match.handle))
  const loaded = matches.map((match) => match.loaderData)
  const siteBrand = useSiteBrand()
  const themeColour = root?.brand.themeColour ?? designColour
  const failed = useRouteError() != null
  const namesCanonical = !failed && handle.namesCanonical
  const query = new URLSearchParams(search)
  const isIndexed = !failed && !handle.noIndex(query)

  return (
    <html
      lang={tag}
      dir={dir}
      data-language={language}
      data-text-base={textBase}
      data-areas={handle.areas.join(' ')}
      data-as-published={AS_PUBLISHED}
      data-search={search || undefined}
      data-person={root?.viewer?.phone}
      // Extensions and our own scripts add attributes here before React hydrates.
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <meta name="theme-color" content={themeColour} />
        {isIndexed || <meta name="robots" content={namesCanonical ? 'noindex,follow' : 'noindex'} />}
        {failed || <PageHead {...{ loaded, handle, brand: root?.brand.name, origin: root?.origin }} />}
        <Meta />
        <link rel="icon" {...(root?.brand.icon ? { href: root.brand.icon } : DESIGN_ICON)} />
        <link rel="apple-touch-icon" href="/brand/icon-180.png" />
        <link rel="manifest" href={pathIn(language, '/manifest.webmanifest')} />
        {(isIndexed || namesCanonical) && root && (
          <PageLinks
            isIndexed={isIndexed}
            origin={root.origin}
            path={canonicalPath(handle.canonicalPath(pathname, query), search, handle.canonicalQuery)}
            cityNames={cityNamesOf(loaded)}
            languages={root.brand.languages}
          />
        )}
        {isOwn('page-style') ? <PageStyle /> : <Links />}
      </head>
      <body className={failed ? undefined : handle.bodyClass}>
        <SiteBrand value={root?.brand ?? siteBrand}>
          <FramedPage>{children}</FramedPage>
        </SiteBrand>
        {/* `entry.server.tsx` writes the page's scripts here. A bare page needs none. */}
        {handle.noJs || !root || <ScrollRestoration />}
        {isOwn('page-scripts') || handle.noJs || <Scripts />}
        {/* The whole sheet comes last: everything above it is painted without waiting for it. */}
        {isOwn('page-style') && <Links />}
        {root?.brand.sheet && <link rel="stylesheet" href={root.brand.sheet} />}
      </body>
    </html>
  )
}

/**
 * Where `entry.server.tsx` writes the style that the page may need. When the browser renders the document again (an
 * error page after a navigation), there is none: by then the whole sheet is loaded, and the policy refuses even an
 * empty style.
 */
function PageStyle() {
  const isHydrated = useHydrated()
  const [isFromServer] = useState(!isHydrated)
  if (!isFromServer) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty here, and must stay as it is in the browser
  return <style dangerouslySetInnerHTML={FILLED_LATER} suppressHydrationWarning />
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const matches = useMatches()
  const isUnknown = matches.at(-1)?.id === 'routes/not-found'
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} isUnknown={isUnknown} />
}

/** The page in its frame; bare if not even the frame's data could be loaded. */
function FramedPage({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const t = useText('common')
  const { pathname, search } = useLocation()
  const matches = useMatches()
  const failed = useRouteError() != null
  const cityNames = cityNamesOf(matches.map((match) => match.loaderData))
  const unreadOfPage = useUnreadOfPage()
  const isHydrated = useHydrated()
  const { showsHeld, ownFrame } = joinHandles(matches.map((match) => match.handle))
  if (!root) return <BareFrame>{children}</BareFrame>
  const flash = root.flash && { kind: root.flash.kind, text: t.loose(root.flash.message), source: root.flash }
  const { brand, currency, currencies, held } = root
  const viewer = root.viewer && { ...root.viewer, unread: unreadOfPage ?? root.viewer.unread }
  const frame = { brand, currency, currencies, path: pathname, query: new URLSearchParams(search), cityNames, viewer }
  return (
    <FormToken value={viewer?.formToken}>
      {/* If a layout failed, its own bar is missing. */}
      {ownFrame && !failed ? (
        <OwnFrame {...{ frame, flash }}>{children}</OwnFrame>
      ) : (
        <Frame {...{ frame, flash }}>
          {showsHeld && held && <HeldBar held={held} />}
          {children}
          {isHydrated && (
            <Suspense>
              <LivePlaces viewer={viewer} />
            </Suspense>
          )}
        </Frame>
      )}
    </FormToken>
  )
}

/** On a page whose address contains a city, the loader's data has the city's slug in each language. */
function cityNamesOf(loaded: readonly unknown[]): SiteFrame['cityNames'] {
  const page = loaded.findLast((page) => page !== null && typeof page === 'object' && 'cityNames' in page)
  return (page as Pick<SiteFrame, 'cityNames'> | undefined)?.cityNames
}
