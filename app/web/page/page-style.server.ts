import { hash } from 'node:crypto'
import { pageStyles } from 'virtual:savari/page-styles'

const PLACE = '<style></style>'
/** The policy's source for a style that stays empty. */
const EMPTY_SOURCE = `'sha256-${hash('sha256', '', 'base64')}'`
const SHEET = /<link rel="stylesheet"[^>]*>/

/**
 * Puts the style that a route's pages begin with into a rendered page, so that it is painted without waiting for the
 * sheet, and gives the policy's source for it. A page of another kind (`isUsual` false: a failure, a message) waits for
 * the whole sheet. Throws where the page has no place for its style (`root.tsx`).
 */
export function withPageStyle(
  html: string,
  { routeId, isUsual }: { routeId: string; isUsual: boolean },
): { html: string; styles: string[] } {
  const place = html.indexOf(PLACE)
  if (place < 0) throw new Error(`The page of ${routeId} has no place for its style.`)
  const [before, after] = [html.slice(0, place), html.slice(place + PLACE.length)]
  const style = pageStyles[routeId]
  if (!style || !isUsual)
    return { html: before + (SHEET.exec(html)?.[0] ?? '') + PLACE + after, styles: [EMPTY_SOURCE] }
  return { html: `${before}<style>${style.css}</style>${after}`, styles: [style.source] }
}
