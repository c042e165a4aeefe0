import { data, redirect } from 'react-router'
import { isTokenValid } from '#app/features/mail-link/token.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/stop'
import { LinkPage, LinkResult } from './link-page.tsx'

export const handle: PageHandle = {
  title: 'alerts/stop.title',
  description: 'alerts/description',
  areas: ['alerts'],
  noJs: true,
  private: true,
  noIndex: true,
  query: ['token'],
}

/** Ends alerts for a person who pressed the button, or for a mail program without session and origin. Source: RFC 8058. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const fields = await request.formData()
  const token = url.searchParams.get('token') ?? ''
  const used = apiOf(context).alerts.stop({ token })
  if (!(await isTokenValid(used))) return data({ outcome: 'gone' } as const, 404)
  if (fields.get('List-Unsubscribe') === 'One-Click') return data({ outcome: 'ended' } as const)
  return redirect('/price-alert?done=ended', 303)
}

export default function Stop({ actionData }: Route.ComponentProps) {
  return actionData ? <LinkResult result={actionData.outcome} /> : <LinkPage about="stop" />
}
