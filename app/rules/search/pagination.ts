import { PAGE_SIZE } from '../constants.ts'

/** How many pages so many results fill; an empty list has one page, which says so. */
export function pageCount(results: number, size: number = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(results / size))
}

/** A valid page number: 1 for anything that is no number, the last page for higher numbers. */
export function clampPage(page: number, pages: number): number {
  return Number.isFinite(page) ? Math.min(Math.max(1, Math.trunc(page)), pages) : 1
}

/** The pagination fields of a list's answer; `page` and `size` are those of the request. */
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
