import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/photos'
import { PictureList, picturesAt } from './picture-list.tsx'

const PHOTOS = picturesAt('photos')

export const handle: PageHandle = { title: 'operator/nav.moderation', areas: ['moderation'], query: PHOTOS.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(PHOTOS, url, (asked) => apiOf(context).operator.moderation.photos(asked))

/** The newest photos of vehicles, for review. */
export default function Photos({ loaderData }: Route.ComponentProps) {
  const t = useText('moderation')
  const { language } = useLanguage()
  return (
    <PictureList tab="photos" list={PHOTOS} found={loaderData}>
      {loaderData.results.map(({ id, key, alt, added_at, taken_down_reason, vehicle, company }, index) => (
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
