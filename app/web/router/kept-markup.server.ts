import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { renderToStaticMarkup } from 'react-dom/server'
import type { KeptEntry, KeptList, MarkupStore } from './kept-markup.ts'
import type { PageEdit } from './page-edits.ts'
import type { StyleTraits } from './style/style-traits.server.ts'
import { isOwn } from './switches.ts'

/** About 6,000 cards. */
const KEPT_BYTES = 20_000_000
const BYTES_A_LETTER = 2
const PLACE_BYTES = 12

const kept = new LRUCache<string, KeptEntry>({
  maxSize: KEPT_BYTES,
  sizeCalculation: ({ parts }, key) => parts.reduce((sum, part) => sum + part.length, key.length * BYTES_A_LETTER + 1),
})
const place = randomBytes(PLACE_BYTES).toString('base64url')

/** The kept markup in one page. */
export interface PageMarkup {
  /** Undefined where the piece is off. */
  store: MarkupStore | undefined
  /** What the style of the kept markup depends on. */
  traits: () => StyleTraits[]
  /** The insertions of the kept markup into the rendered page. */
  insertions: (html: string) => PageEdit[]
}

/** Texts as UTF-8 in memory of their own: that of a small buffer is shared, and stays for as long as one of its parts is kept. */
function encodedTogether(texts: readonly string[]): Buffer[] {
  const own = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0))
  let end = 0
  return texts.map((text) => {
    const start = end
    end += own.write(text, start)
    return own.subarray(start, end)
  })
}

/**
 * The store of this process for one page. React renders the page without its kept lists, so nothing searches or copies their markup
 * again: two thirds of a page of results.
 */
export function createPageMarkup(traitsOf: (markup: string) => StyleTraits): PageMarkup {
  const lists = new Map<string, KeptList>()
  const entryOf = (...[key, entry]: Parameters<MarkupStore['entryOf']>) =>
    kept.get(key) ?? keep(key, renderToStaticMarkup(entry()))
  const keep = (key: string, markup: string) => {
    const parts = encodedTogether(markup.split(place))
    const made = { parts, traits: traitsOf(markup) }
    kept.set(key, made)
    return made
  }
  const standFor = (list: KeptList) => {
    const mark = `${place}-${lists.size}.`
    lists.set(mark, list)
    return mark
  }
  return {
    store: isOwn('kept-cards') && isOwn('document-only') ? { place, entryOf, standFor } : undefined,
    traits: () => [...lists.values()].flatMap(({ traits }) => [...traits]),
    insertions: (html) =>
      [...lists].flatMap(([mark, { pieces }]) => {
        const start = html.indexOf(mark)
        return start < 0 ? [] : [{ start, end: start + mark.length, text: pieces }]
      }),
  }
}
