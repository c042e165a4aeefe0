import type { RouterContextProvider } from 'react-router'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { ownTrip } from '../own-trip.server.ts'
import { shownTrip } from './shown-trip.ts'

/** What each page of a check-in loads, with its title. Throws the 404 answer for a trip that is not the signed-in person's own. */
export async function ownCheckIn(
  context: Readonly<RouterContextProvider>,
  id: string | undefined,
  title: 'title' | 'part.ARRIVAL' | 'part.LICENCE',
) {
  const trip = await ownTrip(context, id)
  const checkIn = await apiOf(context).reservations.checkIn.read({ id: trip.id })
  const meta = { title: textFor(context.get(siteContext).language, 'checkin')(title) }
  return { meta, trip: shownTrip(trip), checkIn }
}
