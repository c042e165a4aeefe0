import { useRef } from 'react'
import { data, redirect } from 'react-router'
import { offersPath } from '#app/features/city/offers-address.ts'
import { useRememberedSearch } from '#app/features/search/kept-searches.live.ts'
import { recentSearch } from '#app/features/search/recent-search.ts'
import { type RequestedSearch, readSearch } from '#app/features/search/requested-search.ts'
import { SEARCH_QUERY, TIME_FIELDS } from '#app/features/search/search-query.ts'
import { searchableCities } from '#app/features/search/searchable-cities.server.ts'
import { breadcrumbsData } from '#app/features/structured-data/breadcrumbs.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import { languageOf, pathIn } from '#app/i18n/language.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CATEGORY, DEFAULT_TIME, HOME_ZONE, LANGUAGES, type Language } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { withDocumentOnly } from '#app/web/router/document-only.ts'
import { hideFromRouter } from '#app/web/router/hidden-data.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/results'
import { countText } from './count-text.ts'
import { EditSearch } from './edit-search.tsx'
import { Filters } from './filters.tsx'
import { findAds, listing } from './found-ads.ts'
import { ResultList } from './result-list.tsx'
import { CountAnnouncement, useLiveResults } from './results.live.tsx'
import { useSearchReply } from './search-reply.ts'

const KINDS = { '/rent/car': 'car', '/rent/motor': 'motor', '/rent/car/monthly': 'monthly' } as const

/** No vehicle has this category. */
const UNKNOWN = 0

/** Which of the three lists this is. */
export type ResultsKind = (typeof KINDS)[keyof typeof KINDS]
export type ResultsData = Route.ComponentProps['loaderData']

export const handle: PageHandle = {
  showsHeld: true,
  areas: ['search', 'results'],
  // The lists themselves are for search engines; what is looked for in them is not, and a city has a page for them.
  noIndex: (query) => query.size > 0,
  canonicalPath: (path, query) => landingOf(path, query.get('city')),
  namesCanonical: true,
  query: [...SEARCH_QUERY, 'category', 'show', 'edit'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, cookies, origin } = context.get(siteContext)
  const kind = KINDS[languageOf(url.pathname).rest as keyof typeof KINDS]
  const otherList = listOfCategory(url, kind)
  if (otherList) throw redirect(otherList)

  const api = apiOf(context)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const { results: cities } = await searchableCities(api, currency)
  const isMonthly = kind === 'monthly'
  const now = new Date()
  const todayIn = (zone: string) => dateIn(zone, now)
  const requested = readSearch(url.searchParams, { language, currency, cities, now, todayIn, isMonthly })
  const categories = [categoryOf(url, kind)]
  const found = listing(await findAds(api, requested, { categories, currency, isMonthly }), {
    language,
    requested,
    isMonthly,
    isMotor: kind === 'motor',
    now,
  })
  const { city, fieldErrors, typed, query, ordering = 'recommended' } = requested
  const { ads, ...list } = found
  await rememberSearch(context, kind, requested)
  const vehicles = isMonthly ? 'car' : kind
  const landing = city && pathIn(language, offersPath({ city: city.name, kind: vehicles }, language))
  const t = textFor(language, 'results')
  const place = city?.name
  const isLost = requested.page < 1 || requested.page > found.pages
  const shown = withDocumentOnly(
    context,
    {
      landing,
      meta: {
        title: place ? t(`meta.in.${kind}`, { city: place }) : t(`meta.all.${kind}`),
        description: t(`meta.description.${kind}`, { place: place ?? t('anywhere') }),
        jsonLd: [breadcrumbsData(crumbsOf(place, language), origin)],
      },
      kind,
      currency,
      ...list,
      city: place,
      cityNames: city && Object.fromEntries(LANGUAGES.map((other) => [other, nameOf(city, other)])),
      // The form with its long lists is there only where it is open.
      form: isFormOpen(requested, url) ? formOf(cities) : undefined,
      today: todayIn(city?.zone ?? HOME_ZONE),
      time: requested.time,
      typed,
      fieldErrors,
      query,
      ordering,
      lostPage: isLost ? (url.searchParams.get('page') ?? '') : undefined,
      repeated: requested.repeated,
    },
    { ads },
  )
  return data(hideFromRouter(context, shown), { status: isLost || Object.keys(fieldErrors).length > 0 ? 400 : 200 })
}

/** The page for search engines of a list's city; the list itself without one. */
function landingOf(path: string, city: string | null): string {
  return city ? `/city/${encodeURIComponent(city)}/${path === '/rent/motor' ? 'motor' : 'car'}` : path
}

