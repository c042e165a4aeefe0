import { data, redirect } from 'react-router'
import { bookHref, KINDS, type Kind } from '#app/features/booking/book-address.ts'
import { monthNamed, offersNames, offersPath } from '#app/features/city/offers-address.ts'
import { aboutMonth, aboutOffers } from '#app/features/city/offers-text.server.ts'
import { airportLines, questionsAbout } from '#app/features/city/questions.server.ts'
import { suggestedRental } from '#app/features/search/suggested-rental.ts'
import { cityFacts, sharePath } from '#app/features/share/share-facts.server.ts'
import { breadcrumbsData } from '#app/features/structured-data/breadcrumbs.ts'
import { questionsData } from '#app/features/structured-data/questions.ts'
import { tileOf, VehicleTile } from '#app/features/vehicle/vehicle-tile.tsx'
import { monthNames } from '#app/i18n/format/dates.ts'
import { nameOf } from '#app/i18n/format/names.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DEFAULT_TIME, FROM_DAYS } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Questions } from '#app/ui/page/questions.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import type { Route } from './+types/offers'
import { BodyTypes } from './body-types.tsx'
import { Documents } from './documents.tsx'
import { LengthPrices, MonthPrices } from './prices.tsx'

export const handle: PageHandle = { areas: ['city', 'offers', 'vehicle'], noJs: true, query: [] }

const SHOWN_VEHICLES = 6
const SHOWN_MONTHS = 12
/** The number of sentences in a description; those of a month are longer. */
const DESCRIBED = { year: 2, month: 1 }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language, cookies, origin } = context.get(siteContext)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const api = apiOf(context)
  const kind = params.kind
  const month = params.month === undefined ? undefined : monthNamed(params.month, language)
  if (!isKind(kind) || (params.month !== undefined && month === undefined)) throw data(null, { status: 404 })
  const category = KINDS[kind]
  const guide = await api.places.cityGuide({ city: params.cityName, currency, category, month })
  const { city } = guide
  const path = offersPath({ city: city.name, kind, month }, language)
  // One address in each language, with the names of the city and the month in it. All other spellings redirect there.
  const given = [params.cityName, kind, params.month].flatMap((part) => (part === undefined ? [] : [part]))
  if (path !== `/city/${given.map((part) => encodeURIComponent(part.normalize('NFC'))).join('/')}`) {
    throw redirect(path + url.search, 301)
  }
  const shown = guide.months.find((one) => one.month === month)
  const days = shown && {
    ...{ start_date: shown.start_date, end_date: shown.end_date },
    ...{ start_time: DEFAULT_TIME, end_time: DEFAULT_TIME },
  }
  const [found, cities] = await Promise.all([
    decoration(
      context,
      'offers',
      api.ads.search({
        query: { size: SHOWN_VEHICLES, currency, ordering: 'cheapest' },
        body: { city: city.id, categories: [category], ...days },
      }),
      { results: [] },
    ),
    decoration(context, 'cities', api.places.rentCities({ currency, category }), { results: [] }),
  ])
  const t = textFor(language, 'offers')
  const name = month === undefined ? undefined : (monthNames(language)[month - 1] ?? '')
  const title = name
    ? t(`${kind}.titleMonth`, { city: city.name, month: name })
    : t(`${kind}.title`, { city: city.name })
  const text = shown ? aboutMonth(guide, shown, language) : aboutOffers(guide, language)
  const above = [
    { label: textFor(language, 'common')('nav.search'), href: pathIn(language, '/') },
    { label: textFor(language, 'city')('list.title'), href: pathIn(language, '/city') },
    { label: city.name, href: pathIn(language, `/city/${encodeURIComponent(city.name)}`) },
  ]
  const allYear = { label: t(`${kind}.link`, { city: city.name }) }
  const crumbs = name
    ? [
        ...above,
        { ...allYear, href: pathIn(language, offersPath({ city: city.name, kind }, language)) },
        { label: name },
      ]
    : [...above, allYear]
  const priceQuestion = name
    ? t('faq.month', { city: city.name, month: name })
    : t(`${kind}.question`, { city: city.name })
  const questions = [
    { question: priceQuestion, answer: text[0] ?? '' },
    // The first of a city's questions is about the price.
    ...(shown ? [] : questionsAbout(guide, language).slice(1)),
  ]
  const rental = new URLSearchParams({ city: city.name, ...days })
  return {
    meta: {
      title: name ? t(`${kind}.metaMonth`, { city: city.name, month: name }) : t(`${kind}.meta`, { city: city.name }),
      description: `${title}: ${text.slice(0, name ? DESCRIBED.month : DESCRIBED.year).join(' ')}`,
      image: sharePath(context, { kind: 'city', id: city.slug, facts: cityFacts(guide, language) }),
      jsonLd: [
        questionsData(questions, language),
        breadcrumbsData(crumbs, origin),
        vehiclesData(found.results.map((ad) => ({ name: ad.title, url: origin + bookHref(language, ad) }))),
      ],
    },
    crumbs,
    cityNames: offersNames({ kind, month }, { language, cityIn: (other) => nameOf(city, other) }),
    title,
    text,
    guide,
    kind,
    month: name,
    search: { href: pathIn(language, `/rent/${kind}?${rental}`), isDated: days !== undefined },
    // Prices by body type are those of a usual rental.
    time: days ? undefined : suggestedRental(dateIn(city.zone, new Date())),
    vehicles: found.results.map((ad) => ({ ...tileOf(ad), company: ad.company.name })),
    others: cities.results
      .filter(({ id, ads }) => id !== city.id && ads > 0)
      .map((other) => ({
        name: other.name,
        href: pathIn(language, offersPath({ city: other.name, kind, month }, language)),
      })),
    otherKinds: guide.offers.flatMap((offer) => kindsOf(offer.category).filter((one) => one !== kind)),
    airports: airportLines(guide, language),
    questions,
  }
}

