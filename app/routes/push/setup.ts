import { apiOf } from '#app/web/api.server.ts'
import type { Route } from './+types/setup'

/** What a page's scripts need to take push messages; nothing of it is secret. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await apiOf(context).notifications.setup(), { headers: { 'cache-control': 'no-store' } })
}
