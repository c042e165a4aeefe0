import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/listings'
import { PictureList, picturesAt } from './picture-list.tsx'

const LISTINGS = picturesAt('listings')

export const handle: PageHandle = { title: 'operator/nav.moderation', areas: ['moderation'], query: LISTINGS.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(LISTINGS, url, (asked) => apiOf(context).operator.moderation.listings(asked))

/** The newest listings, for review. */
export default function Listings({ loaderData }: Route.ComponentProps) {
  const t = useText('moderation')
  const { language } = useLanguage()
  return (
    <PictureList tab="listings" list={LISTINGS} found={loaderData}>
      {loaderData.results.map(({ id, title, year, picture, created_at, state, company, city, ...listing }, index) => (
        <li key={id} className="card stack stack-2">
          <div className="studio">
            <Picture name={picture} alt="" preset="medium" lazy={index > 5} />
          </div>
          <p className="row between">
            <a href={pathIn(language, `/operator/moderation/listings/${id}`)}>
              {title} {localDigits(String(year), language)}
            </a>
            {state === 'TAKEN_DOWN' && <Tag kind="bad">{t('takenDown')}</Tag>}
            {state === 'AWAITING_LOOK' && <Tag kind="warn">{t('look.waiting')}</Tag>}
          </p>
          <p className="sm">
            <a href={pathIn(language, `/operator/companies/${company.id}`)}>{company.name}</a> · {city}
          </p>
          <p className="sm mute">
            {t('entered', { date: formatInstant(new Date(created_at), HOME_ZONE, language, 'long') })}
          </p>
          {listing.taken_down_reason !== null && (
            <p className="sm">
              {t(state === 'TAKEN_DOWN' ? 'because' : 'look.because', { reason: listing.taken_down_reason })}
            </p>
          )}
        </li>
      ))}
    </PictureList>
  )
}
