import { redirect } from 'react-router'
import { placesOnMap } from '#app/features/map/places.server.ts'
import { languageOf } from '#app/i18n/language.ts'
import { openBookingContext } from '#app/routes/book/read-booking.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import type { Route } from './+types/map'

const AN_HOUR = 'public, max-age=3600'

/**
 * Redirects to the picture of where a vehicle is handed over (`?2x` for sharp screens): the signed address is long and
 * does not compress, and the vehicle's page has few bytes to spare (quality.md, "Slow connections").
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { ad } = await openBookingContext(context, params, url)
  const { source } = placesOnMap(context, ad.places)
  if (!source) throw notFound()
  // The router adds the language to the redirect.
  const { rest } = languageOf(url.searchParams.has('2x') ? source.sharp : source.src)
  return redirect(rest, { headers: { 'cache-control': AN_HOUR } })
}
