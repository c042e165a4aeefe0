import { PlaceForm } from '#app/features/own-places/place-form.tsx'
import { readPlacePage, savePlace } from '#app/features/own-places/places-page.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/place'

export const handle: PageHandle = { areas: ['company', 'errors'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = rowIdOf(params)
  const [{ name }, page] = await Promise.all([
    apiOf(context).operator.companies.read({ id }),
    readPlacePage(context, { company: id, id: params.place }),
  ])
  return { ...page, company: { id, name }, meta: { title: page.meta.title } }
}

export function action({ context, params, request }: Route.ActionArgs) {
  const company = rowIdOf(params)
  return savePlace(context, request, { company, id: params.place, path: `/operator/companies/${company}/places` })
}

/** A company's place, new or existing, with the same form as its owner's. */
export default function CompanyPlace({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('company')
  const { language } = useLanguage()
  const { company, meta, ...page } = loaderData
  const path = pathIn(language, `/operator/companies/${company.id}`)
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: company.name, href: path },
          { label: t('places.title'), href: `${path}/places` },
          { label: meta.title },
        ]}
      />
      <DeskHead title={meta.title} />
      <PlaceForm {...page} key={page.place?.id} reply={actionData?.form} />
    </>
  )
}
