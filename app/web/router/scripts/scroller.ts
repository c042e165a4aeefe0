/**
 * Restores the scroll position of a page before React runs. The build inserts this file into pages as an inline script
 * (`vite-starter.ts`), replacing the one of React Router's `ScrollRestoration`: names and format of what is stored are
 * that component's. Piece `scroller`: 160 bytes of each page, which some vehicle pages have no room for.
 */
const KEPT_AS = 'react-router-scroll-positions'

if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, '')
try {
  const top = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '{}')[history.state.key]
  if (typeof top === 'number') scrollTo(0, top)
} catch {
  sessionStorage.removeItem(KEPT_AS)
}
