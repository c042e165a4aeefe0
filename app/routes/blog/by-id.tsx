import { redirect } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/by-id'

export const handle: PageHandle = { noJs: true, query: [] }

/** A post's number always redirects to its current address (§2). */
export async function loader({ context, params }: Route.LoaderArgs) {
  if (!/^\d{1,9}$/.test(params.id)) throw notFound()
  const { slug } = await apiOf(context).content.post({ slug: params.id })
  return redirect(`/blog/${slug}`, 301)
}

/** The loader always redirects or throws; with a component, a number without a post gets an error page. */
export default function PostByNumber() {
  return null
}
