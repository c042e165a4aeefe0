/** React leaves alone what is always the same object. */
const FILLED_LATER = { __html: '' }
/** How the server finds the place in a page (`page-style.server.ts`). */
export const SHEET_PLACE = '<span hidden="" data-sheet=""></span>'

/**
 * The place in a long page before which everything is painted with the style inside the page, and after which the whole
 * sheet is needed: the server puts its link here. Browsers go on with the page once the sheet is there, so nothing is
 * ever seen without its style.
 */
export function SheetPlace() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty here, and must stay as it is in the browser
  return <span hidden data-sheet="" suppressHydrationWarning dangerouslySetInnerHTML={FILLED_LATER} />
}
