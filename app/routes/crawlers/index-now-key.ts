import { data } from 'react-router'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/index-now-key'

/** The file that proves to search engines that notifications come from this site (`providers/index-now.ts`). */
export function loader({ context }: Route.LoaderArgs) {
  const { indexNow } = context.get(siteContext).config
  if (!indexNow) throw data(null, { status: 404 })
  return new Response(indexNow.key, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-robots-tag': 'noindex' },
  })
}
