/**
 * If a route's file cannot be fetched, React Router reloads the present page, each time, so the requested page would
 * never open. This stops that reload and loads the requested page as a document. Browsers without the Navigation API
 * reload as published. Piece `failed-route`: for 0.1 kB a new version never blocks a page.
 * @param requested the address of the page that the router is navigating to, if any
 * @param load loads that page
 */
export function loadAfterFailedRoute(requested: () => string | undefined, load: () => void) {
  // Older browsers have no Navigation API.
  const { navigation } = window as { navigation?: Navigation }
  navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable || !requested()) return
    event.preventDefault()
    load()
  })
}
