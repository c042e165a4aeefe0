import { ComparedPhotos } from '#app/features/protocol/compared-photos.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HANDED_OVER } from '#app/rules/reservation/reservation-status.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ownTrip } from '../own-trip.server.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/photos'

export const handle: PageHandle = { areas: ['trips', 'protocol'], private: true, noIndex: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const trip = await ownTrip(context, params.id)
  if (!HANDED_OVER.includes(trip.status)) throw notFound()
  const { protocols } = await apiOf(context).reservations.protocols({ id: trip.id })
  const { id, number, city } = trip
  const title = textFor(context.get(siteContext).language, 'protocol')('compare.title')
  return { meta: { title }, trip: { id, number, title: trip.ad.title }, protocols, zone: city.zone }
}

/** The photos of a trip's vehicle before and after it, as its company sees them, too. */
export default function TripPhotos({ loaderData: { trip, protocols, zone } }: Route.ComponentProps) {
  const t = useText('protocol')
  return (
    <TripSubpage trip={trip} title={t('compare.title')}>
      <ComparedPhotos protocols={protocols} reservation={trip.id} zone={zone} />
    </TripSubpage>
  )
}
