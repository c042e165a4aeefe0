import { PlaceForm } from '#app/features/own-places/place-form.tsx'
import { readPlacePage, savePlace } from '#app/features/own-places/places-page.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/place'

const PATH = '/desk/company/places'

export const handle: PageHandle = { areas: ['company', 'errors'], noJs: true }

export function loader({ context, params }: Route.LoaderArgs) {
  return readPlacePage(context, { id: params.id })
}

export function action({ context, params, request }: Route.ActionArgs) {
  return savePlace(context, request, { id: params.id, path: PATH })
}

/** A form for a place of hand-over, new or existing. */
export default function Place({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('company')
  const { language } = useLanguage()
  const { place, meta } = loaderData
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('places.title'), href: pathIn(language, PATH) }, { label: meta.title }]} />
      <h1 className="head">{meta.title}</h1>
      <PlaceForm {...loaderData} key={place?.id} reply={actionData?.form} />
    </>
  )
}