function crumbsOf(city: string | undefined, language: Language) {
  const home = { label: textFor(language, 'common')('nav.search'), href: pathIn(language, '/') }
  const cities = { label: textFor(language, 'city')('list.title'), href: pathIn(language, '/city') }
  if (!city) return [home, { label: textFor(language, 'results')('anywhere') }]
  return [home, cities, { label: city }]
}

/** Without dates or with an error the search form is open, else where the address says so (`edit`). */
function isFormOpen({ time, fieldErrors }: RequestedSearch, { searchParams }: URL): boolean {
  const fields: readonly string[] = ['city', ...TIME_FIELDS]
  return !time.start_date || searchParams.has('edit') || Object.keys(fieldErrors).some((name) => fields.includes(name))
}

function formOf(cities: readonly { name: string; pinned: boolean }[]) {
  return { cities: cities.map(({ name }) => name), pinned: cities.filter(({ pinned }) => pinned).length }
}

/** The list that the search form's category means, where it is the other one, with the rest of the query. */
function listOfCategory(url: URL, kind: ResultsKind): string | undefined {
  const category = Number(url.searchParams.get('category'))
  const wanted = category === CATEGORY.MOTOR ? 'motor' : category === CATEGORY.CAR ? 'car' : undefined
  if (!wanted || wanted === kind || (wanted === 'car' && kind === 'monthly')) return undefined
  const query = new URLSearchParams(url.search)
  // Of makes and body types the other list has others, and motorbikes have no seats.
  for (const name of ['category', 'types', 'brands', 'models', 'trims', 'seats', 'page']) query.delete(name)
  return `/rent/${wanted}${query.size > 0 ? `?${query}` : ''}`
}

/** The category that is searched: the list's own, or the one that the address names though no list has it, which finds nothing. */
function categoryOf(url: URL, kind: ResultsKind): number {
  const own = kind === 'motor' ? CATEGORY.MOTOR : CATEGORY.CAR
  const named = url.searchParams.get('category') || own
  return Number.isInteger(Number(named)) ? Number(named) : UNKNOWN
}

/** What of this list is worth coming back to: its kind, city and time. */
function searchOf({ kind, city, time }: ResultsData) {
  return kind === 'monthly' || !city ? undefined : recentSearch(kind, city, time)
}

/** Keeps the search in the account of who is signed in. */
async function rememberSearch(
  context: Route.LoaderArgs['context'],
  kind: ResultsKind,
  { city, time, fieldErrors }: RequestedSearch,
) {
  const { start_date, start_time = DEFAULT_TIME, end_date, end_time = DEFAULT_TIME } = time
  const isWhole = kind !== 'monthly' && city && start_date && end_date && Object.keys(fieldErrors).length === 0
  if (!viewerOf(context) || !isWhole) return
  const search = { kind, city: city.id, start_date, start_time, end_date, end_time }
  await decoration(context, 'recent-search', apiOf(context).account.rememberSearch(search), undefined)
}

export default function Results({ loaderData }: Route.ComponentProps) {
  const t = useText('results')
  const search = useText('search')
  const page = useRef<HTMLElement>(null)
  useLiveResults(page, loaderData.query)
  useRememberedSearch(searchOf(loaderData))
  const hasErrors = Object.keys(loaderData.fieldErrors).length > 0
  const form = useSearchReply(loaderData)
  const names = {
    city: search('city'),
    start_date: search('pickUp'),
    start_time: search('pickUp'),
    end_date: search('return'),
    end_time: search('return'),
    from: t('price.from'),
    to: t('price.to'),
    yearTo: t('filter.yearTo'),
  }
  return (
    <main id="main" tabIndex={-1} ref={page}>
      <div className="wrap">
        <a className="skip" href="#list">
          {t('skip')}
        </a>
        {hasErrors && (
          <div className="pt-4">
            <ErrorSummary id="search-errors" entries={form.summary(names)} />
          </div>
        )}
        <EditSearch results={loaderData} />
        <div className="cols cols-f">
          <Filters form={form} results={loaderData} />
          <ResultList results={loaderData} names={names} />
        </div>
        <Landing results={loaderData} />
        <CountAnnouncement text={countText(loaderData, t)} />
      </div>
    </main>
  )
}

/** The way from a city's list to what there is to know of it: its page for search engines. */
function Landing({ results: { landing, city } }: { results: ResultsData }) {
  const t = useText('results')
  if (!landing || !city) return null
  return (
    <p className="section">
      <a href={landing}>{t('landing', { city })}</a>
    </p>
  )
}