/** A city's cars or motorbikes, all year or in a month: a page for search engines. */
export default function CityOffers({ loaderData }: Route.ComponentProps) {
  const t = useText('offers')
  const { language } = useLanguage()
  const city = useText('city')
  const { guide, kind, month, search, text, crumbs, questions, vehicles } = loaderData
  const { name } = guide.city
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs crumbs={crumbs} />
        <header className="page-head">
          <h1>{loaderData.title}</h1>
          <div className="stack stack-1 offers-text">
            {text.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
          <p className="pt-4">
            {/* With dates it is one of many lists, which search engines need not index. */}
            <a className="btn btn-go" href={search.href} rel="nofollow">
              {search.isDated ? t('see') : t(`${kind}.see`)}
            </a>
          </p>
        </header>
        {vehicles.length > 0 && (
          <section className="section" aria-labelledby="some">
            <h2 id="some" className="pb-4">
              {t('some')}
            </h2>
            <ul className="grid3">
              {vehicles.map((ad) => (
                <VehicleTile key={ad.id} ad={ad} note={ad.company} priceNote={city('aDay', { n: FROM_DAYS })} />
              ))}
            </ul>
          </section>
        )}
        {loaderData.time && <BodyTypes guide={guide} time={loaderData.time} />}
        <div className="grid2 section">
          {month ? (
            <LengthPrices guide={guide} title={t('lengths', { month })} note={t('lengthsNote', { month })} />
          ) : (
            <LengthPrices guide={guide} />
          )}
          <Documents guide={guide} airports={loaderData.airports} />
        </div>
        <div className="section">
          <MonthPrices guide={guide} shown={SHOWN_MONTHS} />
        </div>
        <Questions
          title={city('faq.title')}
          questions={questions.map(({ question, answer }) => [question, answer] as const)}
        />
        <nav className="section" aria-labelledby="others">
          <h2 id="others" className="pb-4">
            {t('cities')}
          </h2>
          <ul className="row row-s">
            {loaderData.others.map((other) => (
              <li key={other.name}>
                <a className="chip" href={other.href}>
                  {other.name}
                </a>
              </li>
            ))}
          </ul>
          <p className="row pt-4">
            <a href={pathIn(language, `/city/${encodeURIComponent(name)}`)}>{t('guide', { city: name })}</a>
            {loaderData.otherKinds.map((other) => (
              <a key={other} href={pathIn(language, offersPath({ city: name, kind: other }, language))}>
                {t(`${other}.title`, { city: name })}
              </a>
            ))}
          </p>
        </nav>
      </div>
    </main>
  )
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(KINDS, text)
}

function kindsOf(category: number): Kind[] {
  return (Object.keys(KINDS) as Kind[]).filter((kind) => KINDS[kind] === category)
}

/** The pages of the vehicles in the order in which they are shown, in terms of schema.org. */
function vehiclesData(vehicles: readonly { name: string; url: string }[]): object | undefined {
  if (vehicles.length === 0) return undefined
  return {
    '@type': 'ItemList',
    itemListElement: vehicles.map((vehicle, index) => ({ '@type': 'ListItem', position: index + 1, ...vehicle })),
  }
}
