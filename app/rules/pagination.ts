import { PAGE_SIZE } from './constants.ts'

/** A place in a row of page numbers: a page, or a gap where numbers are left out. */
export type PageMark = number | 'gap'

/** How many pages so many results fill; an empty list has one page, which says so. */
export function pageCount(results: number, size: number = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(results / size))
}

/** The page that an address means: what is not a page's number means the first, what lies behind the last the last. */
export function clampPage(page: number, pages: number): number {
  return Number.isFinite(page) ? Math.min(Math.max(1, Math.trunc(page)), pages) : 1
}

/** Which results a page shows: the index of its first and the index after its last. */
export function pageSlice(page: number, results: number, size: number = PAGE_SIZE): { start: number; end: number } {
  const start = (clampPage(page, pageCount(results, size)) - 1) * size
  return { start, end: Math.min(start + size, results) }
}

/**
 * The numbers to link: the first and last page, the current one and so many on either side. A gap always stands for two
 * pages or more: a single page left out is shown instead.
 */
export function pageWindow(page: number, pages: number, around = 2): PageMark[] {
  const current = clampPage(page, pages)
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - current) <= around,
  )
  return shown.flatMap((number, index): PageMark[] => {
    const missing = number - (shown[index - 1] ?? 0) - 1
    if (missing === 0) return [number]
    return missing === 1 ? [number - 1, number] : ['gap', number]
  })
}
