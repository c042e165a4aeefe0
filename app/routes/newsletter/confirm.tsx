import { data, redirect } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/confirm'
import { GoneLink, TokenForm } from './token-form.tsx'

export const handle: PageHandle = {
  title: 'newsletter/confirm.title',
  description: 'newsletter/description',
  areas: ['newsletter'],
  noJs: true,
  private: true,
  noIndex: true,
  query: ['token'],
}

/** Only the button confirms: programs that check e-mails open their links, too. */
export async function action({ context, url }: Route.ActionArgs) {
  try {
    await apiOf(context).newsletter.confirm({ token: url.searchParams.get('token') ?? '' })
  } catch (error) {
    if (isNotFoundAnswer(error) || isCallError(error, 'INVALID_FIELDS')) return data({ outcome: 'gone' }, 404)
    throw error
  }
  return redirect('/newsletter?done=confirmed', 303)
}

export default function Confirm({ actionData }: Route.ComponentProps) {
  return actionData ? <GoneLink /> : <TokenForm about="confirm" />
}
