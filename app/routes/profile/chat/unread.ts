import { apiOf } from '#app/web/api.server.ts'
import { requirePerson } from '#app/web/session/session.ts'
import type { Route } from './+types/unread'

/** For pages' scripts: the number of chat messages that the signed-in person has not read. */
export async function loader({ context }: Route.LoaderArgs) {
  await requirePerson(context)
  const { count } = await apiOf(context).chat.unread()
  return Response.json({ count }, { headers: { 'cache-control': 'private, no-store' } })
}
