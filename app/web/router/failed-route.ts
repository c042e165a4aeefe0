/**
 * Where a route's file cannot be fetched, React Router reloads the page at hand, each time: nobody would come to the page
 * that they asked for. Here that reload is stopped, and the page that was asked for is loaded as a whole. Browsers without
 * the Navigation API reload as published. Piece `failed-route`: for 0.1 kB nobody is kept from a page by a new version.
 * @param requested the address of the page that the router is on its way to, if any
 * @param load loads that page
 */
export function loadAfterFailedRoute(requested: () => string | undefined, load: () => void) {
  // Older browsers have none.
  const { navigation } = window as { navigation?: Navigation }
  navigation?.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable || !requested()) return
    event.preventDefault()
    load()
  })
}
