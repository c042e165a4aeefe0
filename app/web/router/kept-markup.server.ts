import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MarkupStore } from './kept-markup.ts'
import { isOwn } from './switches.ts'

/** Two bytes each: about 4,000 cards. */
const KEPT_LETTERS = 10_000_000
const PLACE_BYTES = 12

const kept = new LRUCache<string, readonly string[]>({
  maxSize: KEPT_LETTERS,
  sizeCalculation: (parts, key) => parts.reduce((sum, part) => sum + part.length, key.length + 1),
})
const place = randomBytes(PLACE_BYTES).toString('base64url')

/** The store of this process. */
export const markupStore: MarkupStore | undefined =
  isOwn('kept-cards') && isOwn('document-only') ? { place, partsOf } : undefined

function partsOf(...[key, entry]: Parameters<MarkupStore['partsOf']>): readonly string[] {
  const known = kept.get(key)
  if (known) return known
  const parts = renderToStaticMarkup(entry()).split(place)
  kept.set(key, parts)
  return parts
}
