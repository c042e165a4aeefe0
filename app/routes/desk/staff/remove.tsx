import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/remove'

export const handle: PageHandle = { areas: ['staff'], noJs: true, query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'staff')
  const { people } = await apiOf(context).company.staff.list({})
  const person = people.find(({ id }) => id === params.id)
  if (!person) throw notFound()
  const name = person.name ?? phoneIn(language, person.phone)
  return { meta: { title: t('removeTitle', { name }), description: t('description') }, name }
}

/** An action that cannot be undone has a page of its own. */
export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, NoFields, async () => {
    await apiOf(context).company.staff.remove({ id: params.id })
    return { to: '/desk/staff', said: textFor(context.get(siteContext).language, 'staff')('done.remove') }
  })
}

export default function RemoveStaff({ loaderData: { name }, actionData }: Route.ComponentProps) {
  const t = useText('staff')
  const { language } = useLanguage()
  const form = useReply('remove', { reply: actionData?.form })
  return (
    <PostForm {...form.props} className="stack">
      <h1 className="head">{t('removeTitle', { name })}</h1>
      <ErrorSummary id="remove-errors" entries={form.summary({})} />
      <p>{t('removeText')}</p>
      <div className="row">
        <SubmitButton className="btn btn-bad">{t('remove')}</SubmitButton>
        <a href={pathIn(language, '/desk/staff')}>{t('back')}</a>
      </div>
    </PostForm>
  )
}
