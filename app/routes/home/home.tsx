import { recentSearch } from '#app/features/search/recent-search.ts'
import { RecentSearches } from '#app/features/search/recent-searches.live.tsx'
import { readSearch } from '#app/features/search/requested-search.ts'
import { SearchForm } from '#app/features/search/search-form.tsx'
import { TIME_QUERY } from '#app/features/search/search-query.ts'
import { searchableCities } from '#app/features/search/searchable-cities.server.ts'
import { cheapestPath, type RentalTime, suggestedRental } from '#app/features/search/suggested-rental.ts'
import { businessData } from '#app/features/structured-data/business.ts'
import { questionsData } from '#app/features/structured-data/questions.ts'
import { BODY_PICTURES, CITY_SCENES } from '#app/features/vehicle/scenes.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { formatStartingPrice } from '#app/i18n/format/starting-price.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import {
  CATEGORY,
  type CurrencyCode,
  DEFAULT_TIME,
  HOME_ZONE,
  type Language,
  SUPPORT_HOURS,
} from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { dateIn, rentalDays } from '#app/rules/time/rental-time.ts'
import { useReply } from '#app/ui/form/form.tsx'
import { Questions } from '#app/ui/page/questions.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { SheetPlace } from '#app/web/router/style/sheet-place.tsx'
import { pageCurrency } from '#app/web/session/currency.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import hero from '../../../art/hero.svg?url&no-inline'
import type { Route } from './+types/home'
import { Contacts } from './contacts.tsx'
import { useLiveDays } from './live-days.live.ts'
import { sampleBill } from './sample-bill.ts'
import { SampleBill } from './sample-bill-card.tsx'
import { TripBar, tripOfBar } from './trip-bar.tsx'

export type HomeData = Route.ComponentProps['loaderData']

export const handle: PageHandle = { areas: ['home', 'search'], showsHeld: true, query: TIME_QUERY }

/** The number of questions; the help centre has all. */
const QUESTIONS = 8
/** The number of upcoming trips among which the current one is looked for. */
const UPCOMING_TRIPS = 5

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, cookies, config, origin } = context.get(siteContext)
  const api = apiOf(context)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const now = new Date()
  const today = dateIn(HOME_ZONE, now)
  const time = chosenTime(url.searchParams, { language, currency, now }) ?? suggestedRental(today)
  const nothing = { results: [], count: 0 }
  const [cities, offers, types, companies, faq, contacts, depositFree, sample, recent, trips] = await Promise.all([
    searchableCities(api, currency),
    decoration(context, 'offers', api.places.rentCities({ currency, category: CATEGORY.CAR, ...time }), nothing),
    decoration(context, 'types', api.vehicles.adTypes({ currency, ...time }), nothing),
    decoration(context, 'companies', api.companies.list({ size: 1 }), nothing),
    decoration(context, 'faq', api.content.faq(), nothing),
    decoration(context, 'contacts', api.site.contactData(), nothing),
    decoration(
      context,
      'deposit-free',
      api.ads.search({ query: { size: 1 }, body: { trust_type: ['DEPOSIT_FREE'] } }),
      nothing,
    ),
    decoration(context, 'sample-bill', sampleBill(api, { time, currency }), undefined),
    viewerOf(context) ? decoration(context, 'recent-searches', api.account.recentSearches(), nothing) : undefined,
    viewerOf(context)
      ? decoration(context, 'trips', api.reservations.list({ size: UPCOMING_TRIPS }), nothing)
      : undefined,
  ])
  const t = textFor(language, 'home')
  const offerIn = new Map(offers.results.map(({ id, ads, price_from }) => [id, [ads, price_from] as const]))
  const questions = faq.results.slice(0, QUESTIONS)
  return {
    meta: {
      ...{ title: t('meta.title'), description: t('meta.description'), image: '/brand/icon-512.png' },
      jsonLd: [businessData({ brand: config.brand, language, origin }), questionsData(questions, language)],
    },
    today,
    time,
    trip: trips && tripOfBar(trips.results, now),
    recent: recent?.results.flatMap(({ kind, city, ...at }) => recentSearch(kind, city.name, at) ?? []),
    currency,
    companies: companies.count,
    depositFree: depositFree.count,
    days: rentalDays({ date: time.start_date, time: time.start_time }, { date: time.end_date, time: time.end_time }),
    named: url.searchParams.get('currency'),
    cities: cities.results.map(
      ({ id, name, slug }) => [name, slug, ...(offerIn.get(id) ?? ([0, null] as const))] as const,
    ),
    pinnedCities: cities.results.filter(({ pinned }) => pinned).length,
    types: types.results
      .filter(({ ads }) => ads > 0)
      .map((type) => [type.slug, type.name, type.category, type.price_from] as const),
    sample,
    questions: questions.map(({ question, answer }) => [question, answer] as const),
    contacts: contacts.results.map(
      ({ type, title, phone, description }) => [type, title, phone && formatPhone(phone), description] as const,
    ),
  }
}

