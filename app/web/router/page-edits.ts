import type { PagePiece } from './page-response.ts'

/** A replacement in a rendered page; where `start` is `end`, an insertion. */
export interface PageEdit {
  start: number
  end: number
  /** What is inserted, whole or in pieces. */
  text: string | readonly PagePiece[]
}

/**
 * The page with all edits, none of which overlap, in pieces to be sent one after the other. Everything that is inserted into a page
 * is collected on the text that React rendered, and no new text of the whole page is made: one of more than 65,000 letters is copied
 * to memory outside of V8's usual heap, which costs up to a millisecond.
 */
export function applyEdits(html: string, edits: readonly PageEdit[]): PagePiece[] {
  let at = 0
  const pieces: PagePiece[] = []
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(html.slice(at, start))
    if (typeof text === 'string') pieces.push(text)
    else pieces.push(...text)
    at = end
  }
  pieces.push(html.slice(at))
  return pieces
}

/** An insertion before the first occurrence of a text; none if the page does not have it. */
export function insertionBefore(html: string, place: string, text: string): PageEdit[] {
  const at = html.indexOf(place)
  return at < 0 ? [] : [{ start: at, end: at, text }]
}
