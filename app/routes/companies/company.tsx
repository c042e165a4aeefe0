import { redirect } from 'react-router'
import { CompanyLogo } from '#app/features/company/company-logo.tsx'
import { CoverTable } from '#app/features/company/cover-table.tsx'
import { placesOnMap } from '#app/features/map/places.server.ts'
import { companyFacts, sharePath } from '#app/features/share/share-facts.server.ts'
import { breadcrumbsData } from '#app/features/structured-data/breadcrumbs.ts'
import { companyData } from '#app/features/structured-data/company.ts'
import { tileOf } from '#app/features/vehicle/vehicle-tile.tsx'
import { commaOf } from '#app/i18n/format/comma.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Rating } from '#app/ui/rating.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import type { Route } from './+types/company'
import { Fleet } from './fleet.tsx'
import { Marks } from './marks.tsx'
import { Places } from './places.tsx'
import { Terms } from './terms.tsx'
import '../../../styles/profile.css'

export type CompanyData = Route.ComponentProps['loaderData']

export const handle: PageHandle = { areas: ['companies', 'vehicle', 'map', 'cover'], noJs: true, query: [] }

const SHOWN_VEHICLES = 6

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language, cookies, origin } = context.get(siteContext)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const api = apiOf(context)
  const company = await api.companies.read({ id: params.id, currency })
  if (company.slug !== params.id) throw redirect(`/companies/${company.slug}${url.search}`, 301)
  const fleet = await decoration(
    context,
    'fleet',
    api.ads.search({ query: { size: SHOWN_VEHICLES, currency }, body: { company: [company.id] } }),
    { results: [] },
  )
  const t = textFor(language, 'companies')
  const common = textFor(language, 'common')
  const crumbs = [
    { label: common('nav.search'), href: pathIn(language, '/') },
    { label: t('crumb'), href: pathIn(language, '/companies') },
    { label: company.name },
  ]
  const cities = company.cities.map(({ name }) => name).join(commaOf(language))
  return {
    meta: {
      title: t('meta.company', { name: company.name, city: company.city.name }),
      description: t('meta.companyDescription', {
        vehicles: t('vehicles', { n: company.ads }),
        name: company.name,
        cities,
      }),
      image: sharePath(context, { kind: 'company', id: company.slug, facts: companyFacts(company, language) }),
      jsonLd: [companyData(company, { language, origin }), breadcrumbsData(crumbs, origin)],
    },
    crumbs,
    company,
    currency,
    fleet: fleet.results.map(tileOf),
    cities: company.cities.map((city) => ({
      ...city,
      ...placesOnMap(
        context,
        company.places.filter((place) => place.city.id === city.id),
      ),
    })),
  }
}

/** A rental company: its terms, its fleet and its places. */
export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const t = useText('companies')
  const cover = useText('cover')
  const { language } = useLanguage()
  const { company, crumbs } = loaderData
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs crumbs={crumbs} />
        <header className="page-head stack stack-2">
          <div className="me">
            <CompanyLogo company={company} />
            <div>
              <h1>{company.name}</h1>
              <div className="row row-s">
                <Rating {...company.rating} />{' '}
                {company.verified && (
                  <Tag kind="info" icon="badge">
                    {t('verified')}
                  </Tag>
                )}{' '}
                <Tag>{t('vehicles', { n: company.ads })}</Tag>{' '}
                <span className="sm mute">{t('number', { title: localDigits(company.title, language) })}</span>{' '}
                {company.licence && (
                  <span className="sm mute">{t('licence', { number: numberIn(language, company.licence) })}</span>
                )}
              </div>
            </div>
          </div>
          <p className="soft">{company.about}</p>
        </header>
        <div className="grid2">
          <Terms company={company} currency={loaderData.currency} />
          <Marks rating={company.rating} marks={company.marks} />
        </div>
        <Card id="cover" title={cover('title')} className="stack stack-2">
          <CoverTable cover={company.cover} currency={loaderData.currency} />
        </Card>
        <Fleet company={company} ads={loaderData.fleet} />
        <Places company={company} cities={loaderData.cities} currency={loaderData.currency} />
      </div>
    </main>
  )
}
