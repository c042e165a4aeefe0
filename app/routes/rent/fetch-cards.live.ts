import { fetchOptional } from '#app/ui/layout/failed-chunk.live.ts'

/** What makes the cards of a list; asked for as soon as another list is, so that it comes with it. */
export async function fetchCards() {
  const { AdCards } = await fetchOptional(() => import('./ad-card.tsx'))
  return { default: AdCards }
}
