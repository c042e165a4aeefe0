/**
 * Puts a page that is shown again where it was left, before React is there. The build puts this file into pages as an
 * inline script (`vite-starter.ts`), in the place of the one that React Router's `ScrollRestoration` writes: names and shape
 * of what is kept are that component's. Piece `scroller`: 160 bytes of each page, which some vehicle's page has no room for.
 */
const KEPT_AS = 'react-router-scroll-positions'

if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, '')
try {
  const top = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '{}')[history.state.key]
  if (typeof top === 'number') scrollTo(0, top)
} catch {
  sessionStorage.removeItem(KEPT_AS)
}
