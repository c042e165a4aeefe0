import { PlaceCards } from '#app/features/own-places/place-cards.tsx'
import { pausePlace, readPlaces } from '#app/features/own-places/places-page.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/list'

export const handle: PageHandle = { areas: ['company', 'errors'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = rowIdOf(params)
  const [{ name }, page] = await Promise.all([
    apiOf(context).operator.companies.read({ id }),
    readPlaces(context, { company: id }),
  ])
  return { ...page, company: { id, name }, meta: { title: `${page.meta.title} · ${name}` } }
}

export function action({ context, params, request }: Route.ActionArgs) {
  const company = rowIdOf(params)
  return pausePlace(context, request, { company, path: `/operator/companies/${company}/places` })
}

/** A company's places, as its owner sees them. */
export default function CompanyPlaces({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('company')
  const { language } = useLanguage()
  const { company, currency, places } = loaderData
  const path = `/operator/companies/${company.id}/places`
  return (
    <>
      <DeskHead
        title={t('places.title')}
        text={<a href={pathIn(language, `/operator/companies/${company.id}`)}>{company.name}</a>}
      >
        <a className="btn btn-go" href={pathIn(language, `${path}/new`)}>
          {t('places.add')}
        </a>
      </DeskHead>
      <div className="stack">
        <PlaceCards places={places} currency={currency} path={path} reply={actionData?.form} />
      </div>
    </>
  )
}
