import type { RouterContextProvider } from 'react-router'
import type { output, ZodType } from 'zod'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { ownTrip } from '../own-trip.server.ts'
import { shownTrip } from './shown-trip.ts'

/** What each page of a check-in loads, with its title. Throws the 404 answer for a trip that is not the signed-in person's own. */
export async function ownCheckIn(
  context: Readonly<RouterContextProvider>,
  id: string | undefined,
  title: 'title' | 'part.ARRIVAL' | 'part.DRIVERS' | 'part.IDENTITY' | 'part.LICENCE',
) {
  const trip = await ownTrip(context, id)
  const checkIn = await apiOf(context).reservations.checkIn.read({ id: trip.id })
  const meta = { title: textFor(context.get(siteContext).language, 'checkin')(title) }
  return { meta, trip: shownTrip(trip), checkIn }
}

/**
 * The action of a page of a check-in: leads back to its steps with what was done, or says at the form that check-in is over.
 * @param perform the call; only for the signed-in person's own trip
 */
export async function answerCheckIn<Schema extends ZodType>(
  { context, params, request }: { context: Readonly<RouterContextProvider>; params: { id: string }; request: Request },
  schema: Schema,
  {
    said,
    perform,
  }: { said: 'arrival.done' | 'remove.done'; perform: (id: string, value: output<Schema>) => Promise<unknown> },
) {
  const { id } = await ownTrip(context, params.id)
  return answerForm(
    { context, request },
    schema,
    async (value) => {
      await perform(id, value)
      const text = textFor(context.get(siteContext).language, 'checkin')
      return { to: `/profile/reservation/${id}/check-in`, said: text(said) }
    },
    { at: { STATUS_CONFLICT: { '': ['check_in_closed'] } } },
  )
}
