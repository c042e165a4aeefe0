type Router = {
  state: { navigation: { location?: { pathname: string; search: string; hash: string }; state: string } }
}

/**
 * If a route's file cannot be fetched, React Router reloads the present page, each time, so the requested page would
 * never open. This stops that reload and loads the requested page as a document. Browsers without the Navigation API
 * reload as published. Piece `failed-route`: for 0.1 kB a new version never blocks a page.
 * @param load loads the page that is requested by then
 */
export function loadAfterFailedRoute(load: (requested: () => string | undefined) => void) {
  // Older browsers have no Navigation API.
  const { navigation } = window as { navigation?: Navigation }
  navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable || !requestedPage()) return
    event.preventDefault()
    load(requestedPage)
  })
}

/** The address of the page that the router is navigating to, if any. */
function requestedPage(): string | undefined {
  const target = navigationNow()?.location
  return target && target.pathname + target.search + target.hash
}

/** The same once it is about to open, as another page than the present one: the answer to a form that stays here would be lost. */
export function openedPage(): string | undefined {
  const target = requestedPage()
  const isLeaving = target !== location.pathname + location.search + location.hash
  return isLeaving && navigationNow()?.state === 'loading' ? target : undefined
}

function navigationNow() {
  // React Router's browser build exposes this for its own tools; `vite-starter.ts` checks that it still does.
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: Router }
  return router?.state.navigation
}
