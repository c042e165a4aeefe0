import { data } from 'react-router'
import { CompanyCard } from '#app/features/company/company-card.tsx'
import { breadcrumbsData } from '#app/features/structured-data/breadcrumbs.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { PAGE_SIZE } from '#app/rules/constants.ts'
import { listAt, words } from '#app/rules/search/list-address.ts'
import { foldPlace, spellingsOf } from '#app/rules/text/place-name.ts'
import { ListPages } from '#app/ui/desk/list-page.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'

const COMPANIES = listAt('/companies', { size: PAGE_SIZE, filters: { city: words(100) } })

export const handle: PageHandle = {
  areas: ['companies'],
  noJs: true,
  query: COMPANIES.query,
  // A city's companies are on the city's page.
  noIndex: (query) => query.has('city') || query.has('page'),
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, origin } = context.get(siteContext)
  const api = apiOf(context)
  const { results: cities } = await api.places.rentCities({})
  const typed = COMPANIES.asked(url.searchParams).city ?? ''
  const wanted = foldPlace(typed)
  const city = typed
    ? cities.find((one) => [String(one.id), one.slug, ...spellingsOf(one)].includes(wanted))
    : undefined
  const { results: companies, ...found } = await readList(COMPANIES, url, (asked) =>
    api.companies.list({ ...asked, city: city && String(city.id) }),
  )
  const t = textFor(language, 'companies')
  const title = city ? t('meta.titleIn', { city: city.name }) : t('meta.title')
  const crumbs = [
    { label: textFor(language, 'common')('nav.search'), href: pathIn(language, '/') },
    { label: t('crumb') },
  ]
  const answer = {
    meta: {
      title: found.page > 1 ? t('meta.titlePage', { title, page: formatNumber(found.page, language) }) : title,
      description: t('meta.description'),
      jsonLd: [breadcrumbsData(crumbs, origin)],
    },
    crumbs,
    companies,
    ...found,
    city: city?.name,
    isUnknown: typed !== '' && !city,
    cities: cities.map(({ name }) => name),
  }
  return data(answer, { status: answer.isUnknown ? 400 : 200 })
}

export default function Companies({ loaderData }: Route.ComponentProps) {
  const t = useText('companies')
  const { city, count, companies, crumbs, page, pages, isUnknown } = loaderData
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs crumbs={crumbs} />
        <div className="page-head row between">
          <div>
            <h1>{city ? t('titleIn', { city }) : t('title')}</h1>
            <p className="soft">{t('lead', { n: count })}</p>
          </div>
          <CityFilter city={city} cities={loaderData.cities} />
        </div>
        {isUnknown && (
          <div className="pb-4">
            <Note kind="warn">{t('unknownCity')}</Note>
          </div>
        )}
        <ul className="grid3">
          {companies.map((company) => (
            <CompanyCard key={company.id} company={company} />
          ))}
        </ul>
        <ListPages list={COMPANIES} found={{ page, pages, filters: { city } }} />
      </div>
    </main>
  )
}

function CityFilter({ city, cities }: { city: string | undefined; cities: readonly string[] }) {
  const t = useText('companies')
  const { language } = useLanguage()
  return (
    <form className="row row-s" action={pathIn(language, '/companies')} aria-label={t('filter.label')}>
      <label className="vh" htmlFor="city">
        {t('filter.city')}
      </label>
      <span className="sel">
        <select className="in" id="city" name="city" defaultValue={city ?? ''}>
          <option value="">{t('filter.all')}</option>
          {cities.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </span>
      <button type="submit" className="btn">
        {t('filter.show')}
      </button>
    </form>
  )
}