/** The rental of the address, if it can be searched for. */
function chosenTime(
  params: URLSearchParams,
  page: { language: Language; currency: CurrencyCode; now: Date },
): RentalTime | undefined {
  const todayIn = (zone: string) => dateIn(zone, page.now)
  const { start_date, start_time, end_date, end_time } = readSearch(params, {
    ...page,
    cities: [],
    todayIn,
    isMonthly: false,
  }).time
  if (!start_date || !end_date) return undefined
  return { start_date, start_time: start_time ?? DEFAULT_TIME, end_date, end_time: end_time ?? DEFAULT_TIME }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const t = useText('home')
  const { language } = useLanguage()
  const { today, time, cities, pinnedCities } = loaderData
  const [first] = cities
  const onTime = useLiveDays()
  const form = useReply('search', { initial: { ...time, city: first?.[0] } })
  return (
    <main id="main" tabIndex={-1}>
      {loaderData.trip && <TripBar trip={loaderData.trip} />}
      <section className="hero">
        <div className="wrap">
          <h1>{t.rich('title', { em: (chunks) => <span>{chunks}</span> })}</h1>
          <p>{t('lead')}</p>
        </div>
        <img className="hero-scene art" src={hero} alt="" width="1440" height="400" />
        <img className="hero-car art" src={BODY_PICTURES.suv} alt="" width="360" height="160" />
      </section>
      <div className="wrap">
        <SearchForm {...{ form, today, pinnedCities, onTime }} cities={cities.map(([name]) => name)}>
          <Numbers home={loaderData} />
        </SearchForm>
        <SheetPlace />
        <RecentSearches today={today} account={loaderData.recent} />
        <p className="sm pt-4">
          {t.rich('booked', { link: (chunks) => <a href={pathIn(language, '/voucher')}>{chunks}</a> })}
        </p>
        <Cities home={loaderData} />
        <BodyTypes home={loaderData} />
        <SampleBill sample={loaderData.sample} depositFree={loaderData.depositFree} />
        <Questions title={t('questions')} questions={loaderData.questions} />
        <Contacts contacts={loaderData.contacts} hours={SUPPORT_HOURS} />
      </div>
    </main>
  )
}

function Numbers({ home }: { home: HomeData }) {
  const t = useText('home')
  const bold = (chunks: React.ReactNode) => <b>{chunks}</b>
  return (
    <ul className="facts">
      {home.companies > 0 && <li>{t.rich('facts.companies', { n: home.companies, b: bold })}</li>}
      <li>{t.rich('facts.cities', { n: home.cities.length, b: bold })}</li>
      {home.depositFree > 0 && <li>{t.rich('facts.depositFree', { n: home.depositFree, b: bold })}</li>}
    </ul>
  )
}

/** Cities with a picture as cards, the others as a row of links. */
function Cities({ home: { cities, currency, days, time, named } }: { home: HomeData }) {
  const t = useText('home')
  const { language } = useLanguage()
  const href = (city: string) => pathIn(language, cheapestPath('/rent/car', time, { city, currency: named }))
  return (
    <section className="section" aria-labelledby="cities">
      <h2 id="cities" className="pb-4">
        {t('cities.title')}
      </h2>
      <ul className="cities">
        {cities.map(([name, slug, ads, priceFrom]) => {
          const scene = CITY_SCENES[slug]
          return scene ? (
            <li key={slug}>
              <a className="card city" href={href(name)}>
                <img src={scene} alt="" width="240" height="120" loading="lazy" />
                <div>
                  <b>{name}</b> {ads > 0 && <span className="sm soft block">{t('cities.vehicles', { n: ads })}</span>}{' '}
                  {priceFrom !== null && (
                    <span className="xs mute">
                      {t('priceFrom', { price: formatStartingPrice(priceFrom, currency, language), days })}
                    </span>
                  )}
                </div>
              </a>
            </li>
          ) : null
        })}
      </ul>
      <ul className="row row-s pt-4" aria-label={t('cities.others')}>
        {cities.map(([name, slug, ads]) =>
          slug in CITY_SCENES ? null : (
            <li key={slug}>
              <a className="chip" href={href(name)}>
                {name} {ads > 0 && <span className="mute num">{formatNumber(ads, language)}</span>}
              </a>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

function BodyTypes({ home: { types, currency, days, time, named } }: { home: HomeData }) {
  const t = useText('home')
  const { language } = useLanguage()
  if (types.length === 0) return null
  return (
    <section className="section" aria-labelledby="types">
      <div className="row between">
        <h2 id="types">{t('types.title')}</h2>
        <a href={pathIn(language, '/rent/car')}>{t('types.all')}</a>
      </div>
      <ul className="kinds">
        {types.map(([slug, name, category, priceFrom]) => (
          <li key={slug}>
            <a
              className="card kind"
              href={pathIn(
                language,
                cheapestPath(category === CATEGORY.MOTOR ? '/rent/motor' : '/rent/car', time, {
                  types: slug,
                  currency: named,
                }),
              )}
            >
              <img className="art" src={BODY_PICTURES[slug]} alt="" width="180" height="80" loading="lazy" />
              <b>{name}</b>{' '}
              {priceFrom !== null && (
                <span className="xs mute">
                  {t('priceFrom', { price: formatStartingPrice(priceFrom, currency, language), days })}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
