import type { Area, TextKey } from '#app/i18n/text/text-types.ts'

/** What a route module declares about its page: `export const handle: PageHandle = { areas: ['results'] }`. */
export interface PageHandle {
  /** The page's title if it is fixed; variable ones are `meta.title` in the loader's data (`page-meta.ts`). */
  title?: TextKey
  /** The page's fixed description; if it has none, that of its layout. */
  description?: TextKey
  /** Areas of messages that the page uses besides `common`; loaded before hydration. */
  areas?: Area[]
  /** Send no scripts at all; a page may say otherwise than its layout. */
  noJs?: boolean
  /** Load the page's scripts without waiting for an interaction (for a countdown), always or for some queries. */
  eager?: boolean | ((query: URLSearchParams) => boolean)
  /** The page differs by visitor (forms with one-time keys, personal data) and is never cached. */
  private?: boolean
  /** `noindex`, always or for some queries. Such pages have no alternates. */
  noIndex?: boolean | ((query: URLSearchParams) => boolean)
  /** The query parameters of the canonical address; all others are dropped. */
  canonicalQuery?: string[]
  /** Keep the canonical link on `noindex` variants: the address without the other parameters. */
  namesCanonical?: boolean
  /** The canonical path, for pages with several addresses. */
  canonicalPath?: (path: string, query: URLSearchParams) => string
  /** Show the bar that leads back to a vehicle that is held unpaid. */
  showsHeld?: boolean
  /**
   * All query parameters that the page reads, besides the currency. Others are dropped, so that they don't split the
   * cache. Undefined where it reads all.
   */
  query?: readonly string[]
  /** Class of the body element. */
  bodyClass?: string
  /** The page's layout has its own header and menus, as desks do, so the public site's frame is left out. */
  ownFrame?: boolean
}

/** The joined handles of all matched routes of a page. */
export interface JoinedHandle {
  title: TextKey | undefined
  description: TextKey | undefined
  areas: string[]
  noJs: boolean
  eager(query: URLSearchParams): boolean
  private: boolean
  noIndex(query: URLSearchParams): boolean
  canonicalQuery: string[]
  namesCanonical: boolean
  canonicalPath(path: string, query: URLSearchParams): string
  showsHeld: boolean
  query: ReadonlySet<string> | undefined
  bodyClass: string | undefined
  ownFrame: boolean
}

/** Joins the handles of the matched routes; `common` is an area of every page. */
export function joinHandles(handles: readonly unknown[]): JoinedHandle {
  const known = handles.filter(isHandle)
  const title = known.findLast((handle) => handle.title)?.title
  const description = known.findLast((handle) => handle.description)?.description
  const ofHead = [title, description].flatMap((key) => key?.split('/', 1) ?? [])
  return {
    ...{ title, description },
    areas: [...new Set(['common', ...known.flatMap(({ areas = [] }) => areas), ...ofHead])],
    noJs: known.findLast(({ noJs }) => noJs !== undefined)?.noJs ?? false,
    eager: (query) => known.some(({ eager }) => (typeof eager === 'function' ? eager(query) : eager)),
    private: known.some((handle) => handle.private),
    noIndex: (query) => known.some(({ noIndex }) => (typeof noIndex === 'function' ? noIndex(query) : noIndex)),
    canonicalQuery: known.flatMap(({ canonicalQuery = [] }) => canonicalQuery),
    namesCanonical: known.some((handle) => handle.namesCanonical),
    canonicalPath: (path, query) =>
      known.reduce((shorter, handle) => handle.canonicalPath?.(shorter, query) ?? shorter, path),
    showsHeld: known.some((handle) => handle.showsHeld),
    query: queryOf(handles.at(-1)),
    bodyClass: known.findLast(({ bodyClass }) => bodyClass)?.bodyClass,
    ownFrame: known.some((handle) => handle.ownFrame),
  }
}

/** Query parameters that the frame around every page reads. */
const QUERY_OF_FRAME = ['currency']

/** From the page's own handle; routes other than pages (files, redirects) read all parameters. */
function queryOf(page: unknown): ReadonlySet<string> | undefined {
  return isHandle(page) && page.query ? new Set([...QUERY_OF_FRAME, ...page.query]) : undefined
}

function isHandle(handle: unknown): handle is PageHandle {
  return handle !== null && typeof handle === 'object'
}
