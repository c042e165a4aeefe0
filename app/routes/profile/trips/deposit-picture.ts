import { apiOf } from '#app/web/api.server.ts'
import type { Route } from './+types/deposit-picture'
import { ownTrip } from './own-trip.server.ts'

/** The picture of a guarantee, for whoever sent it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { id } = await ownTrip(context, params.id)
  const picture = await apiOf(context).reservations.readDeposit({ id })
  return new Response(picture, {
    headers: {
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  })
}
