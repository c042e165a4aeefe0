import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { DeskReservation } from '#app/contract/company/reservations/reservations.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'

export type DeskOne = z.infer<typeof DeskReservation>

/** The company's reservation of an address. Throws a 404 response for any other. */
export async function deskReservation(
  context: Readonly<RouterContextProvider>,
  id: string | undefined,
): Promise<DeskOne> {
  const known = PublicId.safeParse(id)
  if (!known.success) throw notFound()
  return apiOf(context).company.reservations.read({ id: known.data })
}
