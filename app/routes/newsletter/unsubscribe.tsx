import { data, redirect } from 'react-router'
import { isTokenValid } from '#app/features/mail-link/token.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/unsubscribe'
import { NewsletterEnded } from './newsletter-ended.tsx'
import { GoneLink, TokenForm } from './token-form.tsx'

export const handle: PageHandle = {
  title: 'newsletter/unsubscribe.title',
  description: 'newsletter/description',
  areas: ['newsletter'],
  noJs: true,
  private: true,
  noIndex: true,
  query: ['token'],
}

/**
 * Unsubscribes a person who pressed the button, or a mail program, whose POST has neither session nor origin and is not
 * redirected. Only the token in the address counts (`receiver.ts`). Source: RFC 8058.
 */
export async function action({ context, request, url }: Route.ActionArgs) {
  const fields = await request.formData()
  const token = url.searchParams.get('token') ?? ''
  const used = apiOf(context).newsletter.unsubscribe({ token })
  if (!(await isTokenValid(used))) return data({ outcome: 'gone' }, 404)
  if (fields.get('List-Unsubscribe') === 'One-Click') return data({ outcome: 'ended' })
  return redirect('/newsletter?done=ended', 303)
}

export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  if (actionData?.outcome === 'ended') return <NewsletterEnded />
  return actionData ? <GoneLink /> : <TokenForm about="unsubscribe" />
}
