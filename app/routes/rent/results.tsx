import { useRef } from 'react'
import { data, redirect } from 'react-router'
import { type RequestedSearch, readSearch } from '#app/features/search/requested-search.ts'
import { SEARCH_QUERY, TIME_FIELDS } from '#app/features/search/search-query.ts'
import { languageOf } from '#app/i18n/language.ts'
import { nameOf } from '#app/i18n/names.ts'
import { useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { CATEGORY, HOME_ZONE, LANGUAGES } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/rental-time.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { useReply } from '#app/ui/form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import type { Route } from './+types/results'
import { countText } from './count-text.ts'
import { EditSearch } from './edit-search.tsx'
import { Filters } from './filters.tsx'
import { findAds, listing } from './found-ads.ts'
import { ResultList } from './result-list.tsx'
import { CountAnnouncement, useLiveResults } from './results.live.tsx'

const KINDS = { '/rent/car': 'car', '/rent/motor': 'motor', '/rent/car/monthly': 'monthly' } as const

/** Which of the three lists this is. */
export type ResultsKind = (typeof KINDS)[keyof typeof KINDS]
export type ResultsData = Route.ComponentProps['loaderData']

export const handle: PageHandle = {
  showsHeld: true,
  areas: ['search', 'results'],
  // The lists themselves and those of a city are for search engines; what else is looked for in them is not.
  noIndex: (query) => [...query.keys()].some((name) => name !== 'city'),
  canonicalQuery: ['city'],
  query: [...SEARCH_QUERY, 'category', 'show', 'edit'],
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, cookies } = context.get(siteContext)
  const kind = KINDS[languageOf(url.pathname).rest as keyof typeof KINDS]
  const otherList = listOfCategory(url, kind)
  if (otherList) throw redirect(otherList)

  const api = apiOf(context)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const { results: cities } = await api.places.rentCities({ currency })
  const isMonthly = kind === 'monthly'
  const now = new Date()
  const todayIn = (zone: string) => dateIn(zone, now)
  const requested = readSearch(url.searchParams, { language, currency, cities, now, todayIn, isMonthly })
  const categories = [kind === 'motor' ? CATEGORY.MOTOR : CATEGORY.CAR]
  const found = listing(await findAds(api, requested, { categories, currency, isMonthly }), { language, requested })
  const { city, fieldErrors, typed, query, ordering = 'recommended' } = requested
  const t = textFor(language, 'results')
  const place = city?.name
  const isLost = requested.page < 1 || requested.page > found.pages
  return data(
    {
      meta: {
        title: place ? t(`meta.in.${kind}`, { city: place }) : t(`meta.all.${kind}`),
        description: t(`meta.description.${kind}`, { place: place ?? t('anywhere') }),
      },
      kind,
      currency,
      ...found,
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
    { status: isLost || Object.keys(fieldErrors).length > 0 ? 400 : 200 },
  )
}

/** Without dates or with an error the search form is open, else where the address asks for it. */
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
  // Of makes and body types the other list has others.
  for (const name of ['category', 'types', 'brands', 'models', 'trims', 'page']) query.delete(name)
  return `/rent/${wanted}${query.size > 0 ? `?${query}` : ''}`
}

export default function Results({ loaderData }: Route.ComponentProps) {
  const t = useText('results')
  const search = useText('search')
  const page = useRef<HTMLElement>(null)
  useLiveResults(page, loaderData.query)
  const { fieldErrors, typed } = loaderData
  const hasErrors = Object.keys(fieldErrors).length > 0
  const form = useReply('search', {
    reply: hasErrors ? { status: 'error', error: fieldErrors } : undefined,
    initial: typed,
  })
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
        {hasErrors && (
          <div className="pt-4">
            <ErrorSummary id="search-errors" entries={form.summary(names)} />
          </div>
        )}
        <EditSearch form={form} results={loaderData} />
        <div className="cols cols-f">
          <Filters form={form} results={loaderData} />
          <ResultList results={loaderData} names={names} />
        </div>
        <CountAnnouncement text={countText(loaderData, t)} />
      </div>
    </main>
  )
}
