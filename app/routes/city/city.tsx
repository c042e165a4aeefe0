import { redirect } from 'react-router'
import { type Kind, kindOf } from '#app/features/booking/book-address.ts'
import { offersPath } from '#app/features/city/offers-address.ts'
import { airportLines, questionsAbout } from '#app/features/city/questions.server.ts'
import { CompanyCard } from '#app/features/company/company-card.tsx'
import { PlaceList } from '#app/features/map/place-list.tsx'
import { placesOnMap } from '#app/features/map/places.server.ts'
import { SearchForm } from '#app/features/search/search-form.tsx'
import { suggestedRental } from '#app/features/search/suggested-rental.ts'
import { cityFacts, sharePath } from '#app/features/share/share-facts.server.ts'
import { breadcrumbsData } from '#app/features/structured-data/breadcrumbs.ts'
import { questionsData } from '#app/features/structured-data/questions.ts'
import { type Tile, tileOf, VehicleTile } from '#app/features/vehicle/vehicle-tile.tsx'
import { nameOf } from '#app/i18n/format/names.ts'
import { formatStartingPrice } from '#app/i18n/format/starting-price.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CATEGORY, FROM_DAYS, LANGUAGES } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { useReply } from '#app/ui/form/form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Prose } from '#app/ui/page/prose.tsx'
import { Questions } from '#app/ui/page/questions.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import type { Route } from './+types/city'
import { BodyTypes } from './body-types.tsx'
import { Documents } from './documents.tsx'
import { LengthPrices, MonthPrices } from './prices.tsx'

export type CityData = Route.ComponentProps['loaderData']

export const handle: PageHandle = {
  areas: ['city', 'companies', 'map', 'offers', 'search', 'vehicle'],
  noJs: true,
  query: [],
}

const SHOWN_VEHICLES = 3
const SHOWN_COMPANIES = 6
const SHOWN_MONTHS = 6

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language, cookies, origin } = context.get(siteContext)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const api = apiOf(context)
  const guide = await api.places.cityGuide({ city: params.cityName, currency })
  const { city, offers, companies } = guide
  // One address in each language: with the city's name in it. All other spellings redirect there.
  if (params.cityName.normalize('NFC') !== city.name) {
    throw redirect(`/city/${encodeURIComponent(city.name)}${url.search}`, 301)
  }
  const { category } = guide
  const [popular, text] = await Promise.all([
    decoration(
      context,
      'popular',
      api.ads.search({ query: { size: SHOWN_VEHICLES, currency }, body: { city: city.id, categories: [category] } }),
      { results: [] },
    ),
    decoration(context, 'text', api.content.city({ slug: city.slug }), undefined),
  ])
  const t = textFor(language, 'city')
  const counts = {
    vehicles: t('list.vehicles', { n: city.ads }),
    companies: t('companiesCount', { n: companies.length }),
  }
  const price = formatStartingPrice(offers[0]?.price_from ?? 0, currency, language)
  const today = dateIn(city.zone, new Date())
  const common = textFor(language, 'common')
  const crumbs = [
    { label: common('nav.search'), href: pathIn(language, '/') },
    { label: t('list.title'), href: pathIn(language, '/city') },
    { label: city.name },
  ]
  const questions = questionsAbout(guide, language)
  const written = text?.questions ?? []
  return {
    meta: {
      title: t('meta.title', { city: city.name }),
      description: t('meta.description', { city: city.name, price, ...counts }),
      image: sharePath(context, { kind: 'city', id: city.slug, facts: cityFacts(guide, language) }),
      jsonLd: [
        questionsData(
          [...questions, ...written.map(({ question, answerHtml }) => ({ question, answer: answerHtml }))],
          language,
        ),
        breadcrumbsData(crumbs, origin),
      ],
    },
    crumbs,
    text: text && { html: text.html, language: text.language },
    cityNames: Object.fromEntries(LANGUAGES.map((other) => [other, nameOf(city, other)])),
    lead: t('lead', counts),
    guide,
    today,
    time: suggestedRental(today),
    popular: popular.results.map((ad) => ({ ...tileOf(ad), company: ad.company.name })),
    offices: placesOnMap(context, guide.offices),
    airports: airportLines(guide, language),
    questions,
    written,
  }
}

