import { redirect } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/by-id'

export const handle: PageHandle = { noJs: true, query: [] }

/** A post's number leads to its address for good (§2). */
export async function loader({ context, params }: Route.LoaderArgs) {
  if (!/^\d{1,9}$/.test(params.id)) throw notFound()
  const { slug } = await apiOf(context).content.post({ slug: params.id })
  return redirect(`/blog/${slug}`, 301)
}

/** There is always another page, or none: this makes a number of no post an error page. */
export default function PostByNumber() {
  return null
}
