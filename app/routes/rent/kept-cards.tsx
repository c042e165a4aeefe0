import { useContext } from 'react'
import { adOfRow, rowOfAd } from '#app/features/search/listing.ts'
import { escapeHtml } from '#app/rules/text/escape-html.ts'
import { FormToken } from '#app/ui/form/post-form.tsx'
import { KeptMarkup } from '#app/web/router/kept-markup.ts'
import { AdCard, FIRST, useCardSetting } from './ad-card.tsx'
import type { ResultsData } from './results.tsx'

/**
 * The entries of a list (`AdCards`) from markup that the server keeps; undefined where it keeps none. The days in their links, the terms and the token
 * of who is signed in are inserted, so a vehicle at the same price has the same markup on other days and for other people.
 */
export function useKeptCards(results: ResultsData): string | undefined {
  const store = useContext(KeptMarkup)
  const token = useContext(FormToken)
  const setting = useCardSetting(results)
  if (!store || !results.ads) return undefined
  const { place, partsOf } = store
  const { language, currency, days, vehicles, favourites } = setting
  const placed = { ...setting, vehicles: { ...vehicles, suffix: place } }
  const shared = [language, currency, days, results.kind, token === undefined].join()
  const suffix = escapeHtml(vehicles.suffix)
  const cards = results.ads.map(adOfRow).map((ad, at) => {
    const isFirst = at < FIRST
    const row = rowOfAd({ ...ad, terms: '' })
    const parts = partsOf(JSON.stringify([shared, isFirst, favourites.kept.has(ad.id), row]), () => (
      <FormToken value={token && place}>
        <AdCard ad={{ ...ad, terms: place }} setting={placed} isFirst={isFirst} />
      </FormToken>
    ))
    const [start, untilTerms, untilToken, end = ''] = parts
    return `${start}${suffix}${untilTerms}${escapeHtml(ad.terms)}${untilToken}${token ? escapeHtml(token) : ''}${end}`
  })
  return cards.join('')
}
