import { data, redirect } from 'react-router'
import { isTokenValid } from '#app/features/mail-link/token.server.ts'
import { apiOf } from '#app/web/api.server.ts'
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
  const token = url.searchParams.get('token') ?? ''
  const used = apiOf(context).newsletter.confirm({ token })
  if (!(await isTokenValid(used))) return data({ outcome: 'gone' }, 404)
  return redirect('/newsletter?done=confirmed', 303)
}

export default function Confirm({ actionData }: Route.ComponentProps) {
  return actionData ? <GoneLink /> : <TokenForm about="confirm" />
}
