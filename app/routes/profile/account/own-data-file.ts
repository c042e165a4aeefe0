import { apiOf } from '#app/web/api.server.ts'
import type { Route } from './+types/own-data-file'

/** Everything that is kept about the signed-in person, as a file (decisions.md, "Identity and access"). */
export async function loader({ context }: Route.LoaderArgs) {
  const everything = await apiOf(context).account.exportData()
  return new Response(JSON.stringify(everything, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'private, no-store',
    },
  })
}
