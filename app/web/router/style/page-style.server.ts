import { hash } from 'node:crypto'
import { drawnWith, styleParts } from 'virtual:savari/page-styles'
import { LRUCache } from 'lru-cache'
import { directionOf } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import type { KeptInsertion } from '../kept-markup.server.ts'
import type { PageEdit } from '../page-edits.ts'
import { selectStyle } from './select-style.ts'
import { SHEET_PLACE } from './sheet-place.tsx'
import { findTraits, type StyleTraits } from './style-traits.server.ts'

const PLACE = '<style></style>'
/** As React Router writes them, with the nonce of the rendering. */
const SHEETS = /<link [^>]*\brel="stylesheet"[^>]*\bhref="([^"]+)"/g
/** The pages of a route have only a few different sets of classes. */
const STYLES_KEPT = 500

const made = new LRUCache<string, { css: string; source: string }>({ max: STYLES_KEPT })

/**
 * Inserts a page's critical style, so that it is painted without waiting for the sheet, and returns the policy's source
 * for it; a brand's own colours (`brandCss`) come last. `inserted` is markup that is inserted later. An unusual page (`isUsual` false: an error, a message) waits
 * for the complete sheet. Throws if the page has no place for its style (`root.tsx`). Piece `page-style`, instead of a
 * sheet that blocks rendering: one round trip and 12 kB before the first price, for 4.5 kB more in the page.
 */
export function insertPageStyle(
  html: string,
  {
    language,
    isUsual,
    brandCss = '',
    inserted = [],
  }: { language: Language; isUsual: boolean; brandCss?: string; inserted?: readonly KeptInsertion[] },
): { edits: PageEdit[]; styles: string[] } {
  const place = html.indexOf(PLACE)
  if (place < 0) throw new Error('The page has no place for its style.')
  const end = place + PLACE.length
  const sheets = [...html.matchAll(SHEETS)].map(([, href]) => `<link rel="stylesheet" href="${href}"/>`).join('')
  if (!isUsual) {
    const text = `${sheets}<style>${brandCss}</style>`
    return { edits: [{ start: place, end, text }], styles: [sourceOf(brandCss)] }
  }
  const sheetPlace = html.indexOf(SHEET_PLACE, end)
  const ofRendered = findTraits(html.slice(end, sheetPlace < 0 ? undefined : sheetPlace))
  const ofInserted = inserted.filter(({ start }) => sheetPlace < 0 || start < sheetPlace)
  const traits = [ofRendered, ...ofInserted.flatMap((one) => one.traits)]
  const style = styleFor(traits, { language, brandCss })
  const edit = { start: place, end, text: `<style>${style.css}</style>` }
  return {
    edits: sheetPlace < 0 ? [edit] : [edit, sheetsAt(sheetPlace, sheets)],
    styles: [style.source],
  }
}

function sheetsAt(place: number, sheets: string): PageEdit {
  return { start: place, end: place + SHEET_PLACE.length, text: SHEET_PLACE.replace('></', () => `>${sheets}</`) }
}

function styleFor(
  traits: readonly StyleTraits[],
  { language, brandCss }: { language: Language; brandCss: string },
): { css: string; source: string } {
  const classes = new Set(traits.flatMap((one) => [...one.classes]))
  const markup = new Set(traits.flatMap((one) => [...one.markup]))
  const key = `${language} ${[...classes].sort().join(' ')} ${[...markup].sort().join(' ')}`
  const known = made.get(key)
  if (known) return known
  const direction = directionOf(language)
  const selected = selectStyle(styleParts, {
    classes,
    markup,
    languages: new Set([language, direction]),
    hasFont: direction === 'rtl',
    properties: new Set([...drawnWith, ...traits.flatMap(({ properties }) => properties)]),
  })
  const css = selected + brandCss
  const style = { css, source: sourceOf(css) }
  made.set(key, style)
  return style
}

function sourceOf(css: string): string {
  return `'sha256-${hash('sha256', css, 'base64')}'`
}
