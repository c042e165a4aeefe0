import { hash } from 'node:crypto'
import { drawnWith, styleParts } from 'virtual:savari/page-styles'
import { LRUCache } from 'lru-cache'
import { directionOf } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import { markupOf, selectStyle } from './select-style.ts'
import { SHEET_PLACE } from './sheet-place.tsx'

const PLACE = '<style></style>'
const SHEETS = /<link rel="stylesheet"[^>]*>/g
const MARKUP = markupOf(styleParts)
/** The pages of a route have only a few different sets of classes. */
const STYLES_KEPT = 500

const made = new LRUCache<string, { css: string; source: string }>({ max: STYLES_KEPT })

/**
 * Inserts a page's critical style, so that it is painted without waiting for the sheet, and returns the policy's source
 * for it; a brand's own colours (`brandCss`) come last. An unusual page (`isUsual` false: an error, a message) waits
 * for the complete sheet. Throws if the page has no place for its style (`root.tsx`). Piece `page-style`, instead of a
 * sheet that blocks rendering: one round trip and 12 kB before the first price, for 4.5 kB more in the page.
 */
export function withPageStyle(
  html: string,
  { language, isUsual, brandCss = '' }: { language: Language; isUsual: boolean; brandCss?: string },
): { html: string; styles: string[] } {
  const place = html.indexOf(PLACE)
  if (place < 0) throw new Error('The page has no place for its style.')
  const [before, after] = [html.slice(0, place), html.slice(place + PLACE.length)]
  const sheets = html.match(SHEETS)?.join('') ?? ''
  if (!isUsual) {
    return { html: `${before}${sheets}<style>${brandCss}</style>${after}`, styles: [sourceOf(brandCss)] }
  }
  const [first, rest] = splitAt(after, SHEET_PLACE)
  const style = styleFor(first, { language, brandCss })
  const body = rest === undefined ? first : first + SHEET_PLACE.replace('></', `>${sheets}</`) + rest
  return { html: `${before}<style>${style.css}</style>${body}`, styles: [style.source] }
}

/** A page's part before the place of its sheet, and the part after it; the whole page if it has no such place. */
function splitAt(html: string, place: string): [first: string, rest?: string] {
  const at = html.indexOf(place)
  return at < 0 ? [html] : [html.slice(0, at), html.slice(at + place.length)]
}

function styleFor(
  body: string,
  { language, brandCss }: { language: Language; brandCss: string },
): { css: string; source: string } {
  const classes = new Set([...classAttributesOf(body)].flatMap((names) => names.split(' ')))
  const markup = MARKUP.filter((piece) => body.includes(piece))
  const key = `${language} ${[...classes].sort().join(' ')} ${markup.join(' ')}`
  const known = made.get(key)
  if (known) return known
  const direction = directionOf(language)
  const selected = selectStyle(styleParts, {
    classes,
    markup: new Set(markup),
    languages: new Set([language, direction]),
    hasFont: direction === 'rtl',
    properties: new Set([...drawnWith, ...(body.match(/(?<=var\()--[\w-]+/g) ?? [])]),
  })
  const css = selected + brandCss
  const style = { css, source: sourceOf(css) }
  made.set(key, style)
  return style
}

const CLASS = ' class="'

/** The text of each class attribute in a page. */
function classAttributesOf(html: string): ReadonlySet<string> {
  const found = new Set<string>()
  let end = 0
  for (let at = html.indexOf(CLASS); at >= 0; at = html.indexOf(CLASS, end)) {
    const start = at + CLASS.length
    end = html.indexOf('"', start)
    found.add(html.slice(start, end))
  }
  return found
}

function sourceOf(css: string): string {
  return `'sha256-${hash('sha256', css, 'base64')}'`
}
