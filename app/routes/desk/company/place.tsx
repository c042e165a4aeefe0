import { data } from 'react-router'
import { RowId } from '#app/contract/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/place'
import { readPlace } from './company-form.server.ts'
import { PlaceForm } from './place-form.tsx'

const PATH = '/desk/company/places'

export const handle: PageHandle = { areas: ['company', 'errors'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'company')
  const { desk, places: all } = apiOf(context)
  const { currency, places } = await desk.ownPlaces({})
  const place = params.id === undefined ? null : (places.find(({ id }) => String(id) === params.id) ?? null)
  if (params.id !== undefined && !place) throw data(null, { status: 404 })
  const cities = place ? [] : (await all.cities({})).results
  return {
    meta: {
      title: place ? t('places.changeOf', { name: place.title }) : t('places.add'),
      description: t('description'),
    },
    currency,
    place,
    cities: cities.map(({ id, name }) => ({ id, name })),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const { desk } = apiOf(context)
  const { currency } = await desk.ownPlaces({})
  const read = await readPlace(context, request, currency)
  if (!read.ok) return read.reply
  const t = textFor(language, 'company')
  try {
    if (params.id === undefined) {
      if (read.city === undefined) return read.form.refuse({ city: ['required'] })
      await desk.addPlace({ ...read.place, city: read.city })
      return goOn(context, PATH, t('places.added'))
    }
    const id = RowId.safeParse(params.id)
    if (!id.success) throw data(null, { status: 404 })
    await desk.changePlace({ ...read.place, id: id.data })
    return goOn(context, PATH, t('places.saved'))
  } catch (error) {
    return refused(error, read.form, { rename: (name) => fieldOf(name, language) })
  }
}

/** A text that is nowhere is asked for in the page's language; one that is wrong stands in its own. */
function fieldOf(name: string, language: string): string {
  return name === 'name' || name === 'address' ? `${name}_${language}` : name.replace('.', '_')
}

/** A place of hand-over, new or to change. */
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
