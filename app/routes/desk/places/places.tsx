import { PlaceCards } from '#app/features/own-places/place-cards.tsx'
import { pausePlace, readPlaces } from '#app/features/own-places/places-page.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CompanyParts } from '#app/routes/desk/shell/company-parts.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/places'

const PATH = '/desk/company/places'

export const handle: PageHandle = { areas: ['company', 'agency', 'errors'], noJs: true }

export function loader({ context }: Route.LoaderArgs) {
  return readPlaces(context, {})
}

export function action({ context, request }: Route.ActionArgs) {
  return pausePlace(context, request, { path: PATH })
}

/** Where the company hands over and takes back, and its fees. */
export default function Places({ loaderData: { currency, places }, actionData }: Route.ComponentProps) {
  const t = useText('company')
  const { language } = useLanguage()
  return (
    <>
      <div className="head row between">
        <h1>{t('places.title')}</h1>
        <a className="btn btn-go" href={pathIn(language, `${PATH}/new`)}>
          {t('places.add')}
        </a>
      </div>
      <div className="stack">
        <CompanyParts current="places" />
        <PlaceCards
          places={places}
          currency={currency}
          path={PATH}
          hoursPath={(id) => `/desk/company/hours?place=${id}#week`}
          reply={actionData?.form}
        />
      </div>
    </>
  )
}
