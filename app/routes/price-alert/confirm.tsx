import { data, redirect } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/confirm'
import { LinkPage, LinkResult } from './link-page.tsx'

export const handle: PageHandle = {
  title: 'alerts/confirm.title',
  description: 'alerts/description',
  areas: ['alerts'],
  noJs: true,
  private: true,
  noIndex: true,
  query: ['token'],
}

/** Only the button confirms: programs that check e-mails open their links, too. */
export async function action({ context, url }: Route.ActionArgs) {
  try {
    await apiOf(context).alerts.confirm({ token: url.searchParams.get('token') ?? '' })
  } catch (error) {
    if (isNotFoundAnswer(error) || isCallError(error, 'INVALID_FIELDS')) return data({ outcome: 'gone' }, 404)
    throw error
  }
  return redirect('/price-alert?done=confirmed', 303)
}

export default function Confirm({ actionData }: Route.ComponentProps) {
  return actionData ? <LinkResult result="gone" /> : <LinkPage about="confirm" />
}
