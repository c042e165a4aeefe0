/** React does not update what is always the same object. */
const FILLED_LATER = { __html: '' }
/** The marker by which the server finds the place in a page (`page-style.server.ts`). */
export const SHEET_PLACE = '<span hidden="" data-sheet=""></span>'

/**
 * The place in a long page before which everything is painted with the inline style, and after which the complete sheet
 * is needed: the server inserts its link here. Browsers continue rendering once the sheet has loaded, so nothing is
 * ever shown without its style.
 */
export function SheetPlace() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty here, and must stay as it is in the browser
  return <span hidden data-sheet="" suppressHydrationWarning dangerouslySetInnerHTML={FILLED_LATER} />
}
