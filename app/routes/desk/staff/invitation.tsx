import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/invitation'

export const handle: PageHandle = {
  areas: ['staff', 'desk'],
  noJs: true,
  private: true,
  noIndex: true,
  query: [],
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'staff')
  const invitation = await openInvitation(() => apiOf(context).company.staff.invitation({ token: params.token }))
  const title = invitation ? t('join.title', { company: invitation.company }) : t('invite')
  return { meta: { title, description: t('description') }, invitation }
}

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, NoFields, async () => {
    await apiOf(context).company.staff.acceptInvitation({ token: params.token })
    return { to: '/desk', said: textFor(context.get(siteContext).language, 'staff')('join.done') }
  })
}

/** Undefined if the link was used, withdrawn or has expired, without saying which. */
async function openInvitation<Found>(read: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isNotFoundAnswer(error) || isCallError(error, 'INVALID_FIELDS')) return undefined
    throw error
  }
}

export default function Invitation({ loaderData: { invitation, meta: page }, actionData }: Route.ComponentProps) {
  const t = useText('staff')
  const desk = useText('desk')
  const form = useReply('join', { reply: actionData?.form })
  return (
    <main id="main" className="wrap stack" tabIndex={-1}>
      <h1>{page.title}</h1>
      {!invitation && <Note kind="warn">{t('join.gone')}</Note>}
      {invitation && (
        <PostForm {...form.props} className="card stack">
          <ErrorSummary id="join-errors" entries={form.summary({})} />
          <p>{t('join.text', { role: desk(`role.${invitation.role}`) })}</p>
          <p className="soft">{t(`may.${invitation.role}`)}</p>
          <div>
            <SubmitButton>{t('join.submit')}</SubmitButton>
          </div>
        </PostForm>
      )}
    </main>
  )
}
