import { DEFAULT_LANGUAGE, LANGUAGES } from '#app/rules/constants.ts'

/** Where browsers read which links they may prefetch. */
export const SPECULATION_RULES = '/prefetch.json'

/**
 * Public pages that a browser may fetch before somebody follows a link to them, as paths without language: none of a person, of a
 * booking or of a payment, and none whose loader writes anything. *Ours* (issue 21, B).
 */
const PAGES = [
  '/',
  '/rent/:kind',
  '/rent/car/monthly',
  '/landing/cars',
  '/compare',
  '/companies',
  '/companies/:id',
  '/companies/:id/map',
  '/city',
  '/city/:name',
  '/city/:name/map',
  '/city/:name/:kind',
  '/city/:name/:kind/:month',
  '/blog',
  '/blog/:slug',
  '/pages/help/:slug',
  '/pages/:slug',
  '/partner',
]

const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE).join('|')
const MATCHING = new RegExp(
  `^(/(${OTHERS}))?(${PAGES.map((page) => (page === '/' ? '/?' : page.replaceAll(/:\w+/g, '[^/]+'))).join('|')})$`,
)

/** Whether the page at a path, with or without its language, may be prefetched. */
export function mayBePrefetched(pathname: string): boolean {
  return MATCHING.test(pathname)
}

/** Whether a browser asks for what somebody may want next; nobody has seen the answer yet. Source: Fetch, `Sec-Purpose`. */
export function isPrefetch(purpose: string | undefined): boolean {
  return purpose?.startsWith('prefetch') ?? false
}

/**
 * The rules in the format of browsers: links that somebody rests on or presses (`moderate`), unless they choose a currency, which
 * is remembered, or lead to a file. Once a page's scripts run, its links fetch only data, so no page is fetched for them. Source:
 * HTML, "Speculation rules".
 */
export function speculationRules(): object {
  const paths = PAGES.flatMap((page) => [page, page === '/' ? `/:language(${OTHERS})` : `/:language(${OTHERS})${page}`])
  const where = {
    and: [
      { href_matches: paths },
      { not: { href_matches: '/*\\?*currency=*' } },
      { not: { selector_matches: '[download], [target="_blank"], [rel~="nofollow"], [data-awake] *' } },
    ],
  }
  return { prefetch: [{ where, eagerness: 'moderate' }] }
}
