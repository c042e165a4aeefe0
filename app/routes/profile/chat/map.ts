import { redirect } from 'react-router'
import { mapSource } from '#app/features/map/map-source.server.ts'
import { languageOf } from '#app/i18n/language.ts'
import { readTypedPlace } from '#app/rules/map/typed-place.ts'
import { notFound } from '#app/web/page/answers.ts'
import { visitContext } from '#app/web/session/visit.ts'
import type { Route } from './+types/map'

const A_DAY = 'private, max-age=86400'

/**
 * Leads a signed-in person to the picture of a place in a message (`26.52620,53.98010`, with `@2x` for sharp screens): a
 * browser that got the message by the socket cannot sign the picture's address.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [, lat = '', lng = '', twice] = /^(-?[\d.]+),(-?[\d.]+)(@2x)?$/.exec(params.place) ?? []
  const at = readTypedPlace(lat, lng)
  if (!at || !context.get(visitContext)?.session) throw notFound()
  const { src, sharp } = mapSource(context, { at, zoom: 14, size: 'message' })
  // The router adds the language to where it leads.
  return redirect(languageOf(twice ? sharp : src).rest, { headers: { 'cache-control': A_DAY } })
}
