import type { Area } from '#app/i18n/text-types.ts'

/** What a route module says about its page, as `export const handle: PageHandle = { areas: ['results'] }`. */
export interface PageHandle {
  /** Areas of messages that the page uses beside `common`: fetched before hydration. */
  areas?: Area[]
  /** The page needs no script at all: none is sent. */
  noJs?: boolean
  /** The page's scripts have something to do before anybody touches it (a countdown), always or for some queries: they do not wait. */
  eager?: boolean | ((query: URLSearchParams) => boolean)
  /** The page differs by visitor (forms with one-time keys, personal data): never kept in a cache. */
  private?: boolean
  /** Not for search engines: always, or for some queries only. Such a page names no other languages. */
  noIndex?: boolean | ((query: URLSearchParams) => boolean)
  /** The parameters of the query that make it another page for search engines; all others are dropped. */
  canonicalQuery?: string[]
  /** Where it is not for search engines it still says which page is: the one without its other parameters. */
  namesCanonical?: boolean
  /** The path by which search engines know the page, where it has several. */
  canonicalPath?: (path: string, query: URLSearchParams) => string
  /** One looks for vehicles here: a bar leads back to the one that is held unpaid, if any. */
  showsHeld?: boolean
  /**
   * All names of the query that the page reads, beside the currency: it gets no others, and addresses that differ in
   * others are one kept page. Undefined where it reads whatever comes.
   */
  query?: readonly string[]
  /** Class of the body, where the page needs one. */
  bodyClass?: string
  /** The page's layout brings bar and menus of its own, as desks do: no frame of the public site around it. */
  ownFrame?: boolean
}

/** What all matched routes of a page ask for. */
export interface JoinedHandle {
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
  return {
    areas: [...new Set(['common', ...known.flatMap(({ areas = [] }) => areas)])],
    noJs: known.some((handle) => handle.noJs),
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

/** What the frame around every page reads. */
const QUERY_OF_FRAME = ['currency']

/** The page itself says it; what is no page (a file, a redirect) reads what it likes. */
function queryOf(page: unknown): ReadonlySet<string> | undefined {
  return isHandle(page) && page.query ? new Set([...QUERY_OF_FRAME, ...page.query]) : undefined
}

function isHandle(handle: unknown): handle is PageHandle {
  return handle !== null && typeof handle === 'object'
}
