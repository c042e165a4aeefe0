import { PAGE_SIZE } from './constants.ts'

/** How many pages so many results fill; an empty list has one page, which says so. */
export function pageCount(results: number, size: number = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(results / size))
}

/** The page that an address means: what is no number means the first, a number above the last means the last. */
export function clampPage(page: number, pages: number): number {
  return Number.isFinite(page) ? Math.min(Math.max(1, Math.trunc(page)), pages) : 1
}

/** Which page of how many an answer of a list is; `page` and `size` are those that it was asked for. */
export function pageAt(
  { count }: { count: number },
  { page, size }: { page: number; size: number },
): { page: number; pages: number } {
  const pages = pageCount(count, size)
  return { page: clampPage(page, pages), pages }
}

/** Which results a page shows: the index of its first and the index after its last. */
export function pageSlice(page: number, results: number, size: number = PAGE_SIZE): { start: number; end: number } {
  const start = (clampPage(page, pageCount(results, size)) - 1) * size
  return { start, end: Math.min(start + size, results) }
}
