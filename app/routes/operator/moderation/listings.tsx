import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta, deskText } from '../operator-page.server.ts'
import type { Route } from './+types/listings'
import { listQuery, PictureList } from './picture-list.tsx'

export const handle: PageHandle = { areas: ['moderation'], query: ['page', 'show'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = listQuery(url)
  const found = await apiOf(context).operator.listings(query)
  return {
    show: query.show,
    listings: found.results,
    ...pageAt(found, query),
    meta: deskMeta(context, deskText(context)('nav.moderation')),
  }
}

/** The newest listings, to look through. */
export default function Listings({ loaderData: { show, listings, page, pages } }: Route.ComponentProps) {
  const t = useText('moderation')
  const { language } = useLanguage()
  return (
    <PictureList tab="listings" show={show} page={page} pages={pages} isEmpty={listings.length === 0}>
      {listings.map(({ id, title, year, picture, created_at, state, company, city, ...listing }, index) => (
        <li key={id} className="card stack stack-2">
          <div className="studio">
            <Picture name={picture} alt="" preset="medium" lazy={index > 5} />
          </div>
          <p className="row between">
            <a href={pathIn(language, `/operator/moderation/listings/${id}`)}>
              {title} {localDigits(String(year), language)}
            </a>
            {state === 'TAKEN_DOWN' && <Tag kind="bad">{t('takenDown')}</Tag>}
          </p>
          <p className="sm">
            <a href={pathIn(language, `/operator/companies/${company.id}`)}>{company.name}</a> · {city}
          </p>
          <p className="sm mute">
            {t('entered', { date: formatInstant(new Date(created_at), HOME_ZONE, language, 'long') })}
          </p>
          {listing.taken_down_reason !== null && (
            <p className="sm">{t('because', { reason: listing.taken_down_reason })}</p>
          )}
        </li>
      ))}
    </PictureList>
  )
}
