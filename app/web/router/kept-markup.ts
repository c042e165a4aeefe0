import { createContext, type ReactElement } from 'react'

/**
 * Keeps the markup of a list's entries that browsers leave as it came (`document-only.ts`). Piece `kept-cards`: React renders an entry
 * once for all pages that show the same, and what differs from page to page is inserted at its places. *Ours*.
 */
export interface MarkupStore {
  /** Stands in an entry for a text that is inserted later. Nobody can guess it, so no entry contains it by itself. */
  place: string
  /** The markup of an entry around its places. `key` has everything that the entry shows. */
  partsOf(key: string, entry: () => ReactElement): readonly string[]
}

/** Undefined in browsers, and where the piece is off. */
export const KeptMarkup = createContext<MarkupStore | undefined>(undefined)
