import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { KeptEntry, KeptList, MarkupStore } from './kept-markup.ts'
import type { PartStore } from './kept-part.tsx'
import type { PageEdit } from './page-edits.ts'
import type { StyleTraits } from './style/style-traits.server.ts'
import { isOwn } from './switches.ts'

/** About 6,000 cards. */
const KEPT_BYTES = 20_000_000
/** Filters with their counts, above all. */
const PARTS_BYTES = 4_000_000
const BYTES_A_LETTER = 2
const PLACE_BYTES = 12

const kept = createStore(KEPT_BYTES)
const keptParts = createStore(PARTS_BYTES)
const place = randomBytes(PLACE_BYTES).toString('hex')

/** An insertion of kept markup, and what its style depends on. */
export interface KeptInsertion extends PageEdit {
  traits: readonly StyleTraits[]
}

/** The kept markup in one page. */
export interface PageMarkup {
  /** Undefined where the piece is off. */
  store: MarkupStore | undefined
  /** Undefined where the piece is off. */
  parts: PartStore | undefined
  /** The insertions of the kept markup into the rendered page. What was rendered for the first time is kept. */
  insertions: (html: string) => KeptInsertion[]
}

function createStore(bytes: number) {
  return new LRUCache<string, KeptEntry>({
    maxSize: bytes,
    sizeCalculation: ({ parts }, key) =>
      parts.reduce((sum, part) => sum + part.length, key.length * BYTES_A_LETTER + 1),
  })
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
 * The store of this process for one page. React renders the page without its kept lists and parts, so nothing searches or copies their markup
 * again: three quarters of a page of results.
 */
export function createPageMarkup(traitsOf: (markup: string) => StyleTraits): PageMarkup {
  const lists = new Map<string, KeptList>()
  const parts: { tag: string; key: string; known: KeptEntry | undefined }[] = []
  const entryOf = (...[key, entry]: Parameters<MarkupStore['entryOf']>) =>
    kept.get(key) ?? keep(kept, key, renderToStaticMarkup(entry()))
  const keep = (store: typeof kept, key: string, markup: string) => {
    const made = { parts: encodedTogether(markup.split(place)), traits: traitsOf(markup) }
    store.set(key, made)
    return made
  }
  const standFor = (list: KeptList) => {
    const mark = `${place}-${lists.size}.`
    lists.set(mark, list)
    return mark
  }
  // An element, because React would separate a text from the text beside it.
  const partOf: PartStore = (key, part) => {
    const tag = `kept-${place}-${parts.length}`
    const known = keptParts.get(key)
    parts.push({ tag, key, known })
    return createElement(tag, null, known ? undefined : part)
  }
  const listIn = (html: string, mark: string, { pieces, traits }: KeptList): KeptInsertion[] => {
    const start = html.indexOf(mark)
    return start < 0 ? [] : [{ start, end: start + mark.length, text: pieces, traits: [...traits] }]
  }
  const partIn = (html: string, { tag, key, known }: (typeof parts)[number]): KeptInsertion[] => {
    const start = html.indexOf(`<${tag}>`)
    if (start < 0) return []
    const inner = start + tag.length + '<>'.length
    const innerEnd = html.indexOf(`</${tag}>`, inner)
    if (innerEnd < 0) throw new Error(`A kept part does not end: ${key.slice(0, 50)}`)
    const end = innerEnd + tag.length + '</>'.length
    if (known) return [{ start, end, text: known.parts, traits: [known.traits] }]
    const markup = html.slice(inner, innerEnd)
    // What is inserted into it differs from page to page.
    if (!markup.includes(place)) keep(keptParts, key, markup)
    const nothing = { text: '', traits: [] }
    return [
      { start, end: inner, ...nothing },
      { start: innerEnd, end, ...nothing },
    ]
  }
  return {
    store: isOwn('kept-cards') && isOwn('document-only') ? { place, entryOf, standFor } : undefined,
    parts: isOwn('kept-parts') ? partOf : undefined,
    insertions: (html) => [
      ...[...lists].flatMap(([mark, list]) => listIn(html, mark, list)),
      ...parts.flatMap((part) => partIn(html, part)),
    ],
  }
}