/** A traveller's questions about renting in a city, with answers. */
export default function City({ loaderData }: Route.ComponentProps) {
  const t = useText('city')
  const { language } = useLanguage()
  const { guide, today, time, offices, crumbs, text, questions, written } = loaderData
  const { name } = guide.city
  const offers = useText('offers')
  const offersHref = (kind: Kind) => pathIn(language, offersPath({ city: name, kind }, language))
  const form = useReply('search', { initial: { ...time, city: name } })
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs crumbs={crumbs} />
        <header className="page-head">
          <h1>{t('title', { city: name })}</h1>
          <p className="soft">{loaderData.lead}</p>
          <ul className="row row-s">
            {guide.offers.map(({ category }) => (
              <li key={category}>
                <a className="chip" href={offersHref(kindOf(category))}>
                  {offers(`${kindOf(category)}.title`, { city: name })}
                </a>
              </li>
            ))}
          </ul>
        </header>
        <SearchForm
          {...{ form, today }}
          cities={[name]}
          pinnedCities={1}
          category={guide.category}
          className="find find-bar"
        />
        <Popular city={loaderData} ads={loaderData.popular} />
        <BodyTypes guide={guide} time={time} />
        <div className="grid2 section">
          <LengthPrices guide={guide} />
          <Documents guide={guide} airports={loaderData.airports} />
        </div>
        <div className="section">
          <MonthPrices guide={guide} shown={SHOWN_MONTHS} />
        </div>
        <Companies guide={guide} />
        <section className="section" aria-labelledby="offices">
          <h2 id="offices" className="pb-4">
            {t('offices.title')}
          </h2>
          <PlaceList
            {...offices}
            className="grid2"
            alt={t('offices.map', { city: name })}
            mapHref={pathIn(language, `/city/${encodeURIComponent(name)}/map`)}
            headingOf={({ company }) => <a href={pathIn(language, `/companies/${company.slug}`)}>{company.name}</a>}
          />
        </section>
        {text && (
          <article className="section narrow">
            <Prose html={text.html} lang={text.language} />
          </article>
        )}
        <Questions
          title={t('faq.title')}
          questions={[
            ...questions.map(({ question, answer }) => [question, answer] as const),
            ...written.map(
              ({ question, answerHtml }) => [question, <Prose key={question} html={answerHtml} />] as const,
            ),
          ]}
        />
      </div>
    </main>
  )
}

function Popular({ city, ads }: { city: CityData; ads: readonly (Tile & { company: string })[] }) {
  const t = useText('city')
  const { language } = useLanguage()
  const { name } = city.guide.city
  const query = new URLSearchParams({ city: name })
  return (
    <section className="section" aria-labelledby="popular">
      <div className="row between">
        <h2 id="popular">{t('popular', { city: name })}</h2>
        <div className="row">
          {city.guide.offers.map(({ category }) => (
            <a
              key={category}
              href={pathIn(language, `/rent/${category === CATEGORY.MOTOR ? 'motor' : 'car'}?${query}`)}
            >
              {category === CATEGORY.MOTOR ? t('seeMotors') : t('seeCars')}
            </a>
          ))}
          {city.guide.offers.some(({ category }) => category === CATEGORY.CAR) && (
            <a href={pathIn(language, `/rent/car/monthly?${query}`)}>{t('seeMonthly')}</a>
          )}
        </div>
      </div>
      <ul className="grid3">
        {ads.map((ad) => (
          <VehicleTile key={ad.id} ad={ad} note={ad.company} priceNote={t('aDay', { n: FROM_DAYS })} />
        ))}
      </ul>
    </section>
  )
}

function Companies({ guide: { city, companies } }: Pick<CityData, 'guide'>) {
  const t = useText('city')
  const { language } = useLanguage()
  return (
    <section className="section" aria-labelledby="companies">
      <div className="row between">
        <h2 id="companies">{t('companies.title', { city: city.name })}</h2>
        {companies.length > SHOWN_COMPANIES && (
          <a href={pathIn(language, `/companies?${new URLSearchParams({ city: city.name })}`)}>
            {t('companies.all', { city: city.name })}
          </a>
        )}
      </div>
      <ul className="grid3">
        {companies.slice(0, SHOWN_COMPANIES).map((company) => (
          <CompanyCard key={company.id} company={company} />
        ))}
      </ul>
    </section>
  )
}
