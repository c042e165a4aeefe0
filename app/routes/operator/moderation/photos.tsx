import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { Picture } from '#app/ui/picture.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta, deskText } from '../operator-page.server.ts'
import type { Route } from './+types/photos'
import { listQuery, PictureList } from './picture-list.tsx'

export const handle: PageHandle = { areas: ['moderation'], query: ['page', 'show'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = listQuery(url)
  const found = await apiOf(context).operator.photos(query)
  return {
    show: query.show,
    photos: found.results,
    ...pageAt(found, query),
    meta: deskMeta(context, deskText(context)('nav.moderation')),
  }
}

/** The newest photos of vehicles, to look through. */
export default function Photos({ loaderData: { show, photos, page, pages } }: Route.ComponentProps) {
  const t = useText('moderation')
  const { language } = useLanguage()
  return (
    <PictureList tab="photos" show={show} page={page} pages={pages} isEmpty={photos.length === 0}>
      {photos.map(({ id, key, alt, added_at, taken_down_reason, vehicle, company }, index) => (
        <li key={id} className="card stack stack-2">
          <div className="studio">
            <Picture name={key} alt={alt ?? t('noAlt', { vehicle: vehicle.title })} preset="medium" lazy={index > 5} />
          </div>
          <p>
            <a href={pathIn(language, `/operator/moderation/photos/${id}`)}>{vehicle.title}</a>
          </p>
          <p className="sm">
            <a href={pathIn(language, `/operator/companies/${company.id}`)}>{company.name}</a>
          </p>
          <p className="sm mute">
            {t('added', { date: formatInstant(new Date(added_at), HOME_ZONE, language, 'long') })}
          </p>
          {taken_down_reason !== null && <p className="sm">{t('because', { reason: taken_down_reason })}</p>}
        </li>
      ))}
    </PictureList>
  )
}
