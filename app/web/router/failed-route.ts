type Address = { pathname: string; search: string; hash: string }
type Router = {
  state: {
    location: Address
    navigation: { location?: Address; state: string; formMethod?: string }
    actionData: unknown
  }
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
  const target = routerState()?.navigation.location
  return target && addressOf(target) + target.hash
}

/**
 * The page that is being loaded, if it is another one than this, and not a refused form's own answer.
 * @param formerAnswer the answer to a form that the page had when the last one was sent (`formAnswer`)
 */
export function openedPage(formerAnswer: unknown): Address | undefined {
  const state = routerState()
  const target = state?.navigation.location
  if (state?.navigation.state !== 'loading' || !target || addressOf(target) === addressOf(state.location))
    return undefined
  const isRefused = state.navigation.formMethod === 'POST' && (state.actionData ?? formerAnswer) !== formerAnswer
  return isRefused ? undefined : target
}

/** What the page's last form was answered, if it stayed. */
export const formAnswer = () => routerState()?.actionData

/** Loads a page as a document. Going back, the browser has its address already: an equal one with a hash would only be scrolled to. */
export function openDocument(target: Address): void {
  if (addressOf(target) === addressOf(location)) location.replace(addressOf(target))
  else location.assign(addressOf(target) + target.hash)
}

const addressOf = ({ pathname, search }: Omit<Address, 'hash'>) => pathname + search

function routerState() {
  // React Router's browser build exposes this for its own tools; `vite-starter.ts` checks that it still does.
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: Router }
  return router?.state
}
