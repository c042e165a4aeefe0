import { useContext } from 'react'
import { adOfRow, splitRow } from '#app/features/search/listing.ts'
import { escapeHtml } from '#app/rules/text/escape-html.ts'
import { FormToken } from '#app/ui/form/post-form.tsx'
import { KeptMarkup } from '#app/web/router/kept-markup.ts'
import type { PagePiece } from '#app/web/router/page-response.ts'
import type { StyleTraits } from '#app/web/router/style/style-traits.server.ts'
import { AdCard, FIRST, useCardSetting } from './ad-card.tsx'
import type { ResultsData } from './results.tsx'

/**
 * What stands in the page for the entries of a list (`AdCards`) that the server keeps; undefined where it keeps none. The days in their links, the
 * terms and the token of who is signed in are inserted, so a vehicle at the same price has the same markup on other days and for other people.
 */
export function useKeptCards(results: ResultsData): string | undefined {
  const store = useContext(KeptMarkup)
  const token = useContext(FormToken)
  const setting = useCardSetting(results)
  if (!store || !results.ads) return undefined
  const { place, entryOf, standFor } = store
  const { language, currency, days, vehicles, favourites } = setting
  const placed = { ...setting, vehicles: { ...vehicles, suffix: place } }
  const shared = [language, currency, days, results.kind, token === undefined].join()
  const suffix = escapeHtml(vehicles.suffix)
  const tokenText = token ? escapeHtml(token) : ''
  const pieces: PagePiece[] = []
  const allTraits = new Set<StyleTraits>()
  for (const [at, row] of results.ads.entries()) {
    const isFirst = at < FIRST
    const { id, terms, others } = splitRow(row)
    const { parts, traits } = entryOf(`${shared},${isFirst},${favourites.kept.has(id)},${others}`, () => (
      <FormToken value={token && place}>
        <AdCard ad={{ ...adOfRow(row), terms: place }} setting={placed} isFirst={isFirst} />
      </FormToken>
    ))
    const inserted = [suffix, escapeHtml(terms), tokenText]
    for (const [index, part] of parts.entries()) pieces.push(part, inserted[index] ?? '')
    allTraits.add(traits)
  }
  return standFor({ pieces, traits: allTraits })
}
