import { PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import type { Route } from './+types/messages'

const NOT_KEPT = { headers: { 'cache-control': 'private, no-store' } }

/** For the page's own scripts: a part of a room's messages, the newest or those before or after one (`?room=…&before=31`). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const room = PublicId.safeParse(url.searchParams.get('room'))
  if (!room.success) throw notFound()
  const [before, after] = ['before', 'after'].map((name) => RowId.safeParse(url.searchParams.get(name)).data)
  return Response.json(await apiOf(context).chat.messages({ id: room.data, before, after }), NOT_KEPT)
}
