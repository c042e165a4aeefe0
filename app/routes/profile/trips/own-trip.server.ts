import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { OwnReservation } from '#app/contract/reservations/own-reservations.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { requirePerson } from '#app/web/session/session.ts'

export type OwnTrip = z.infer<typeof OwnReservation>

/**
 * The signed-in person's own reservation that an address names. Throws the 404 answer for all else, staff included:
 * their part is another page.
 */
export async function ownTrip(context: Readonly<RouterContextProvider>, id: string | undefined): Promise<OwnTrip> {
  const person = await requirePerson(context)
  const known = PublicId.safeParse(id)
  if (!known.success) throw notFound()
  const trip = await apiOf(context).reservations.read({ id: known.data })
  if (trip.phone !== person.phone) throw notFound()
  return trip
}
