import { createContext, type ReactElement } from 'react'
import type { PagePiece } from './page-response.ts'
import type { StyleTraits } from './style/style-traits.server.ts'

/** The markup of an entry around its places, and what its style depends on. */
export interface KeptEntry {
  /** As UTF-8, so that a page that is sent encodes only what is its own. */
  parts: readonly Uint8Array[]
  traits: StyleTraits
}

/**
 * Keeps the markup of a list's entries that browsers leave as it came (`document-only.ts`). Piece `kept-cards`: React renders an entry
 * once for all pages that show the same, and what differs from page to page is inserted at its places. *Ours*.
 */
export interface MarkupStore {
  /** Stands in an entry for a text that is inserted later. Nobody can guess it, so no entry contains it by itself. */
  place: string
  /** An entry as it is kept. `key` has everything that the entry shows. */
  entryOf(key: string, entry: () => ReactElement): KeptEntry
  /** Takes the entries of a list, and answers what stands for them in the page until they are inserted. */
  standFor(list: KeptList): string
}

/** Entries with everything inserted into their places, in pieces. */
export interface KeptList {
  pieces: readonly PagePiece[]
  traits: ReadonlySet<StyleTraits>
}

/** Undefined in browsers, and where the piece is off. */
export const KeptMarkup = createContext<MarkupStore | undefined>(undefined)
