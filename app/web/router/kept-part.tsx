import { createContext, type ReactNode, useContext } from 'react'

/** Answers what stands in the page for a part, or around it where it is not known yet. `key` has everything that the part shows. */
export type PartStore = (key: string, part: ReactNode) => ReactNode

/** Undefined in browsers, and where the piece is off. */
export const KeptParts = createContext<PartStore | undefined>(undefined)

/**
 * A part of many pages that the server keeps as React has rendered it, and inserts into the next page that shows the same. It begins and ends
 * with an element, and has no other kept part, no script and nothing of one person in it. Browsers render and hydrate it as any other, so only
 * the server's code has this component: `import.meta.env.SSR ? <KeptPart …>{part}</KeptPart> : part`. Piece `kept-parts`. *Ours*.
 * @param shows everything that the part depends on, as JSON tells it apart; first its name
 * @param children not rendered where the part is known
 */
export function KeptPart({ shows, children }: { shows: readonly [name: string, ...unknown[]]; children: ReactNode }) {
  const keep = useContext(KeptParts)
  return keep ? keep(JSON.stringify(shows), children) : children
}
