import { lazy } from 'react'
import { fetchOptional } from '#app/ui/connection/failed-chunk.live.ts'

/** The cards in a browser, whose page brought them as markup: what makes them comes with the first other list (`#fetched` in package.json). */
export const AdCards = lazy(fetchCards)

/** What makes the cards of a list; asked for as soon as another list is, so that it comes with it. */
export async function fetchCards() {
  const { AdCards } = await fetchOptional(() => import('./ad-card.tsx'))
  return { default: AdCards }
}
